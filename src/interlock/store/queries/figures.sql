-- Figures of the dashboard: counted once for each run that is over, then only added up.

-- name: uncounted_runs
-- Ended runs that are in no figure yet, longest ended first.
SELECT id FROM runs WHERE counted = 0 AND ended_at > 0 ORDER BY ended_at LIMIT :limit;

-- name: claim_count
-- Count a run: its number and whose it is. No row when somebody did.
UPDATE runs SET counted = 1, routed = 1, version = :version
WHERE id = :run_id AND counted = 0 AND ended_at > 0
RETURNING number, tenant;

-- name: add_figure
-- Add to a sum.
INSERT INTO figures (tenant, grain, kind, at, agent, version, name, what, amount)
VALUES (:tenant, :grain, :kind, :at, :agent, :version, :name, :what, :amount)
ON CONFLICT (tenant, grain, kind, at, agent, version, name, what)
DO UPDATE SET amount = figures.amount + excluded.amount;

-- name: mark_run
-- A run is behind a figure.
INSERT INTO figure_marks (tenant, kind, what, ended_at, run, name, most)
VALUES (:tenant, :kind, :what, :ended_at, :run, :name, :most)
ON CONFLICT (tenant, kind, what, ended_at, run, name) DO UPDATE SET most = excluded.most;

-- name: hold_run
-- Keep others from counting a run until this transaction is over.
UPDATE runs SET counted = counted WHERE id = :run_id;

-- name: counted_run
-- Whether a run is counted, and as whose.
SELECT counted, version, tenant, agent FROM runs WHERE id = :run_id;

-- name: figure_sums
-- The sums of one kind in a stretch of time, by agent, version and name.
SELECT agent, version, name, what, CAST(sum(amount) AS BIGINT) AS amount FROM figures
WHERE tenant = :tenant AND grain = :grain AND kind = :kind AND at >= :since AND at < :until
  AND (:agent = '' OR agent = :agent) AND (:version = '' OR version = :version)
GROUP BY agent, version, name, what;

-- name: figure_points
-- The sums of one kind in even steps of time, whatever their names. What no step holds whole is not
-- in it.
SELECT at - (at - :since) % :step AS at, what, CAST(sum(amount) AS BIGINT) AS amount FROM figures
WHERE tenant = :tenant AND grain = :grain AND kind = :kind AND at >= :since AND at < :until
  AND (at - :since) % :step + :grain <= :step
  AND (:agent = '' OR agent = :agent) AND (:version = '' OR version = :version)
GROUP BY at - (at - :since) % :step, what;

-- name: runs_behind
-- The runs behind a figure, last ended first; of every name when none is given, each run once.
SELECT runs.* FROM figure_marks AS marks JOIN runs ON runs.number = marks.run
WHERE marks.tenant = :tenant AND marks.kind = :kind AND marks.what = :what
  AND marks.ended_at >= :since AND marks.ended_at < :until AND marks.most >= :least
  AND (marks.name = :name OR :name = '' AND NOT EXISTS (
      SELECT 1 FROM figure_marks AS others
      WHERE others.tenant = marks.tenant AND others.kind = marks.kind
        AND others.what = marks.what AND others.ended_at = marks.ended_at
        AND others.run = marks.run AND others.name < marks.name AND others.most >= :least
  ))
  AND (:agent = '' OR runs.agent = :agent) AND (:version = '' OR runs.version = :version)
  AND (:admin = 1 OR runs."user" = :user) AND (:status = '' OR runs.status = :status)
  AND marks.ended_at <= :before
  AND (marks.ended_at < :before OR marks.run < (SELECT number FROM runs WHERE id = :before_id))
ORDER BY marks.ended_at DESC, marks.run DESC LIMIT :limit;

-- name: runs_sought
-- A principal's runs of a status or an agent, newest first.
SELECT * FROM runs
WHERE tenant = :tenant AND (:admin = 1 OR "user" = :user)
  AND (:status = '' OR status = :status) AND (:agent = '' OR agent = :agent)
  AND created_at <= :before
  AND (created_at < :before OR number < (SELECT number FROM runs WHERE id = :before_id))
ORDER BY created_at DESC, number DESC LIMIT :limit;

-- name: uncounted
-- How many runs of a tenant are over and in no figure yet: few, which have an index of their own.
SELECT count(*) AS runs FROM runs INDEXED BY runs_uncounted
WHERE counted = 0 AND ended_at > 0 AND tenant = :tenant;

-- name: run_tenants
-- Tenants that have runs, one after the other.
WITH RECURSIVE found (tenant) AS (
    SELECT min(tenant) FROM runs
    UNION ALL
    SELECT (SELECT min(runs.tenant) FROM runs WHERE runs.tenant > found.tenant)
    FROM found WHERE found.tenant IS NOT NULL
)
SELECT tenant FROM found WHERE tenant IS NOT NULL;

-- name: counted_runs
-- The runs of a tenant that are in the figures.
SELECT id, routed FROM runs WHERE tenant = :tenant AND counted = 1 ORDER BY number;

-- name: every_figure
-- All sums of a tenant.
SELECT grain, kind, at, agent, version, name, what, amount FROM figures
WHERE tenant = :tenant AND amount <> 0;

-- name: every_mark
-- Behind which figures the runs of a tenant are. For the audit, which takes its time.
SELECT coalesce(runs.id, '') AS run_id, marks.kind, marks.name, marks.what, marks.most
FROM figure_marks AS marks LEFT JOIN runs ON runs.number = marks.run
WHERE marks.tenant = :tenant;

-- name: drop_figures
-- Forget all sums of a tenant.
DELETE FROM figures WHERE tenant = :tenant;

-- name: drop_marks
-- Forget which runs are behind them.
DELETE FROM figure_marks WHERE tenant = :tenant;

-- name: uncount_runs
-- Count all runs of a tenant again.
UPDATE runs SET counted = 0, routed = 0 WHERE tenant = :tenant AND counted = 1;
