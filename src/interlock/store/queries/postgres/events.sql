-- The log, where many transactions write at once.

-- name: append_many
-- Move the ends of several runs' logs on behalf of their drivers, and append what they wrote. A run
-- whose driver lost it, or whose log ends elsewhere, is not among those returned and gets nothing.
-- The CASE keeps PostgreSQL from walking through all unfinished runs instead of looking these up.
WITH moved AS (
    UPDATE runs SET last_seq = given.last
    FROM unnest(:run_ids::text[], :fences::bigint[], :befores::bigint[], :lasts::bigint[])
        AS given (id, fence, before, last)
    WHERE runs.id = given.id AND runs.fence = given.fence AND runs.last_seq = given.before
      AND CASE runs.status WHEN 'running' THEN true ELSE false END
    RETURNING runs.id, runs.tenant, runs."user", runs.thread_id, runs.status
), added AS (
    INSERT INTO events (run_id, seq, time, type, tenant, "user", body, encoding)
    SELECT fresh.run_id, fresh.seq, fresh.time, fresh.type, moved.tenant, moved."user", fresh.body,
        :encoding
    FROM unnest(:run_id::text[], :seq::bigint[], :time::bigint[], :type::text[], :body::bytea[])
        AS fresh (run_id, seq, time, type, body)
    JOIN moved ON moved.id = fresh.run_id
)
SELECT id, tenant, "user", thread_id, status FROM moved;

-- name: tails
-- The events of many runs, each between two points and no more than so many bytes but for the first
-- one, and how each run stands. LATERAL makes it look every run up by its id, however many there are.
SELECT CAST(wanted.place - 1 AS integer) AS number, run.status, run.last_seq,
    event.seq, event.time, event.body, event.encoding, event.packed
FROM ROWS FROM (
    jsonb_to_recordset(CAST(:wanted AS jsonb)) AS (run_id text, after bigint, upto bigint)
) WITH ORDINALITY AS wanted (run_id, after, upto, place)
CROSS JOIN LATERAL (
    SELECT status, last_seq FROM runs WHERE runs.id = wanted.run_id LIMIT 1
) AS run
LEFT JOIN LATERAL (
    SELECT * FROM (
        SELECT seq, time, body, encoding, packed,
            sum(octet_length(body)) OVER (ORDER BY seq) - octet_length(body) AS before
        FROM events
        WHERE events.run_id = wanted.run_id AND seq > wanted.after AND seq <= wanted.upto
        ORDER BY seq
        LIMIT wanted.upto - wanted.after
    ) AS sized
    WHERE sized.before < CAST(:size AS bigint)
) AS event ON true
ORDER BY wanted.place, event.seq;

-- name: thread_facts
-- What happened in the visible runs of a thread, without fragments and progress.
SELECT events.run_id, events.seq, events.time, events.body, events.encoding
FROM runs JOIN events ON events.run_id = runs.id
WHERE runs.thread_id = :thread_id AND runs.hidden = 0
  AND events.type NOT IN ('model.delta', 'tool.progress')
ORDER BY runs.number, events.seq;

-- name: page_facts
-- The same between two runs, both included.
SELECT events.run_id, events.seq, events.time, events.body, events.encoding
FROM runs JOIN events ON events.run_id = runs.id
WHERE runs.thread_id = :thread_id AND runs.hidden = 0
  AND runs.number BETWEEN :first AND :last
  AND events.type NOT IN ('model.delta', 'tool.progress')
ORDER BY runs.number, events.seq;
