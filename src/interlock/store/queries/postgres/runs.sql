-- Runs, where many processes drive them: leases count by the database's clock.

-- name: claim_run
-- Give a run to a new driver, unless another worker's lease is alive: from now on the writes of
-- older drivers are refused.
UPDATE runs
SET status = :status, fence = fence + 1, worker = :worker, attempts = attempts + 1,
    lease_until = CASE WHEN :lease_ms = 0 THEN 0
        ELSE CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) + :lease_ms END
WHERE id = :run_id AND status IN ('queued', 'running')
  AND (worker = :worker OR status = 'queued'
       OR lease_until <= CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint));

-- name: renew_leases
-- Prolong the leases that a worker still has; the fences are a JSON object by run. Rows that a
-- commit of the driver holds just now are left out, so that nothing is waited for.
WITH given AS (
    SELECT key AS id, CAST(value AS bigint) AS fence
    FROM json_each_text(CAST(:fences AS json))
), free AS MATERIALIZED (
    SELECT runs.id FROM runs JOIN given ON runs.id = given.id AND runs.fence = given.fence
    WHERE runs.worker = :worker AND runs.status = 'running'
    FOR NO KEY UPDATE OF runs SKIP LOCKED
)
UPDATE runs
SET lease_until = CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) + :lease_ms
FROM free WHERE runs.id = free.id
RETURNING runs.id, runs.cancel_by, runs.cancel_reason;

-- name: renew_lease
-- Prolong one lease.
UPDATE runs
SET lease_until = CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) + :lease_ms
WHERE id = :run_id AND fence = :fence AND worker = :worker AND status = 'running'
RETURNING id, cancel_by, cancel_reason;

-- name: claimable_runs
-- Runs that wait for a driver, or lost theirs: each tenant's first, then each tenant's second …
SELECT * FROM (
    SELECT runs.*, row_number() OVER (PARTITION BY tenant ORDER BY priority DESC, number) AS place
    FROM runs
    WHERE status IN ('queued', 'running') AND (status = 'queued'
        OR lease_until <= CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint))
) AS ranked
ORDER BY place, priority DESC, number LIMIT :limit;

-- name: runs_of_thread
-- The runs of a thread that a principal may see, newest first.
SELECT * FROM runs
WHERE thread_id = :thread_id AND tenant = :tenant AND (:admin = 1 OR "user" = :user)
  AND (
      (:before_id = '' AND created_at < :before)
      OR number < (SELECT number FROM runs WHERE id = :before_id)
  )
ORDER BY number DESC LIMIT :limit;
