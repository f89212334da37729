-- Questions to people.

-- name: add_question
-- Store a question to a person; it is open.
INSERT INTO interrupts (
    id, tenant, "user", thread_id, run_id, turn_id, kind, digest, opened_at, expires_at, status,
    decided_by, decided_at, channel, reason, body, answer_json, approver
) VALUES (
    :id, :tenant, :user, :thread_id, :run_id, :turn_id, :kind, :digest, :opened_at, :expires_at,
    'open', '', 0, '', '', :body, :answer_json, :approver
);

-- name: decide
-- The compare-and-swap from open: whoever comes second changes no row.
UPDATE interrupts
SET status = :status, decided_by = :by, decided_at = :at, channel = :channel, reason = :reason,
    answer_json = :answer_json
WHERE id = :id AND status = 'open';

-- name: question
-- One question.
SELECT * FROM interrupts WHERE id = :interrupt_id;

-- name: questions_of_user
-- A user's questions, newest first.
SELECT * FROM interrupts
WHERE tenant = :tenant AND "user" = :user
  AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
ORDER BY number DESC LIMIT :limit;

-- name: questions_of_user_by_status
-- A user's questions that stand at one point, newest first.
SELECT * FROM interrupts
WHERE tenant = :tenant AND "user" = :user
  AND status = :status
  AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
ORDER BY number DESC LIMIT :limit;

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
  SELECT * FROM interrupts INDEXED BY interrupts_by_approver
  WHERE tenant = :tenant AND approver <> ''
    AND approver IN (SELECT value FROM json_each(:roles))
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
  SELECT * FROM interrupts INDEXED BY interrupts_by_approver_status
  WHERE tenant = :tenant AND approver <> ''
    AND approver IN (SELECT value FROM json_each(:roles))
    AND status = :status
    AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
  ORDER BY number DESC LIMIT :limit
) AS asked
ORDER BY number DESC LIMIT :limit;

-- name: questions_of_tenant
-- A tenant's questions, newest first.
SELECT * FROM interrupts
WHERE tenant = :tenant
  AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
ORDER BY number DESC LIMIT :limit;

-- name: questions_of_tenant_by_status
-- A tenant's questions that stand at one point, newest first.
SELECT * FROM interrupts
WHERE tenant = :tenant
  AND status = :status
  AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
ORDER BY number DESC LIMIT :limit;

-- name: questions_of_approver
-- The questions that ask for one role, newest first; only a user's own unless the user has it.
SELECT * FROM interrupts
WHERE tenant = :tenant AND approver = :approver AND (:admin = 1 OR "user" = :user)
  AND (:status = '' OR status = :status)
  AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
ORDER BY number DESC LIMIT :limit;

-- name: questions_of_thread
-- The questions of a thread that a principal may see, newest first. The plus keeps SQLite from
-- walking through the whole tenant.
SELECT * FROM interrupts
WHERE thread_id = :thread_id AND +tenant = :tenant
  AND (
      :admin = 1 OR "user" = :user
      OR (approver <> '' AND approver IN (SELECT value FROM json_each(:roles)))
  )
  AND (:approver = '' OR approver = :approver)
  AND (:status = '' OR status = :status)
  AND (:before_id = '' OR number < (SELECT number FROM interrupts WHERE id = :before_id))
ORDER BY number DESC LIMIT :limit;

-- name: turn_questions
-- The questions of a turn, oldest first.
SELECT * FROM interrupts WHERE turn_id = :turn_id ORDER BY number;

-- name: open_questions
-- The open questions of a thread, oldest first.
SELECT * FROM interrupts WHERE thread_id = :thread_id AND status = 'open' ORDER BY number;

-- name: due_questions
-- Open questions whose time is over, longest due first.
SELECT * FROM interrupts WHERE status = 'open' AND expires_at <= :now
ORDER BY expires_at, number LIMIT :limit;
