-- The life of a transaction.

-- name: transaction_id
-- The number under which the database remembers how this transaction ended.
SELECT CAST(pg_current_xact_id() AS text) AS xid;

-- name: take_turn
-- Wait for the others of this schema whose transactions keep losing, in whatever process.
SELECT pg_advisory_lock(hashtext('interlock'), hashtext(current_schema()));

-- name: end_turn
-- Let the next one of them go.
SELECT pg_advisory_unlock(hashtext('interlock'), hashtext(current_schema()));

-- name: transaction_status
-- How a transaction ended: "committed", "aborted", or "in progress" as long as it did not.
SELECT pg_xact_status(CAST(CAST(:xid AS text) AS xid8)) AS status;
