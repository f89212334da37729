-- Webhooks, and the notices on their way to them.

-- name: hook
-- One webhook.
SELECT * FROM hooks WHERE id = :hook_id;

-- name: hook_to_change
-- One webhook, which nobody else changes until the transaction is over.
SELECT * FROM hooks WHERE id = :hook_id;

-- name: hooks_of_tenant
-- A tenant's webhooks, newest first.
SELECT * FROM hooks WHERE tenant = :tenant ORDER BY number DESC;

-- name: active_hooks
-- The webhooks of a tenant that are on. Asked whenever there may be something to tell.
SELECT * FROM hooks WHERE tenant = :tenant AND disabled_at = 0 ORDER BY number;

-- name: add_hook
-- Add a webhook.
INSERT INTO hooks (
    id, tenant, "user", name, url, events_json, agent, details, disabled_at, disabled_why, secret,
    previous, previous_until, rotated_at, created_at, updated_at
) VALUES (
    :id, :tenant, :user, :name, :url, :events_json, :agent, :details, :disabled_at, :disabled_why,
    :secret, '', 0, :rotated_at, :created_at, :updated_at
);

-- name: change_hook
-- Change everything but whose it is and what it signs with.
UPDATE hooks
SET name = :name, url = :url, events_json = :events_json, agent = :agent, details = :details,
    disabled_at = :disabled_at, disabled_why = :disabled_why, rotated_at = :rotated_at,
    updated_at = :updated_at
WHERE id = :id;

-- name: change_secrets
-- Sign with a new secret, and with the one before for a while.
UPDATE hooks SET secret = :secret, previous = :previous, previous_until = :previous_until
WHERE id = :hook_id;

-- name: remove_deliveries
-- Forget what a webhook got and would get.
DELETE FROM outbox WHERE hook_id = :hook_id;

-- name: remove_hook
-- Forget a webhook.
DELETE FROM hooks WHERE id = :hook_id;

-- name: add_delivery
-- Send a notice on its way, once however often it is told. It is due at once, by any clock.
INSERT INTO outbox (
    id, hook_id, tenant, "user", event, run_id, thread_id, body, state, attempts, lease, next_at,
    created_at, ended_at, status, error
) VALUES (
    :id, :hook_id, :tenant, :user, :event, :run_id, :thread_id, :body, 'pending', 0, 0, 0,
    :created_at, 0, 0, ''
)
ON CONFLICT (id) DO NOTHING;

-- name: any_delivery_due
-- Whether something is to be sent: asked often, and mostly in vain.
SELECT 1 AS due FROM outbox WHERE state = 'pending' AND next_at <= :now LIMIT 1;

-- name: next_hook_with_mail
-- The next webhook, in the order of their ids, that something waits for.
SELECT hook_id FROM outbox WHERE state = 'pending' AND hook_id > :after ORDER BY hook_id LIMIT 1;

-- name: due_deliveries
-- What is to be sent to a webhook now, longest due first.
SELECT * FROM outbox
WHERE hook_id = :hook_id AND state = 'pending' AND next_at <= :now
ORDER BY next_at, number LIMIT :limit;

-- name: claim_delivery
-- Hand a notice to a sender: nobody else gets it before the lease is over.
UPDATE outbox SET attempts = attempts + 1, lease = lease + 1, next_at = :until WHERE id = :id;

-- name: settle_delivery
-- How an attempt went. No row changes when the lease was given to another sender meanwhile.
UPDATE outbox
SET state = :state, next_at = :next_at, ended_at = :ended_at, status = :status, error = :error
WHERE id = :id AND lease = :lease AND state = 'pending';

-- name: give_up_deliveries
-- Set aside all that still waits for a webhook.
UPDATE outbox SET state = 'failed', ended_at = :now, error = :error
WHERE hook_id = :hook_id AND state = 'pending';

-- name: delivery
-- One notice of a webhook.
SELECT * FROM outbox WHERE id = :id AND hook_id = :hook_id;

-- name: deliveries
-- What a webhook got, newest first.
SELECT * FROM outbox
WHERE hook_id = :hook_id
  AND number < coalesce((SELECT number FROM outbox WHERE id = :before), 9223372036854775807)
ORDER BY number DESC LIMIT :limit;

-- name: deliveries_by_state
-- What a webhook got that stands at one point, newest first.
SELECT * FROM outbox
WHERE hook_id = :hook_id AND state = :state
  AND number < coalesce((SELECT number FROM outbox WHERE id = :before), 9223372036854775807)
ORDER BY number DESC LIMIT :limit;

-- name: redeliver
-- Send a notice once more, from the beginning.
UPDATE outbox
SET state = 'pending', attempts = 0, lease = lease + 1, next_at = :now, ended_at = 0, error = ''
WHERE id = :id AND hook_id = :hook_id;

-- name: redeliver_failed
-- Send what was set aside since a time once more.
UPDATE outbox
SET state = 'pending', attempts = 0, lease = lease + 1, next_at = :now, ended_at = 0, error = ''
WHERE hook_id = :hook_id AND state = 'failed' AND created_at >= :since;

-- name: forget_deliveries
-- Drop what is over for long, some at a time.
DELETE FROM outbox WHERE number IN (
    SELECT number FROM outbox WHERE state <> 'pending' AND ended_at < :before LIMIT :limit
);
