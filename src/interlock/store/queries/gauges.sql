-- What waits, all tenants together: for metrics. The index of unfinished runs holds these and no others,
-- and is found by its own words.

-- name: queued_heap
-- Runs that no worker has taken.
SELECT COUNT(*) AS heap, MIN(created_at) AS oldest FROM runs
WHERE status IN ('queued', 'running') AND status = 'queued';

-- name: running_heap
-- Runs that a worker drives, or drove when it died.
SELECT COUNT(*) AS heap, MIN(created_at) AS oldest FROM runs
WHERE status IN ('queued', 'running') AND status = 'running';

-- name: leased_heap
-- Runs whose lease is alive.
SELECT COUNT(*) AS heap, MIN(created_at) AS oldest FROM runs
WHERE status IN ('queued', 'running') AND status = 'running' AND lease_until > :now;

-- name: open_questions_heap
-- Questions that wait for people.
SELECT COUNT(*) AS heap, MIN(opened_at) AS oldest FROM interrupts WHERE status = 'open';

-- name: pending_notices_heap
-- Notices that no receiver has taken.
SELECT COUNT(*) AS heap, MIN(created_at) AS oldest FROM outbox WHERE state = 'pending';
