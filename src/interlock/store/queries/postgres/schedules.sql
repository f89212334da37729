-- Schedules where several processes work with one database: each takes what no other holds.

-- name: clock
-- The time that decides what is due: the database's own, one for all processes.
SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now;

-- name: schedule_to_change
-- One schedule, which nobody else changes until the transaction is over.
SELECT * FROM schedules WHERE id = :schedule_id FOR UPDATE;

-- name: due_schedules
-- What comes due and no other scheduler holds, longest due first.
SELECT * FROM schedules
WHERE paused = 0 AND due_at > 0 AND due_at <= :now
ORDER BY due_at, number LIMIT :limit
FOR UPDATE SKIP LOCKED;

-- name: waiting_schedules
-- Schedules with a slot that waits, was not looked at lately, and that no other scheduler holds.
SELECT * FROM schedules
WHERE id IN (SELECT schedule_id FROM slots WHERE state = 'waiting' AND at <= :looked_before)
LIMIT :limit
FOR UPDATE SKIP LOCKED;
