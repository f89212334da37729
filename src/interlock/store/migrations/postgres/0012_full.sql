-- Which quotas had no room for a call in which stretch of time, for the first time then.

CREATE TABLE quota_full (
    tenant   TEXT NOT NULL,
    quota_id TEXT NOT NULL,
    subject  TEXT NOT NULL,
    stretch  TEXT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (tenant, quota_id, subject, stretch)
);

ALTER TABLE quota_full ENABLE ROW LEVEL SECURITY;
ALTER TABLE quota_full FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON quota_full USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
