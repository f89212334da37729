-- The log of events and its projections. Times are milliseconds since the epoch, flags 0 or 1,
-- and columns that end in _json hold JSON. "number" keeps the order of insertion, which
-- milliseconds can't. Every row names the tenant and the user whom it belongs to.

CREATE TABLE threads (
    number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id         TEXT   NOT NULL UNIQUE,
    tenant     TEXT   NOT NULL,
    "user"     TEXT   NOT NULL,
    agent      TEXT   NOT NULL,
    title      TEXT   NOT NULL,
    untrusted  BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX threads_by_user ON threads (tenant, "user", updated_at, number);
CREATE INDEX threads_by_tenant ON threads (tenant, updated_at, number);

CREATE TABLE runs (
    number        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id            TEXT   NOT NULL UNIQUE,
    tenant        TEXT   NOT NULL,
    "user"        TEXT   NOT NULL,
    thread_id     TEXT   NOT NULL REFERENCES threads (id),
    turn_id       TEXT   NOT NULL,
    agent         TEXT   NOT NULL,
    status        TEXT   NOT NULL,
    last_seq      BIGINT NOT NULL,
    fence         BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    ended_at      BIGINT NOT NULL,
    resumes       TEXT   NOT NULL,
    channel       TEXT   NOT NULL,
    hidden        BIGINT NOT NULL,
    cancel_by     TEXT   NOT NULL,
    cancel_reason TEXT   NOT NULL,
    code          TEXT   NOT NULL,
    text          TEXT   NOT NULL,
    brake         TEXT   NOT NULL,
    usage_json    BYTEA  NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX runs_by_user ON runs (tenant, "user", created_at, number);
CREATE INDEX runs_by_tenant ON runs (tenant, created_at, number);
CREATE INDEX runs_by_thread ON runs (thread_id, number);
CREATE INDEX runs_by_turn ON runs (turn_id, number);
CREATE INDEX runs_unfinished ON runs (number) WHERE status IN ('queued', 'running');

-- A thread has at most one active run, whatever the code above believes.
CREATE UNIQUE INDEX runs_active ON runs (thread_id) WHERE status IN ('queued', 'running');

-- The append checks the run itself, so a foreign key would only look it up again for every row.
CREATE TABLE events (
    run_id TEXT   NOT NULL,
    seq    BIGINT NOT NULL,
    time   BIGINT NOT NULL,
    type   TEXT   NOT NULL,
    tenant TEXT   NOT NULL,
    "user" TEXT   NOT NULL,
    body   BYTEA  NOT NULL,
    PRIMARY KEY (run_id, seq)
);

-- A history reads a few lasting facts out of hundreds of fragments.
CREATE INDEX events_lasting ON events (run_id, seq)
    WHERE type NOT IN ('model.delta', 'tool.progress');

CREATE TABLE interrupts (
    number        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id            TEXT   NOT NULL UNIQUE,
    tenant        TEXT   NOT NULL,
    "user"        TEXT   NOT NULL,
    thread_id     TEXT   NOT NULL REFERENCES threads (id),
    run_id        TEXT   NOT NULL REFERENCES runs (id),
    turn_id       TEXT   NOT NULL,
    kind          TEXT   NOT NULL,
    digest        TEXT   NOT NULL,
    opened_at     BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL,
    status        TEXT   NOT NULL,
    decided_by    TEXT   NOT NULL,
    decided_at    BIGINT NOT NULL,
    channel       TEXT   NOT NULL,
    reason        TEXT   NOT NULL,
    body          BYTEA  NOT NULL,
    answer_json   BYTEA  NOT NULL
);

CREATE INDEX interrupts_by_user ON interrupts (tenant, "user", number);
CREATE INDEX interrupts_by_user_status ON interrupts (tenant, "user", status, number);
CREATE INDEX interrupts_by_tenant ON interrupts (tenant, number);
CREATE INDEX interrupts_by_tenant_status ON interrupts (tenant, status, number);
CREATE INDEX interrupts_by_thread ON interrupts (thread_id, number);
CREATE INDEX interrupts_by_turn ON interrupts (turn_id, number);
CREATE INDEX interrupts_by_run ON interrupts (run_id);
CREATE INDEX interrupts_due ON interrupts (expires_at) WHERE status = 'open';

-- A scope is made of tenant, user and route.
CREATE TABLE replays (
    scope       TEXT   NOT NULL,
    key         TEXT   NOT NULL,
    body_digest TEXT   NOT NULL,
    status      TEXT   NOT NULL,
    subject     TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (scope, key)
);

-- What people say about answers.
CREATE TABLE ratings (
    thread_id  TEXT   NOT NULL REFERENCES threads (id),
    message_id TEXT   NOT NULL,
    tenant     TEXT   NOT NULL,
    "user"     TEXT   NOT NULL,
    value      BIGINT NOT NULL,
    comment    TEXT   NOT NULL,
    rated_at   BIGINT NOT NULL,
    PRIMARY KEY (thread_id, message_id, "user")
);

-- The second wall between tenants. A transaction names its tenant, '*' for all of them; one that
-- names none sees and writes nothing. It holds for the owner of the tables, too.
ALTER TABLE threads ENABLE ROW LEVEL SECURITY;
ALTER TABLE threads FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON threads USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE runs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON runs USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON events USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE interrupts ENABLE ROW LEVEL SECURITY;
ALTER TABLE interrupts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON interrupts USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE ratings ENABLE ROW LEVEL SECURITY;
ALTER TABLE ratings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ratings USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE replays ENABLE ROW LEVEL SECURITY;
ALTER TABLE replays FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON replays USING (
    starts_with(scope, (SELECT current_setting('interlock.tenant', true)) || '/')
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
