-- Where PostgreSQL says it differently: JSON arrays.

-- name: questions_for_roles
-- A user's own questions, and those that ask for a role of the user's, newest first.
SELECT * FROM (
  SELECT * FROM interrupts
  WHERE tenant = :tenant AND "user" = :user
    AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
  ORDER BY number DESC LIMIT :limit
) AS own
UNION
SELECT * FROM (
  SELECT * FROM interrupts
  WHERE tenant = :tenant AND approver <> ''
    AND approver IN (SELECT json_array_elements_text(CAST(:roles AS json)))
    AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
  ORDER BY number DESC LIMIT :limit
) AS asked
ORDER BY number DESC LIMIT :limit;

-- name: questions_for_roles_by_status
-- The same, at one point.
SELECT * FROM (
  SELECT * FROM interrupts
  WHERE tenant = :tenant AND "user" = :user
    AND status = :status
    AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
  ORDER BY number DESC LIMIT :limit
) AS own
UNION
SELECT * FROM (
  SELECT * FROM interrupts
  WHERE tenant = :tenant AND approver <> ''
    AND approver IN (SELECT json_array_elements_text(CAST(:roles AS json)))
    AND status = :status
    AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
  ORDER BY number DESC LIMIT :limit
) AS asked
ORDER BY number DESC LIMIT :limit;

-- name: questions_of_thread
-- The questions of a thread that a principal may see, newest first.
SELECT * FROM interrupts
WHERE thread_id = :thread_id AND tenant = :tenant
  AND (
      :admin = 1 OR "user" = :user
      OR (approver <> '' AND approver IN (SELECT json_array_elements_text(CAST(:roles AS json))))
  )
  AND (:approver = '' OR approver = :approver)
  AND (:status = '' OR status = :status)
  AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
ORDER BY number DESC LIMIT :limit;
