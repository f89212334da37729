-- The audit log of administrative acts. Rows are added, never changed.

-- name: add_act
-- One act, in the transaction of what it did.
INSERT INTO audit (time, tenant, actor, method, action, subject, channel, details_json)
VALUES (:time, :tenant, :actor, :method, :action, :subject, :channel, :details_json);

-- name: acts
-- A tenant's acts, newest first.
SELECT * FROM audit
WHERE tenant = :tenant AND number < :before
  AND (:actor = '' OR actor = :actor)
  AND (:action = '' OR action = :action)
  AND (:subject = '' OR subject = :subject)
ORDER BY number DESC LIMIT :limit;
