-- Every statement of the SQLite store. A line "-- name: x" begins one; Python asks by that name.

-- name: advance
-- Move the end of a run's log on behalf of its driver. No row changes when the driver lost the run,
-- the run is over, or the first new event does not continue the log. (RETURNING would double the
-- price of the statement.)
UPDATE runs SET last_seq = ?
WHERE id = ? AND fence = ? AND last_seq = ? AND status = 'running';

-- name: head
-- What an append must know of its run.
SELECT tenant, user, thread_id, status FROM runs WHERE id = ?;

-- name: add_event
-- Append one event to the log.
INSERT INTO events (run_id, seq, time, type, tenant, user, body) VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: set_last_seq
-- Move the end of a run's log inside a transaction that has looked at the run.
UPDATE runs SET last_seq = ? WHERE id = ?;

-- name: put_thread
-- Insert or replace a thread of the same owner. The taint stays once it is there.
INSERT INTO threads (id, tenant, user, agent, title, untrusted, created_at, updated_at)
VALUES (:id, :tenant, :user, :agent, :title, :untrusted, :created_at, :updated_at)
ON CONFLICT (id) DO UPDATE SET
    agent = excluded.agent,
    title = excluded.title,
    untrusted = max(untrusted, excluded.untrusted),
    created_at = excluded.created_at,
    updated_at = excluded.updated_at
WHERE tenant = excluded.tenant AND user = excluded.user;

-- name: touch_thread
-- A run of the thread begins; its first message names a thread that has no name yet.
UPDATE threads
SET updated_at = max(updated_at, :time), title = CASE title WHEN '' THEN :title ELSE title END
WHERE id = :thread_id;

-- name: rename_thread
-- A person's own name for a thread.
UPDATE threads SET title = :title WHERE id = :thread_id;

-- name: delete_thread
-- Take a thread out of sight. Its log stays.
UPDATE threads SET deleted_at = :now WHERE id = :thread_id;

-- name: rate
-- A person's word on an answer; a later one takes its place.
INSERT INTO ratings (thread_id, message_id, tenant, user, value, comment, rated_at)
VALUES (:thread_id, :message_id, :tenant, :user, :value, :comment, :now)
ON CONFLICT (thread_id, message_id, user)
DO UPDATE SET value = excluded.value, comment = excluded.comment, rated_at = excluded.rated_at;

-- name: ratings
-- What the users of a thread said about its answers.
SELECT * FROM ratings WHERE thread_id = ?;

-- name: taint_thread
-- The thread has read content that nobody vouches for.
UPDATE threads SET untrusted = 1 WHERE id = :thread_id;

-- name: add_run
-- Add a run.
INSERT INTO runs (
    id, tenant, user, thread_id, turn_id, agent, status, last_seq, fence, created_at, ended_at,
    resumes, channel, hidden, cancel_by, cancel_reason, code, text, brake, usage_json
) VALUES (
    :id, :tenant, :user, :thread_id, :turn_id, :agent, :status, :last_seq, :fence, :created_at,
    :ended_at, :resumes, :channel, :hidden, :cancel_by, :cancel_reason, :code, :text, :brake,
    :usage_json
);

-- name: claim_run
-- Give a run to a new driver: from now on the writes of older ones are refused.
UPDATE runs SET status = ?, fence = fence + 1 WHERE id = ?;

-- name: end_run
-- The run is over.
UPDATE runs
SET status = :status, ended_at = :time, code = :code, text = :text, brake = :brake,
    usage_json = :usage_json
WHERE id = :run_id;

-- name: request_cancel
-- Ask the driver of an active run to stop. The first who asks is remembered.
UPDATE runs SET cancel_by = ?, cancel_reason = ?
WHERE id = ? AND status IN ('queued', 'running') AND cancel_by = '';

-- name: hide_turns
-- Take a turn and what came after it out of a thread's history.
UPDATE runs SET hidden = 1
WHERE thread_id = :thread_id
  AND number >= (
      SELECT min(number) FROM runs WHERE thread_id = :thread_id AND turn_id = :turn_id
  );

-- name: add_question
-- Store a question to a person; it is open.
INSERT INTO interrupts (
    id, tenant, user, thread_id, run_id, turn_id, kind, digest, opened_at, expires_at, status,
    decided_by, decided_at, channel, reason, body, answer_json
) VALUES (
    :id, :tenant, :user, :thread_id, :run_id, :turn_id, :kind, :digest, :opened_at, :expires_at,
    'open', '', 0, '', '', :body, x'6e756c6c'
);

-- name: decide
-- The compare-and-swap from open: whoever comes second changes no row.
UPDATE interrupts
SET status = :status, decided_by = :by, decided_at = :at, channel = :channel, reason = :reason,
    answer_json = :answer_json
WHERE id = :id AND status = 'open';

