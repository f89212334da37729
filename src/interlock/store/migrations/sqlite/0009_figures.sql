-- What the dashboard shows, counted once for each run that is over: sums by minute, hour and day,
-- and which runs are behind them. "grain" is the length of time in ms. "version" is the agent's.

ALTER TABLE runs ADD COLUMN version TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;

CREATE INDEX runs_uncounted ON runs (ended_at) WHERE counted = 0 AND ended_at > 0;

CREATE TABLE figures (
    tenant  TEXT    NOT NULL,
    grain   INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    agent   TEXT    NOT NULL,
    version TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    what    TEXT    NOT NULL,
    amount  INTEGER NOT NULL,
    PRIMARY KEY (tenant, grain, kind, at, agent, version, name, what)
) STRICT, WITHOUT ROWID;

CREATE TABLE figure_runs (
    tenant   TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    what     TEXT    NOT NULL,
    ended_at INTEGER NOT NULL,
    run_id   TEXT    NOT NULL,
    agent    TEXT    NOT NULL,
    version  TEXT    NOT NULL,
    most     INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, name, what, ended_at, run_id)
) STRICT, WITHOUT ROWID;
