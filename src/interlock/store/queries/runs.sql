-- Runs.

-- name: add_run
-- Add a run.
INSERT INTO runs (
    id, tenant, "user", thread_id, turn_id, agent, status, last_seq, fence, created_at, ended_at,
    resumes, channel, hidden, cancel_by, cancel_reason, code, text, brake, usage_json, priority,
    key
) VALUES (
    :id, :tenant, :user, :thread_id, :turn_id, :agent, :status, :last_seq, :fence, :created_at,
    :ended_at, :resumes, :channel, :hidden, :cancel_by, :cancel_reason, :code, :text, :brake,
    :usage_json, :priority, :key
);

-- name: claim_run
-- Give a run to a new driver: from now on the writes of older ones are refused. One process owns
-- this database, so nobody else's lease can be alive.
UPDATE runs
SET status = :status, fence = fence + 1, worker = :worker, attempts = attempts + 1,
    lease_until = CASE WHEN :lease_ms = 0 THEN 0
        ELSE CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) + :lease_ms END
WHERE id = :run_id AND status IN ('queued', 'running');

-- name: renew_leases
-- Prolong the leases that a worker still has; the fences are a JSON object by run.
UPDATE runs
SET lease_until = CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) + :lease_ms
WHERE id IN (SELECT key FROM json_each(:fences)) AND status = 'running' AND worker = :worker
  AND fence = (SELECT value FROM json_each(:fences) WHERE key = runs.id)
RETURNING id, cancel_by, cancel_reason;

-- name: renew_lease
-- Prolong one lease.
UPDATE runs
SET lease_until = CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) + :lease_ms
WHERE id = :run_id AND fence = :fence AND worker = :worker AND status = 'running'
RETURNING id, cancel_by, cancel_reason;

-- name: release_run
-- Let go of a run in good order; any worker may have it.
UPDATE runs SET worker = '', lease_until = 0, attempts = 0
WHERE id = :run_id AND fence = :fence;

-- name: claimable_runs
-- Runs that wait for a driver, or lost theirs: each tenant's first, then each tenant's second …
SELECT * FROM (
    SELECT runs.*, row_number() OVER (PARTITION BY tenant ORDER BY priority DESC, number) AS place
    FROM runs
    WHERE status IN ('queued', 'running') AND (status = 'queued'
        OR lease_until <= CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))
) AS ranked
ORDER BY place, priority DESC, number LIMIT :limit;

-- name: end_run
-- The run is over.
UPDATE runs
SET status = :status, ended_at = :time, code = :code, text = :text, brake = :brake,
    usage_json = :usage_json
WHERE id = :run_id;

-- name: request_cancel
-- Ask the driver of an active run to stop. The first who asks is remembered.
UPDATE runs SET cancel_by = :by, cancel_reason = :reason
WHERE id = :run_id AND status IN ('queued', 'running') AND cancel_by = '';

-- name: hide_turns
-- Take a turn and what came after it out of a thread's history.
UPDATE runs SET hidden = 1
WHERE thread_id = :thread_id
  AND number >= (
      SELECT min(number) FROM runs WHERE thread_id = :thread_id AND turn_id = :turn_id
  );

-- name: run
-- One run.
SELECT * FROM runs WHERE id = :run_id;

-- name: runs_of_user
-- A user's runs, newest first.
SELECT * FROM runs
WHERE tenant = :tenant AND "user" = :user AND created_at <= :before
  AND (created_at < :before OR number < (SELECT number FROM runs WHERE id = :before_id))
ORDER BY created_at DESC, number DESC LIMIT :limit;

-- name: runs_of_tenant
-- A tenant's runs, newest first.
SELECT * FROM runs
WHERE tenant = :tenant AND created_at <= :before
  AND (created_at < :before OR number < (SELECT number FROM runs WHERE id = :before_id))
ORDER BY created_at DESC, number DESC LIMIT :limit;

-- name: runs_of_thread
-- The runs of a thread that a principal may see, newest first. The plus keeps SQLite from walking
-- through the whole tenant.
SELECT * FROM runs
WHERE thread_id = :thread_id AND +tenant = :tenant AND (:admin = 1 OR "user" = :user)
  AND (
      (:before_id = '' AND created_at < :before)
      OR number < (SELECT number FROM runs WHERE id = :before_id)
  )
ORDER BY number DESC LIMIT :limit;

-- name: turn_runs
-- The runs of a turn in the order in which they began.
SELECT * FROM runs WHERE turn_id = :turn_id ORDER BY number;

-- name: thread_runs
-- The runs of a thread in the order in which they began.
SELECT * FROM runs WHERE thread_id = :thread_id ORDER BY number;

-- name: turns_before
-- The last visible turns of a thread that began before another one, newest first.
SELECT turn_id, number AS begins FROM runs
WHERE thread_id = :thread_id AND hidden = 0 AND number < :before
  AND NOT EXISTS (
    SELECT 1 FROM runs AS earlier
    WHERE earlier.turn_id = runs.turn_id AND earlier.number < runs.number
  )
ORDER BY number DESC
LIMIT :limit;

-- name: turn_begins
-- Where the runs of a turn begin among those of its thread.
SELECT MIN(number) AS begins FROM runs WHERE thread_id = :thread_id AND turn_id = :turn_id;

-- name: active_run
-- The run of a thread that is not over; an index keeps it the only one.
SELECT * FROM runs WHERE thread_id = :thread_id AND status IN ('queued', 'running');

-- name: unfinished_runs
-- All runs that are not over, oldest first.
SELECT * FROM runs WHERE status IN ('queued', 'running') ORDER BY number;
