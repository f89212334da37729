-- Threads, where a search in capitals or not is written differently.

-- name: threads_of_user
-- A user's threads, last updated first.
SELECT * FROM threads
WHERE tenant = :tenant AND "user" = :user AND deleted_at = 0 AND updated_at <= :before
  AND (
      updated_at < :before
      OR number < (SELECT number FROM threads WHERE id = :before_id)
  )
  AND title ILIKE :title ESCAPE '\'
ORDER BY updated_at DESC, number DESC LIMIT :limit;

-- name: threads_of_tenant
-- A tenant's threads, last updated first.
SELECT * FROM threads
WHERE tenant = :tenant AND deleted_at = 0 AND updated_at <= :before
  AND (
      updated_at < :before
      OR number < (SELECT number FROM threads WHERE id = :before_id)
  )
  AND title ILIKE :title ESCAPE '\'
ORDER BY updated_at DESC, number DESC LIMIT :limit;
