-- What runs by itself, and what became of each of its times. A slot is there once, whoever fires it.

CREATE TABLE schedules (
    number      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    tenant      TEXT    NOT NULL,
    "user"      TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    agent       TEXT    NOT NULL,
    message     TEXT    NOT NULL,
    timing_json BYTEA   NOT NULL,
    thread_id   TEXT    NOT NULL,
    hook_id     TEXT    NOT NULL,
    missed      TEXT    NOT NULL,
    overlap     TEXT    NOT NULL,
    jitter      BIGINT  NOT NULL,
    paused      BIGINT  NOT NULL,
    paused_why  TEXT    NOT NULL,
    next_at     BIGINT  NOT NULL,
    due_at      BIGINT  NOT NULL,
    created_at  BIGINT  NOT NULL,
    updated_at  BIGINT  NOT NULL
);

CREATE INDEX schedules_by_user ON schedules (tenant, "user", number);
CREATE INDEX schedules_by_tenant ON schedules (tenant, number);
CREATE INDEX schedules_due ON schedules (due_at, number) WHERE paused = 0 AND due_at > 0;

CREATE TABLE slots (
    number      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    schedule_id TEXT    NOT NULL REFERENCES schedules (id),
    tenant      TEXT    NOT NULL,
    "user"      TEXT    NOT NULL,
    slot        BIGINT  NOT NULL,
    state       TEXT    NOT NULL,
    at          BIGINT  NOT NULL,
    why         TEXT    NOT NULL,
    passed      BIGINT  NOT NULL,
    manual      BIGINT  NOT NULL,
    thread_id   TEXT    NOT NULL,
    run_id      TEXT    NOT NULL,
    turn_id     TEXT    NOT NULL,
    UNIQUE (schedule_id, slot)
);

CREATE INDEX slots_by_turn ON slots (turn_id) WHERE turn_id <> '';
CREATE INDEX slots_waiting ON slots (at, schedule_id) WHERE state = 'waiting';

ALTER TABLE schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON schedules USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);

ALTER TABLE slots ENABLE ROW LEVEL SECURITY;
ALTER TABLE slots FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON slots USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
