-- Idempotency keys.

-- name: remember
-- Bind an idempotency key, unless it is bound already.
INSERT INTO replays (scope, key, body_digest, status, subject, created_at)
VALUES (:scope, :key, :body_digest, :status, :subject, :now)
ON CONFLICT (scope, key) DO NOTHING;

-- name: replay
-- What an idempotency key stands for.
SELECT body_digest, status, subject FROM replays WHERE scope = :scope AND key = :key;
