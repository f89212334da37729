-- The life of a transaction.

-- name: transaction_id
-- The number under which the database remembers how this transaction ended.
SELECT CAST(pg_current_xact_id() AS text) AS xid;

-- name: take_turn
-- Wait for the others whose transactions keep losing, in whatever process. Taken at the beginning of
-- a transaction, it comes before the view that the transaction has of the database.
LOCK TABLE turns IN EXCLUSIVE MODE;

-- name: transaction_status
-- How a transaction ended: "committed", "aborted", or "in progress" as long as it did not.
SELECT pg_xact_status(CAST(CAST(:xid AS text) AS xid8)) AS status;
