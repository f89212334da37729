-- Sealed secrets of the arguments of calls.

-- name: put_sealed
-- Keep a secret; one that is there is as new.
INSERT INTO sealed (tenant, thread_id, handle, time, body)
VALUES (:tenant, :thread_id, :handle, :time, :body)
ON CONFLICT (tenant, thread_id, handle) DO UPDATE SET time = excluded.time, body = excluded.body;

-- name: sealed
-- One secret.
SELECT body FROM sealed WHERE tenant = :tenant AND thread_id = :thread_id AND handle = :handle;

-- name: drop_sealed
-- Drop what had no use for long, where nothing is under way and no question waits.
DELETE FROM sealed WHERE time <= :before
  AND NOT EXISTS (
    SELECT 1 FROM runs
    WHERE runs.thread_id = sealed.thread_id AND runs.status IN ('queued', 'running')
  )
  AND NOT EXISTS (
    SELECT 1 FROM interrupts
    WHERE interrupts.thread_id = sealed.thread_id AND interrupts.status = 'open'
  );
