-- API keys, sessions of the web UI and the codes that open them.

-- name: key
-- One key.
SELECT * FROM api_keys WHERE id = :key_id;

-- name: add_key
-- Store a key; its secret is not in it.
INSERT INTO api_keys (
    id, tenant, "user", name, kind, digest, scopes_json, created_at, created_by, expires_at,
    last_used_at, revoked_at, root
) VALUES (
    :id, :tenant, :user, :name, :kind, :digest, :scopes_json, :created_at, :created_by, :expires_at,
    :last_used_at, :revoked_at, :root
);

-- name: keys_of_tenant
-- A tenant's keys and sessions, newest first.
SELECT * FROM api_keys
WHERE tenant = :tenant AND kind <> 'code' AND (:everybody = 1 OR "user" = :user)
  AND (:before = '' OR number < (SELECT number FROM api_keys WHERE id = :before))
ORDER BY number DESC LIMIT :limit;

-- name: successors
-- The good keys that take the place of a key.
SELECT * FROM api_keys
WHERE root = :key_id AND kind = 'key' AND revoked_at = 0 AND (expires_at = 0 OR expires_at > :now);

-- name: touch_key
-- A key was used. Who comes second within a minute changes no row.
UPDATE api_keys SET last_used_at = :now WHERE id = :key_id AND last_used_at <= :now - 60000;

-- name: end_key
-- A key gets an end, or an earlier one.
UPDATE api_keys SET expires_at = :at
WHERE id = :key_id AND (expires_at = 0 OR expires_at > :at);

-- name: revoke_key
-- The compare-and-swap that ends a key: whoever comes second changes no row.
UPDATE api_keys SET revoked_at = :now WHERE id = :key_id AND revoked_at = 0;

-- name: revoke_children
-- The sessions and codes that came from a key end with it.
UPDATE api_keys SET revoked_at = :now
WHERE root = :key_id AND kind <> 'key' AND revoked_at = 0;

-- name: revoke_keys_of_user
-- All keys and sessions of a user end.
UPDATE api_keys SET revoked_at = :now
WHERE tenant = :tenant AND "user" = :user AND revoked_at = 0;
