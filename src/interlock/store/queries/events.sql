-- The log.

-- name: advance
-- Move the end of a run's log on behalf of its driver. No row changes when the driver lost the run,
-- the run is over, or the first new event does not continue the log. (RETURNING would double the
-- price of the statement.)
UPDATE runs SET last_seq = :last
WHERE id = :run_id AND fence = :fence AND last_seq = :before AND status = 'running';

-- name: head
-- What an append must know of its run.
SELECT tenant, "user", thread_id, status FROM runs WHERE id = :run_id;

-- name: add_event
-- Append one event to the log.
INSERT INTO events (run_id, seq, time, type, tenant, "user", body, encoding)
VALUES (:run_id, :seq, :time, :type, :tenant, :user, :body, :encoding);

-- name: set_last_seq
-- Move the end of a run's log inside a transaction that has looked at the run.
UPDATE runs SET last_seq = :last WHERE id = :run_id;

-- name: events
-- A run's events after a point.
SELECT seq, time, body, encoding, packed FROM events
WHERE run_id = :run_id AND seq > :after AND seq <= :upto
ORDER BY seq;

-- name: thread_facts
-- What happened in the visible runs of a thread, without fragments and progress.
SELECT events.run_id, events.seq, events.time, events.body, events.encoding
FROM runs CROSS JOIN events INDEXED BY events_lasting ON events.run_id = runs.id
WHERE runs.thread_id = :thread_id AND runs.hidden = 0
  AND events.type NOT IN ('model.delta', 'tool.progress')
ORDER BY runs.number, events.seq;

-- name: page_facts
-- The same between two runs, both included.
SELECT events.run_id, events.seq, events.time, events.body, events.encoding
FROM runs CROSS JOIN events INDEXED BY events_lasting ON events.run_id = runs.id
WHERE runs.thread_id = :thread_id AND runs.hidden = 0
  AND runs.number BETWEEN :first AND :last
  AND events.type NOT IN ('model.delta', 'tool.progress')
ORDER BY runs.number, events.seq;
