-- Which quotas had no room for a call in which stretch of time, for the first time then.

CREATE TABLE quota_full (
    tenant   TEXT    NOT NULL,
    quota_id TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    stretch  TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (tenant, quota_id, subject, stretch)
) STRICT, WITHOUT ROWID;
