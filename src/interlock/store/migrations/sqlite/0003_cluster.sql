-- Many processes may drive runs: who holds a run, until when (ms since the epoch, 0: no lease),
-- how often it was claimed since it was last let go of in good order, and what goes first.

ALTER TABLE runs ADD COLUMN worker      TEXT    NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN attempts    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN priority    INTEGER NOT NULL DEFAULT 0;

-- How the body is encoded; older encodings are upgraded when they are read.
ALTER TABLE events ADD COLUMN encoding INTEGER NOT NULL DEFAULT 1;
