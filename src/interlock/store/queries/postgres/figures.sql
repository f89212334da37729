-- Figures, where PostgreSQL says it otherwise.

-- name: uncounted
-- How many runs of a tenant are over and in no figure yet.
SELECT count(*) AS runs FROM runs WHERE counted = 0 AND ended_at > 0 AND tenant = :tenant;

-- name: claim_count
-- Count a run: its number and whose it is. No row when somebody did, or is about to: nobody waits
-- for another counter.
UPDATE runs SET counted = 1, routed = 1, version = :version
WHERE id = (
    SELECT id FROM runs WHERE id = :run_id AND counted = 0 AND ended_at > 0
    FOR UPDATE SKIP LOCKED
)
RETURNING number, tenant;

-- name: add_figure
-- Add to sums, all at once.
INSERT INTO figures (tenant, grain, kind, at, agent, version, name, what, amount)
SELECT * FROM unnest(
    :tenant::text[], :grain::bigint[], :kind::text[], :at::bigint[], :agent::text[],
    :version::text[], :name::text[], :what::text[], :amount::bigint[]
)
ON CONFLICT (tenant, grain, kind, at, agent, version, name, what)
DO UPDATE SET amount = figures.amount + excluded.amount;

-- name: mark_run
-- Runs are behind figures, all at once.
INSERT INTO figure_marks (tenant, kind, what, ended_at, run, name, most)
SELECT * FROM unnest(
    :tenant::text[], :kind::text[], :what::text[], :ended_at::bigint[], :run::bigint[],
    :name::text[], :most::bigint[]
)
ON CONFLICT (tenant, kind, what, ended_at, run, name) DO UPDATE SET most = excluded.most;
