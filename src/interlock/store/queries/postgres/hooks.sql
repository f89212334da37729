-- Webhooks where several processes work with one database: each takes what no other holds.

-- name: hook_to_change
-- One webhook, which nobody else changes until the transaction is over.
SELECT * FROM hooks WHERE id = :hook_id FOR UPDATE;

-- name: due_deliveries
-- What is to be sent to a webhook now and no other sender holds, longest due first.
SELECT * FROM outbox
WHERE hook_id = :hook_id AND state = 'pending' AND next_at <= :now
ORDER BY next_at, number LIMIT :limit
FOR UPDATE SKIP LOCKED;
