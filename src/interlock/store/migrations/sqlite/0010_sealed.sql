-- Secrets that models wrote into the arguments of calls, sealed by a key that is not in here. "time"
-- is when a call last had the secret.

CREATE TABLE sealed (
    tenant    TEXT    NOT NULL,
    thread_id TEXT    NOT NULL,
    handle    TEXT    NOT NULL,
    time      INTEGER NOT NULL,
    body      BLOB    NOT NULL,
    PRIMARY KEY (tenant, thread_id, handle)
) STRICT, WITHOUT ROWID;

CREATE INDEX sealed_by_time ON sealed (time);
