-- What calls cost, and what may still be spent. Money is whole picodollars (10^-12 USD).

ALTER TABLE runs ADD COLUMN key TEXT NOT NULL DEFAULT '';

CREATE TABLE ledger_zones (
    tenant TEXT NOT NULL PRIMARY KEY,
    zone   TEXT NOT NULL
);

-- One row an attempt to call a model, and further revisions that correct it. No row ever changes.
CREATE TABLE ledger (
    number             BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id             TEXT    NOT NULL,
    call_index         BIGINT NOT NULL,
    attempt            BIGINT NOT NULL,
    revision           BIGINT NOT NULL,
    seq                BIGINT NOT NULL,
    tenant             TEXT    NOT NULL,
    "user"             TEXT    NOT NULL,
    agent              TEXT    NOT NULL,
    role               TEXT    NOT NULL,
    key                TEXT    NOT NULL,
    thread_id          TEXT    NOT NULL,
    at                 BIGINT NOT NULL,
    day                TEXT    NOT NULL,
    provider           TEXT    NOT NULL,
    model              TEXT    NOT NULL,
    requested          TEXT    NOT NULL,
    kind               TEXT    NOT NULL,
    outcome            TEXT    NOT NULL,
    fallback           BIGINT NOT NULL,
    tier               TEXT    NOT NULL,
    input_tokens       BIGINT NOT NULL,
    cached_tokens      BIGINT NOT NULL,
    cache_write_tokens BIGINT NOT NULL,
    output_tokens      BIGINT NOT NULL,
    reasoning_tokens   BIGINT NOT NULL,
    audio_tokens       BIGINT NOT NULL,
    other_units        BIGINT NOT NULL,
    cost               BIGINT,
    version            TEXT    NOT NULL,
    source             TEXT    NOT NULL,
    consistent         BIGINT NOT NULL,
    reported           BIGINT,
    response_id        TEXT    NOT NULL,
    lines_json         BYTEA    NOT NULL,
    why                TEXT    NOT NULL,
    UNIQUE (run_id, call_index, attempt, revision)
);

CREATE INDEX ledger_by_time ON ledger (tenant, at, number);
CREATE INDEX ledger_by_key ON ledger (tenant, key, day) WHERE key <> '';

-- The sum of the rows above, kept with every one of them.
CREATE TABLE usage_days (
    tenant             TEXT    NOT NULL,
    day                TEXT    NOT NULL,
    "user"             TEXT    NOT NULL,
    agent              TEXT    NOT NULL,
    role               TEXT    NOT NULL,
    provider           TEXT    NOT NULL,
    model              TEXT    NOT NULL,
    kind               TEXT    NOT NULL,
    outcome            TEXT    NOT NULL,
    fallback           BIGINT NOT NULL,
    calls              BIGINT NOT NULL,
    input_tokens       BIGINT NOT NULL,
    cached_tokens      BIGINT NOT NULL,
    cache_write_tokens BIGINT NOT NULL,
    output_tokens      BIGINT NOT NULL,
    reasoning_tokens   BIGINT NOT NULL,
    audio_tokens       BIGINT NOT NULL,
    other_units        BIGINT NOT NULL,
    cost               BIGINT NOT NULL,
    unpriced           BIGINT NOT NULL,
    estimated          BIGINT NOT NULL,
    PRIMARY KEY (
        tenant, day, "user", agent, role, provider, model, kind, outcome, fallback
    )
);

CREATE TABLE usage_runs (
    tenant TEXT    NOT NULL,
    day    TEXT    NOT NULL,
    "user" TEXT    NOT NULL,
    agent  TEXT    NOT NULL,
    status TEXT    NOT NULL,
    runs   BIGINT NOT NULL,
    PRIMARY KEY (tenant, day, "user", agent, status)
);

-- Runs that ended before there was a ledger; their days are those of UTC.
INSERT INTO usage_runs (tenant, day, "user", agent, status, runs)
SELECT tenant, to_char(to_timestamp(ended_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), "user", agent, status, count(*)
FROM runs WHERE ended_at > 0 GROUP BY 1, 2, 3, 4, 5;

CREATE TABLE usage_actions (
    tenant  TEXT    NOT NULL,
    day     TEXT    NOT NULL,
    "user"  TEXT    NOT NULL,
    agent   TEXT    NOT NULL,
    tool    TEXT    NOT NULL,
    actions BIGINT NOT NULL,
    PRIMARY KEY (tenant, day, "user", agent, tool)
);

CREATE TABLE quotas (
    number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    tenant     TEXT    NOT NULL,
    scope      TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    measure    TEXT    NOT NULL,
    period     TEXT    NOT NULL,
    cap        BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by TEXT    NOT NULL,
    UNIQUE (tenant, scope, subject, measure, period)
);

-- "stretch" is a day (d:2026-11-30), a month (m:2026-11) or a run (r:…).
CREATE TABLE meters (
    tenant          TEXT    NOT NULL,
    scope           TEXT    NOT NULL,
    subject         TEXT    NOT NULL,
    stretch         TEXT    NOT NULL,
    spent_usd       BIGINT NOT NULL,
    spent_tokens    BIGINT NOT NULL,
    reserved_usd    BIGINT NOT NULL,
    reserved_tokens BIGINT NOT NULL,
    PRIMARY KEY (tenant, stretch, scope, subject)
);

CREATE TABLE reservations (
    run_id     TEXT    NOT NULL,
    call_index BIGINT NOT NULL,
    attempt    BIGINT NOT NULL,
    tenant     TEXT    NOT NULL,
    scope      TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    stretch    TEXT    NOT NULL,
    fence      BIGINT NOT NULL,
    usd        BIGINT NOT NULL,
    tokens     BIGINT NOT NULL,
    made_at    BIGINT NOT NULL,
    PRIMARY KEY (run_id, call_index, attempt, scope, subject, stretch)
);

CREATE INDEX reservations_by_meter ON reservations (tenant, stretch, scope, subject);

-- Which quotas have warned for which stretch of time.
CREATE TABLE quota_warnings (
    tenant   TEXT    NOT NULL,
    quota_id TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    stretch  TEXT    NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (tenant, quota_id, subject, stretch)
);

ALTER TABLE ledger_zones ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_zones FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ledger_zones USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE ledger ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ledger USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE usage_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE usage_days FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON usage_days USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE usage_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE usage_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON usage_runs USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE usage_actions ENABLE ROW LEVEL SECURITY;
ALTER TABLE usage_actions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON usage_actions USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE quotas ENABLE ROW LEVEL SECURITY;
ALTER TABLE quotas FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON quotas USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE meters ENABLE ROW LEVEL SECURITY;
ALTER TABLE meters FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON meters USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reservations USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE quota_warnings ENABLE ROW LEVEL SECURITY;
ALTER TABLE quota_warnings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON quota_warnings USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
