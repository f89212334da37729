-- What calls cost, and what may still be spent. Money is whole picodollars (10^-12 USD).

ALTER TABLE runs ADD COLUMN key TEXT NOT NULL DEFAULT '';

CREATE TABLE ledger_zones (
    tenant TEXT NOT NULL PRIMARY KEY,
    zone   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row an attempt to call a model, and further revisions that correct it. No row ever changes.
CREATE TABLE ledger (
    number             INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id             TEXT    NOT NULL,
    call_index         INTEGER NOT NULL,
    attempt            INTEGER NOT NULL,
    revision           INTEGER NOT NULL,
    seq                INTEGER NOT NULL,
    tenant             TEXT    NOT NULL,
    user               TEXT    NOT NULL,
    agent              TEXT    NOT NULL,
    role               TEXT    NOT NULL,
    key                TEXT    NOT NULL,
    thread_id          TEXT    NOT NULL,
    at                 INTEGER NOT NULL,
    day                TEXT    NOT NULL,
    provider           TEXT    NOT NULL,
    model              TEXT    NOT NULL,
    requested          TEXT    NOT NULL,
    kind               TEXT    NOT NULL,
    outcome            TEXT    NOT NULL,
    fallback           INTEGER NOT NULL,
    tier               TEXT    NOT NULL,
    input_tokens       INTEGER NOT NULL,
    cached_tokens      INTEGER NOT NULL,
    cache_write_tokens INTEGER NOT NULL,
    output_tokens      INTEGER NOT NULL,
    reasoning_tokens   INTEGER NOT NULL,
    audio_tokens       INTEGER NOT NULL,
    other_units        INTEGER NOT NULL,
    cost               INTEGER,
    version            TEXT    NOT NULL,
    source             TEXT    NOT NULL,
    consistent         INTEGER NOT NULL,
    reported           INTEGER,
    response_id        TEXT    NOT NULL,
    lines_json         BLOB    NOT NULL,
    why                TEXT    NOT NULL,
    UNIQUE (run_id, call_index, attempt, revision)
) STRICT;

CREATE INDEX ledger_by_time ON ledger (tenant, at, number);
CREATE INDEX ledger_by_key ON ledger (tenant, key, day) WHERE key <> '';

-- The sum of the rows above, kept with every one of them.
CREATE TABLE usage_days (
    tenant             TEXT    NOT NULL,
    day                TEXT    NOT NULL,
    user               TEXT    NOT NULL,
    agent              TEXT    NOT NULL,
    role               TEXT    NOT NULL,
    provider           TEXT    NOT NULL,
    model              TEXT    NOT NULL,
    kind               TEXT    NOT NULL,
    outcome            TEXT    NOT NULL,
    fallback           INTEGER NOT NULL,
    calls              INTEGER NOT NULL,
    input_tokens       INTEGER NOT NULL,
    cached_tokens      INTEGER NOT NULL,
    cache_write_tokens INTEGER NOT NULL,
    output_tokens      INTEGER NOT NULL,
    reasoning_tokens   INTEGER NOT NULL,
    audio_tokens       INTEGER NOT NULL,
    other_units        INTEGER NOT NULL,
    cost               INTEGER NOT NULL,
    unpriced           INTEGER NOT NULL,
    estimated          INTEGER NOT NULL,
    PRIMARY KEY (
        tenant, day, user, agent, role, provider, model, kind, outcome, fallback
    )
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_runs (
    tenant TEXT    NOT NULL,
    day    TEXT    NOT NULL,
    user   TEXT    NOT NULL,
    agent  TEXT    NOT NULL,
    status TEXT    NOT NULL,
    runs   INTEGER NOT NULL,
    PRIMARY KEY (tenant, day, user, agent, status)
) STRICT, WITHOUT ROWID;

-- Runs that ended before there was a ledger; their days are those of UTC.
INSERT INTO usage_runs (tenant, day, user, agent, status, runs)
SELECT tenant, strftime('%Y-%m-%d', ended_at / 1000, 'unixepoch'), user, agent, status, count(*)
FROM runs WHERE ended_at > 0 GROUP BY 1, 2, 3, 4, 5;

CREATE TABLE usage_actions (
    tenant  TEXT    NOT NULL,
    day     TEXT    NOT NULL,
    user    TEXT    NOT NULL,
    agent   TEXT    NOT NULL,
    tool    TEXT    NOT NULL,
    actions INTEGER NOT NULL,
    PRIMARY KEY (tenant, day, user, agent, tool)
) STRICT, WITHOUT ROWID;

CREATE TABLE quotas (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT    NOT NULL UNIQUE,
    tenant     TEXT    NOT NULL,
    scope      TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    measure    TEXT    NOT NULL,
    period     TEXT    NOT NULL,
    cap        INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT    NOT NULL,
    UNIQUE (tenant, scope, subject, measure, period)
) STRICT;

-- "stretch" is a day (d:2026-11-30), a month (m:2026-11) or a run (r:…).
CREATE TABLE meters (
    tenant          TEXT    NOT NULL,
    scope           TEXT    NOT NULL,
    subject         TEXT    NOT NULL,
    stretch         TEXT    NOT NULL,
    spent_usd       INTEGER NOT NULL,
    spent_tokens    INTEGER NOT NULL,
    reserved_usd    INTEGER NOT NULL,
    reserved_tokens INTEGER NOT NULL,
    PRIMARY KEY (tenant, stretch, scope, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE reservations (
    run_id     TEXT    NOT NULL,
    call_index INTEGER NOT NULL,
    attempt    INTEGER NOT NULL,
    tenant     TEXT    NOT NULL,
    scope      TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    stretch    TEXT    NOT NULL,
    fence      INTEGER NOT NULL,
    usd        INTEGER NOT NULL,
    tokens     INTEGER NOT NULL,
    made_at    INTEGER NOT NULL,
    PRIMARY KEY (run_id, call_index, attempt, scope, subject, stretch)
) STRICT, WITHOUT ROWID;

CREATE INDEX reservations_by_meter ON reservations (tenant, stretch, scope, subject);

-- Which quotas have warned for which stretch of time.
CREATE TABLE quota_warnings (
    tenant   TEXT    NOT NULL,
    quota_id TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    stretch  TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (tenant, quota_id, subject, stretch)
) STRICT, WITHOUT ROWID;
