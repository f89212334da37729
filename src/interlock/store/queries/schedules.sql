-- Schedules and their slots.

-- name: clock
-- The time that decides what is due: where one process works with the database, its own.
SELECT :now AS now;

-- name: schedule
-- One schedule.
SELECT * FROM schedules WHERE id = :schedule_id;

-- name: schedule_to_change
-- One schedule, which nobody else changes until the transaction is over.
SELECT * FROM schedules WHERE id = :schedule_id;

-- name: schedules_of_user
-- A user's schedules, newest first.
SELECT * FROM schedules
WHERE tenant = :tenant AND "user" = :user
  AND number < coalesce((SELECT number FROM schedules WHERE id = :before), 9223372036854775807)
ORDER BY number DESC LIMIT :limit;

-- name: schedules_of_tenant
-- A tenant's schedules, newest first.
SELECT * FROM schedules
WHERE tenant = :tenant
  AND number < coalesce((SELECT number FROM schedules WHERE id = :before), 9223372036854775807)
ORDER BY number DESC LIMIT :limit;

-- name: count_schedules
-- How many schedules a tenant has.
SELECT count(*) AS count FROM schedules WHERE tenant = :tenant;

-- name: add_schedule
-- Add a schedule.
INSERT INTO schedules (
    id, tenant, "user", name, agent, message, timing_json, thread_id, hook_id, missed, overlap,
    jitter, paused, paused_why, next_at, due_at, created_at, updated_at
) VALUES (
    :id, :tenant, :user, :name, :agent, :message, :timing_json, :thread_id, :hook_id, :missed,
    :overlap, :jitter, :paused, :paused_why, :next_at, :due_at, :created_at, :updated_at
);

-- name: change_schedule
-- Change everything but whose it is.
UPDATE schedules
SET name = :name, agent = :agent, message = :message, timing_json = :timing_json,
    thread_id = :thread_id, hook_id = :hook_id, missed = :missed, overlap = :overlap,
    jitter = :jitter, paused = :paused, paused_why = :paused_why, next_at = :next_at,
    due_at = :due_at, updated_at = :updated_at
WHERE id = :id;

-- name: remove_slots
-- Forget what became of a schedule's times.
DELETE FROM slots WHERE schedule_id = :schedule_id;

-- name: remove_schedule
-- Forget a schedule.
DELETE FROM schedules WHERE id = :schedule_id;

-- name: due_schedules
-- What comes due, longest due first.
SELECT * FROM schedules
WHERE paused = 0 AND due_at > 0 AND due_at <= :now
ORDER BY due_at, number LIMIT :limit;

-- name: waiting_schedules
-- Schedules with a slot that waits for the one before and was not looked at lately.
SELECT * FROM schedules
WHERE id IN (SELECT schedule_id FROM slots WHERE state = 'waiting' AND at <= :looked_before)
LIMIT :limit;

-- name: any_schedule_due
-- Whether something comes due: asked often, and mostly in vain.
SELECT 1 AS due FROM schedules WHERE paused = 0 AND due_at > 0 AND due_at <= :now LIMIT 1;

-- name: any_slot_waiting
-- Whether a slot waits that was not looked at lately.
SELECT 1 AS waiting FROM slots WHERE state = 'waiting' AND at <= :looked_before LIMIT 1;

-- name: add_slot
-- Take a slot. No row is added when it was taken before.
INSERT INTO slots (
    schedule_id, tenant, "user", slot, state, at, why, passed, manual, thread_id, run_id, turn_id
) VALUES (
    :schedule_id, :tenant, :user, :slot, :state, :at, :why, :passed, :manual, :thread_id, :run_id,
    :turn_id
)
ON CONFLICT (schedule_id, slot) DO NOTHING;

-- name: change_slot
-- What became of a slot.
UPDATE slots
SET state = :state, at = :at, why = :why, thread_id = :thread_id, run_id = :run_id,
    turn_id = :turn_id
WHERE schedule_id = :schedule_id AND slot = :slot;

-- name: slots
-- What became of a schedule's times, latest first.
SELECT * FROM slots
WHERE schedule_id = :schedule_id AND slot < :before
ORDER BY slot DESC LIMIT :limit;

-- name: waiting_slots
-- The slots that wait, in their order.
SELECT * FROM slots WHERE schedule_id = :schedule_id AND state = 'waiting' ORDER BY slot;

-- name: slot_of_turn
-- The slot that a turn began with.
SELECT * FROM slots WHERE turn_id = :turn_id AND turn_id <> '';

-- name: busy_slot
-- One of the last fired slots whose turn is not over: it works, or waits for a person.
SELECT slot FROM slots
WHERE schedule_id = :schedule_id AND state = 'fired' AND slot > coalesce((
    SELECT slot FROM slots
    WHERE schedule_id = :schedule_id ORDER BY slot DESC LIMIT 1 OFFSET :looked_at
), 0) AND (
    EXISTS (
        SELECT 1 FROM runs
        WHERE runs.turn_id = slots.turn_id AND runs.status IN ('queued', 'running')
    ) OR EXISTS (
        SELECT 1 FROM interrupts
        WHERE interrupts.turn_id = slots.turn_id AND interrupts.status = 'open'
    )
)
LIMIT 1;

-- name: forget_slots
-- Drop the oldest slots of a schedule beyond a number of them.
DELETE FROM slots
WHERE schedule_id = :schedule_id AND state <> 'waiting' AND slot <= (
    SELECT slot FROM slots
    WHERE schedule_id = :schedule_id ORDER BY slot DESC LIMIT 1 OFFSET :keep
);
