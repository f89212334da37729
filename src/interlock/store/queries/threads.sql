-- Threads and people's ratings of their answers.

-- name: put_thread
-- Insert or replace a thread of the same owner. The taint stays once it is there.
INSERT INTO threads (id, tenant, "user", agent, title, untrusted, created_at, updated_at)
VALUES (:id, :tenant, :user, :agent, :title, :untrusted, :created_at, :updated_at)
ON CONFLICT (id) DO UPDATE SET
    agent = excluded.agent,
    title = excluded.title,
    untrusted = CASE threads.untrusted WHEN 0 THEN excluded.untrusted ELSE 1 END,
    created_at = excluded.created_at,
    updated_at = excluded.updated_at
WHERE threads.tenant = excluded.tenant AND threads."user" = excluded."user";

-- name: touch_thread
-- A run of the thread begins; its first message names a thread that has no name yet.
UPDATE threads
SET updated_at = CASE WHEN updated_at < :time THEN :time ELSE updated_at END,
    title = CASE title WHEN '' THEN :title ELSE title END
WHERE id = :thread_id;

-- name: rename_thread
-- A person's own name for a thread.
UPDATE threads SET title = :title WHERE id = :thread_id;

-- name: delete_thread
-- Take a thread out of sight. Its log stays.
UPDATE threads SET deleted_at = :now WHERE id = :thread_id;

-- name: taint_thread
-- The thread has read content that nobody vouches for.
UPDATE threads SET untrusted = 1 WHERE id = :thread_id;

-- name: thread
-- One thread.
SELECT * FROM threads WHERE id = :thread_id;

-- name: threads_of_user
-- A user's threads, last updated first.
SELECT * FROM threads
WHERE tenant = :tenant AND "user" = :user AND deleted_at = 0 AND updated_at <= :before
  AND (
      updated_at < :before
      OR number < (SELECT number FROM threads WHERE id = :before_id)
  )
  AND title LIKE :title ESCAPE '\'
ORDER BY updated_at DESC, number DESC LIMIT :limit;

-- name: threads_of_tenant
-- A tenant's threads, last updated first.
SELECT * FROM threads
WHERE tenant = :tenant AND deleted_at = 0 AND updated_at <= :before
  AND (
      updated_at < :before
      OR number < (SELECT number FROM threads WHERE id = :before_id)
  )
  AND title LIKE :title ESCAPE '\'
ORDER BY updated_at DESC, number DESC LIMIT :limit;

-- name: rate
-- A person's word on an answer; a later one takes its place.
INSERT INTO ratings (thread_id, message_id, tenant, "user", value, comment, rated_at)
VALUES (:thread_id, :message_id, :tenant, :user, :value, :comment, :now)
ON CONFLICT (thread_id, message_id, "user")
DO UPDATE SET value = excluded.value, comment = excluded.comment, rated_at = excluded.rated_at;

-- name: ratings
-- What the users of a thread said about its answers.
SELECT * FROM ratings WHERE thread_id = :thread_id;
