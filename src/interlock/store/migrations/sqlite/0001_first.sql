-- The log of events and its projections. Times are milliseconds since the epoch, flags 0 or 1,
-- and columns that end in _json hold JSON. "number" keeps the order of insertion, which
-- milliseconds can't. Every row names the tenant and the user whom it belongs to.

CREATE TABLE threads (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT    NOT NULL UNIQUE,
    tenant     TEXT    NOT NULL,
    user       TEXT    NOT NULL,
    agent      TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    untrusted  INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX threads_by_user ON threads (tenant, user, updated_at, number);
CREATE INDEX threads_by_tenant ON threads (tenant, updated_at, number);

CREATE TABLE runs (
    number        INTEGER PRIMARY KEY AUTOINCREMENT,
    id            TEXT    NOT NULL UNIQUE,
    tenant        TEXT    NOT NULL,
    user          TEXT    NOT NULL,
    thread_id     TEXT    NOT NULL REFERENCES threads (id),
    turn_id       TEXT    NOT NULL,
    agent         TEXT    NOT NULL,
    status        TEXT    NOT NULL,
    last_seq      INTEGER NOT NULL,
    fence         INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    ended_at      INTEGER NOT NULL,
    resumes       TEXT    NOT NULL,
    channel       TEXT    NOT NULL,
    hidden        INTEGER NOT NULL,
    cancel_by     TEXT    NOT NULL,
    cancel_reason TEXT    NOT NULL,
    code          TEXT    NOT NULL,
    text          TEXT    NOT NULL,
    brake         TEXT    NOT NULL,
    usage_json    BLOB    NOT NULL
) STRICT;

CREATE INDEX runs_by_user ON runs (tenant, user, created_at, number);
CREATE INDEX runs_by_tenant ON runs (tenant, created_at, number);
CREATE INDEX runs_by_thread ON runs (thread_id, number);
CREATE INDEX runs_by_turn ON runs (turn_id, number);
CREATE INDEX runs_unfinished ON runs (number) WHERE status IN ('queued', 'running');

-- A thread has at most one active run, whatever the code above believes.
CREATE UNIQUE INDEX runs_active ON runs (thread_id) WHERE status IN ('queued', 'running');

-- The append checks the run itself, so a foreign key would only look it up again for every row.
CREATE TABLE events (
    run_id TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    time   INTEGER NOT NULL,
    type   TEXT    NOT NULL,
    tenant TEXT    NOT NULL,
    user   TEXT    NOT NULL,
    body   BLOB    NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

-- A history reads a few lasting facts out of hundreds of fragments.
CREATE INDEX events_lasting ON events (run_id, seq)
    WHERE type NOT IN ('model.delta', 'tool.progress');

CREATE TABLE interrupts (
    number        INTEGER PRIMARY KEY AUTOINCREMENT,
    id            TEXT    NOT NULL UNIQUE,
    tenant        TEXT    NOT NULL,
    user          TEXT    NOT NULL,
    thread_id     TEXT    NOT NULL REFERENCES threads (id),
    run_id        TEXT    NOT NULL REFERENCES runs (id),
    turn_id       TEXT    NOT NULL,
    kind          TEXT    NOT NULL,
    digest        TEXT    NOT NULL,
    opened_at     INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL,
    status        TEXT    NOT NULL,
    decided_by    TEXT    NOT NULL,
    decided_at    INTEGER NOT NULL,
    channel       TEXT    NOT NULL,
    reason        TEXT    NOT NULL,
    body          BLOB    NOT NULL,
    answer_json   BLOB    NOT NULL
) STRICT;

CREATE INDEX interrupts_by_user ON interrupts (tenant, user, number);
CREATE INDEX interrupts_by_user_status ON interrupts (tenant, user, status, number);
CREATE INDEX interrupts_by_tenant ON interrupts (tenant, number);
CREATE INDEX interrupts_by_tenant_status ON interrupts (tenant, status, number);
CREATE INDEX interrupts_by_thread ON interrupts (thread_id, number);
CREATE INDEX interrupts_by_turn ON interrupts (turn_id, number);
CREATE INDEX interrupts_by_run ON interrupts (run_id);
CREATE INDEX interrupts_due ON interrupts (expires_at) WHERE status = 'open';

-- A scope is made of tenant, user and route.
CREATE TABLE replays (
    scope       TEXT    NOT NULL,
    key         TEXT    NOT NULL,
    body_digest TEXT    NOT NULL,
    status      TEXT    NOT NULL,
    subject     TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
