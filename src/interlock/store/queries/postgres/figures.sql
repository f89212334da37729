-- Figures, where PostgreSQL says it otherwise.

-- name: uncounted
-- How many runs of a tenant are over and in no figure yet.
SELECT count(*) AS runs FROM runs WHERE counted = 0 AND ended_at > 0 AND tenant = :tenant;
