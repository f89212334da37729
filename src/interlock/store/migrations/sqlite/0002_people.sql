-- What people do with their threads and answers. A deleted thread is out of sight; its log stays.

ALTER TABLE threads ADD COLUMN deleted_at INTEGER NOT NULL DEFAULT 0;

CREATE TABLE ratings (
    thread_id  TEXT    NOT NULL REFERENCES threads (id),
    message_id TEXT    NOT NULL,
    tenant     TEXT    NOT NULL,
    user       TEXT    NOT NULL,
    value      INTEGER NOT NULL,
    comment    TEXT    NOT NULL,
    rated_at   INTEGER NOT NULL,
    PRIMARY KEY (thread_id, message_id, user)
) STRICT, WITHOUT ROWID;
