-- Secrets that models wrote into the arguments of calls, sealed by a key that is not in here. "time"
-- is when a call last had the secret.

CREATE TABLE sealed (
    tenant    TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    handle    TEXT NOT NULL,
    time      BIGINT NOT NULL,
    body      BYTEA NOT NULL,
    PRIMARY KEY (tenant, thread_id, handle)
);

CREATE INDEX sealed_by_time ON sealed (time);

ALTER TABLE sealed ENABLE ROW LEVEL SECURITY;
ALTER TABLE sealed FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sealed USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