-- name: remember
-- Bind an idempotency key.
INSERT INTO replays (scope, key, body_digest, status, subject, created_at)
VALUES (?, ?, ?, ?, ?, ?);

-- name: thread
-- One thread.
SELECT * FROM threads WHERE id = ?;

-- name: threads_of_user
-- A user's threads, last updated first.
SELECT * FROM threads
WHERE tenant = :tenant AND user = :user AND updated_at < :before AND deleted_at = 0
  AND title LIKE :title ESCAPE '\'
ORDER BY updated_at DESC, number DESC LIMIT :limit;

-- name: threads_of_tenant
-- A tenant's threads, last updated first.
SELECT * FROM threads
WHERE tenant = :tenant AND updated_at < :before AND deleted_at = 0
  AND title LIKE :title ESCAPE '\'
ORDER BY updated_at DESC, number DESC LIMIT :limit;

-- name: run
-- One run.
SELECT * FROM runs WHERE id = ?;

-- name: runs_of_user
-- A user's runs, newest first.
SELECT * FROM runs
WHERE tenant = :tenant AND user = :user AND created_at < :before
ORDER BY created_at DESC, number DESC LIMIT :limit;

-- name: runs_of_tenant
-- A tenant's runs, newest first.
SELECT * FROM runs
WHERE tenant = :tenant AND created_at < :before
ORDER BY created_at DESC, number DESC LIMIT :limit;

-- name: runs_of_thread
-- The runs of a thread that a principal may see, newest first. The plus keeps SQLite from walking
-- through the whole tenant.
SELECT * FROM runs
WHERE thread_id = :thread_id AND +tenant = :tenant AND (:admin OR user = :user)
  AND created_at < :before
ORDER BY number DESC LIMIT :limit;

-- name: turn_runs
-- The runs of a turn in the order in which they began.
SELECT * FROM runs WHERE turn_id = ? ORDER BY number;

-- name: thread_runs
-- The runs of a thread in the order in which they began.
SELECT * FROM runs WHERE thread_id = ? ORDER BY number;

-- name: active_run
-- The run of a thread that is not over; an index keeps it the only one.
SELECT * FROM runs WHERE thread_id = ? AND status IN ('queued', 'running');

-- name: unfinished_runs
-- All runs that are not over, oldest first.
SELECT * FROM runs WHERE status IN ('queued', 'running') ORDER BY number;

-- name: events
-- A run's events after a point; a negative limit means all.
SELECT seq, time, body FROM events WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?;

-- name: thread_facts
-- What happened in the visible runs of a thread, without fragments and progress.
SELECT events.run_id, events.seq, events.time, events.body
FROM runs CROSS JOIN events INDEXED BY events_lasting ON events.run_id = runs.id
WHERE runs.thread_id = ? AND runs.hidden = 0
  AND events.type NOT IN ('model.delta', 'tool.progress')
ORDER BY runs.number, events.seq;

-- name: question
-- One question.
SELECT * FROM interrupts WHERE id = ?;

-- name: questions_of_user
-- A user's questions, newest first.
SELECT * FROM interrupts
WHERE tenant = :tenant AND user = :user
ORDER BY number DESC LIMIT :limit;

-- name: questions_of_user_by_status
-- A user's questions that stand at one point, newest first.
SELECT * FROM interrupts
WHERE tenant = :tenant AND user = :user AND status = :status
ORDER BY number DESC LIMIT :limit;

-- name: questions_of_tenant
-- A tenant's questions, newest first.
SELECT * FROM interrupts
WHERE tenant = :tenant
ORDER BY number DESC LIMIT :limit;

-- name: questions_of_tenant_by_status
-- A tenant's questions that stand at one point, newest first.
SELECT * FROM interrupts
WHERE tenant = :tenant AND status = :status
ORDER BY number DESC LIMIT :limit;

-- name: questions_of_thread
-- The questions of a thread that a principal may see, newest first. For the plus, see above.
SELECT * FROM interrupts
WHERE thread_id = :thread_id AND +tenant = :tenant AND (:admin OR user = :user)
  AND (:status IS NULL OR status = :status)
ORDER BY number DESC LIMIT :limit;

-- name: turn_questions
-- The questions of a turn, oldest first.
SELECT * FROM interrupts WHERE turn_id = ? ORDER BY number;

-- name: open_questions
-- The open questions of a thread, oldest first.
SELECT * FROM interrupts WHERE thread_id = ? AND status = 'open' ORDER BY number;

-- name: due_questions
-- Open questions whose time is over, longest due first.
SELECT * FROM interrupts WHERE status = 'open' AND expires_at <= ?
ORDER BY expires_at, number LIMIT ?;

-- name: replay
-- What an idempotency key stands for.
SELECT body_digest, status, subject FROM replays WHERE scope = ? AND key = ?;
