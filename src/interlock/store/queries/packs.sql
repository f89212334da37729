-- Fragments of ended runs, many to a row.

-- name: loose_runs
-- Ended runs whose fragments stand loose, longest ended first.
SELECT id FROM runs WHERE packed = 0 AND ended_at > 0 AND ended_at <= :ended_before
ORDER BY ended_at LIMIT :limit;

-- name: loose_events
-- Fragments and progress of a run that are no packs.
SELECT seq, time, body, encoding FROM events
WHERE run_id = :run_id AND seq > :after AND packed = 0
  AND type IN ('model.delta', 'tool.progress')
ORDER BY seq LIMIT :limit;

-- name: pack_events
-- Make a pack of the last event in it. No row changes when it is one already.
UPDATE events SET body = :body, packed = :count
WHERE run_id = :run_id AND seq = :last AND packed = 0;

-- name: drop_packed
-- Drop the other events of a pack.
DELETE FROM events WHERE run_id = :run_id AND seq >= :first AND seq < :last AND packed = 0
  AND type IN ('model.delta', 'tool.progress');

-- name: packed_run
-- Nothing of a run stands loose any more.
UPDATE runs SET packed = 1 WHERE id = :run_id;
