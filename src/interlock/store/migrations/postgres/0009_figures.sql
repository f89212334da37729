-- What the dashboard shows, counted once for each run that is over: sums by minute, hour and day,
-- and which runs are behind them. "grain" is the length of time in ms. "version" is the agent's.

ALTER TABLE runs ADD COLUMN version TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN counted BIGINT NOT NULL DEFAULT 0;

CREATE INDEX runs_uncounted ON runs (ended_at) WHERE counted = 0 AND ended_at > 0;

CREATE TABLE figures (
    tenant  TEXT NOT NULL,
    grain   BIGINT NOT NULL,
    kind    TEXT NOT NULL,
    at      BIGINT NOT NULL,
    agent   TEXT NOT NULL,
    version TEXT NOT NULL,
    name    TEXT NOT NULL,
    what    TEXT NOT NULL,
    amount  BIGINT NOT NULL,
    PRIMARY KEY (tenant, grain, kind, at, agent, version, name, what)
);

CREATE TABLE figure_runs (
    tenant   TEXT NOT NULL,
    kind     TEXT NOT NULL,
    name     TEXT NOT NULL,
    what     TEXT NOT NULL,
    ended_at BIGINT NOT NULL,
    run_id   TEXT NOT NULL,
    agent    TEXT NOT NULL,
    version  TEXT NOT NULL,
    most     BIGINT NOT NULL,
    PRIMARY KEY (tenant, kind, name, what, ended_at, run_id)
);

ALTER TABLE figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE figures FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON figures USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
ALTER TABLE figure_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE figure_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON figure_runs USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);
