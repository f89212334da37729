-- The log, where many transactions write at once.

-- name: advance_many
-- Move the ends of several runs' logs on behalf of their drivers. The row of a run is locked until
-- the commit, and one whose driver lost it is not among those returned.
UPDATE runs SET last_seq = given.last
FROM unnest(:run_ids::text[], :fences::bigint[], :befores::bigint[], :lasts::bigint[])
    AS given (id, fence, before, last)
WHERE runs.id = given.id AND runs.fence = given.fence AND runs.last_seq = given.before
  AND runs.status = 'running'
RETURNING runs.id, runs.tenant, runs."user", runs.thread_id, runs.status;

-- name: add_events
-- Append events to the log.
INSERT INTO events (run_id, seq, time, type, tenant, "user", body, encoding)
SELECT * FROM unnest(
    :run_id::text[], :seq::bigint[], :time::bigint[], :type::text[], :tenant::text[],
    :user::text[], :body::bytea[], :encoding::bigint[]
);

-- name: thread_facts
-- What happened in the visible runs of a thread, without fragments and progress.
SELECT events.run_id, events.seq, events.time, events.body, events.encoding
FROM runs JOIN events ON events.run_id = runs.id
WHERE runs.thread_id = :thread_id AND runs.hidden = 0
  AND events.type NOT IN ('model.delta', 'tool.progress')
ORDER BY runs.number, events.seq;
