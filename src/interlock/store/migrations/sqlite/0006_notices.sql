-- Who is told of what, and each notice on its way. A notice is written with what it tells of.

CREATE TABLE hooks (
    number         INTEGER PRIMARY KEY AUTOINCREMENT,
    id             TEXT    NOT NULL UNIQUE,
    tenant         TEXT    NOT NULL,
    user           TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    url            TEXT    NOT NULL,
    events_json    BLOB    NOT NULL,
    agent          TEXT    NOT NULL,
    details        INTEGER NOT NULL,
    disabled_at    INTEGER NOT NULL,
    disabled_why   TEXT    NOT NULL,
    secret         TEXT    NOT NULL,
    previous       TEXT    NOT NULL,
    previous_until INTEGER NOT NULL,
    rotated_at     INTEGER NOT NULL,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL
) STRICT;

CREATE INDEX hooks_by_tenant ON hooks (tenant, number);
CREATE INDEX hooks_active ON hooks (tenant, number) WHERE disabled_at = 0;

CREATE TABLE outbox (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT    NOT NULL UNIQUE,
    hook_id    TEXT    NOT NULL,
    tenant     TEXT    NOT NULL,
    user       TEXT    NOT NULL,
    event      TEXT    NOT NULL,
    run_id     TEXT    NOT NULL,
    thread_id  TEXT    NOT NULL,
    body       BLOB    NOT NULL,
    state      TEXT    NOT NULL,
    attempts   INTEGER NOT NULL,
    lease      INTEGER NOT NULL,
    next_at    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL,
    status     INTEGER NOT NULL,
    error      TEXT    NOT NULL
) STRICT;

CREATE INDEX outbox_by_hook ON outbox (hook_id, number);
CREATE INDEX outbox_by_state ON outbox (hook_id, state, number);
CREATE INDEX outbox_due ON outbox (next_at) WHERE state = 'pending';
CREATE INDEX outbox_due_of_hook ON outbox (hook_id, next_at, number) WHERE state = 'pending';
CREATE INDEX outbox_ended ON outbox (ended_at) WHERE state <> 'pending';
