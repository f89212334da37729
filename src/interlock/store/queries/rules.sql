-- Standing rules.

-- name: rule
-- One rule.
SELECT * FROM rules WHERE id = :rule_id;

-- name: rules
-- A tenant's rules, newest first; of one user when everybody's are not asked for.
SELECT * FROM rules
WHERE tenant = :tenant
  AND (:everybody = 1 OR "user" = :user OR created_by = :user)
  AND (:now = 0 OR (revoked_at = 0 AND expires_at > :now))
  AND (:before = '' OR number < (SELECT number FROM rules WHERE id = :before))
ORDER BY number DESC LIMIT :limit;

-- name: rules_for
-- The rules that may let a call run; whether they do is decided by their conditions.
SELECT * FROM rules
WHERE tenant = :tenant AND tool = :tool AND revoked_at = 0 AND expires_at > :now
  AND "user" IN ('', :user) AND agent IN ('', :agent)
ORDER BY number;

-- name: add_rule
-- Store a rule.
INSERT INTO rules (
    id, tenant, "user", agent, thread_id, tool, fingerprint, where_json, loose, created_by,
    created_at, expires_at, revoked_at, revoked_by, interrupt_id, reason
) VALUES (
    :id, :tenant, :user, :agent, :thread_id, :tool, :fingerprint, :where_json, :loose, :created_by,
    :created_at, :expires_at, 0, '', :interrupt_id, :reason
);

-- name: revoke_rule
-- Take a rule back; whoever comes second changes no row.
UPDATE rules SET revoked_at = :now, revoked_by = :by WHERE id = :rule_id AND revoked_at = 0;
