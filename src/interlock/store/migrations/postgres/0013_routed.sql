-- Whether the figures of a run say which model answered its calls. Runs that an earlier version
-- counted lack it, until they are counted again.

ALTER TABLE runs ADD COLUMN routed BIGINT NOT NULL DEFAULT 0;
