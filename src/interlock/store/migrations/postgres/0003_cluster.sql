-- Many processes may drive runs: who holds a run, until when (ms since the epoch by the database's
-- clock, 0: no lease), how often it was claimed since it was last let go of in good order, and what
-- goes first. (0002 is in 0001: the first PostgreSQL schema had it from the start.)

ALTER TABLE runs ADD COLUMN worker      TEXT   NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN attempts    BIGINT NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN priority    BIGINT NOT NULL DEFAULT 0;

-- How the body is encoded; older encodings are upgraded when they are read.
ALTER TABLE events ADD COLUMN encoding SMALLINT NOT NULL DEFAULT 1;
