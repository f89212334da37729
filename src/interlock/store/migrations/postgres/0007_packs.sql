-- The fragments of ended runs move together, many to a row: how many it holds (0: one event, as it
-- was written), and whether a run needs no further look.

ALTER TABLE events ADD COLUMN packed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN packed BIGINT NOT NULL DEFAULT 0;

CREATE INDEX runs_loose ON runs (ended_at) WHERE packed = 0 AND ended_at > 0;
