-- What runs by itself, and what became of each of its times. A slot is there once, whoever fires it.

CREATE TABLE schedules (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT    NOT NULL UNIQUE,
    tenant      TEXT    NOT NULL,
    user        TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    agent       TEXT    NOT NULL,
    message     TEXT    NOT NULL,
    timing_json BLOB    NOT NULL,
    thread_id   TEXT    NOT NULL,
    hook_id     TEXT    NOT NULL,
    missed      TEXT    NOT NULL,
    overlap     TEXT    NOT NULL,
    jitter      INTEGER NOT NULL,
    paused      INTEGER NOT NULL,
    paused_why  TEXT    NOT NULL,
    next_at     INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX schedules_by_user ON schedules (tenant, user, number);
CREATE INDEX schedules_by_tenant ON schedules (tenant, number);
CREATE INDEX schedules_due ON schedules (due_at, number) WHERE paused = 0 AND due_at > 0;

CREATE TABLE slots (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    schedule_id TEXT    NOT NULL REFERENCES schedules (id),
    tenant      TEXT    NOT NULL,
    user        TEXT    NOT NULL,
    slot        INTEGER NOT NULL,
    state       TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    why         TEXT    NOT NULL,
    passed      INTEGER NOT NULL,
    manual      INTEGER NOT NULL,
    thread_id   TEXT    NOT NULL,
    run_id      TEXT    NOT NULL,
    turn_id     TEXT    NOT NULL,
    UNIQUE (schedule_id, slot)
) STRICT;

CREATE INDEX slots_by_turn ON slots (turn_id) WHERE turn_id <> '';
CREATE INDEX slots_waiting ON slots (at, schedule_id) WHERE state = 'waiting';
