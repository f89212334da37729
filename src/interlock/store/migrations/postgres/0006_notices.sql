-- Who is told of what, and each notice on its way. A notice is written with what it tells of.

CREATE TABLE hooks (
    number         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id             TEXT    NOT NULL UNIQUE,
    tenant         TEXT    NOT NULL,
    "user"         TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    url            TEXT    NOT NULL,
    events_json    BYTEA   NOT NULL,
    agent          TEXT    NOT NULL,
    details        BIGINT  NOT NULL,
    disabled_at    BIGINT  NOT NULL,
    disabled_why   TEXT    NOT NULL,
    secret         TEXT    NOT NULL,
    previous       TEXT    NOT NULL,
    previous_until BIGINT  NOT NULL,
    rotated_at     BIGINT  NOT NULL,
    created_at     BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL
);

CREATE INDEX hooks_by_tenant ON hooks (tenant, number);
CREATE INDEX hooks_active ON hooks (tenant, number) WHERE disabled_at = 0;

CREATE TABLE outbox (
    number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    hook_id    TEXT    NOT NULL,
    tenant     TEXT    NOT NULL,
    "user"     TEXT    NOT NULL,
    event      TEXT    NOT NULL,
    run_id     TEXT    NOT NULL,
    thread_id  TEXT    NOT NULL,
    body       BYTEA   NOT NULL,
    state      TEXT    NOT NULL,
    attempts   BIGINT  NOT NULL,
    lease      BIGINT  NOT NULL,
    next_at    BIGINT  NOT NULL,
    created_at BIGINT  NOT NULL,
    ended_at   BIGINT  NOT NULL,
    status     BIGINT  NOT NULL,
    error      TEXT    NOT NULL
);

CREATE INDEX outbox_by_hook ON outbox (hook_id, number);
CREATE INDEX outbox_by_state ON outbox (hook_id, state, number);
CREATE INDEX outbox_due ON outbox (next_at) WHERE state = 'pending';
CREATE INDEX outbox_due_of_hook ON outbox (hook_id, next_at, number) WHERE state = 'pending';
CREATE INDEX outbox_ended ON outbox (ended_at) WHERE state <> 'pending';

ALTER TABLE hooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE hooks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON hooks USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);

ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON outbox USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
