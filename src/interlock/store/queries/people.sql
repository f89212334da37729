-- Tenants, their users, and what these may do.

-- name: tenant
-- One tenant.
SELECT * FROM tenants WHERE id = :tenant;

-- name: tenants
-- All tenants, newest first.
SELECT * FROM tenants
WHERE :before = '' OR number < (SELECT number FROM tenants WHERE id = :before)
ORDER BY number DESC LIMIT :limit;

-- name: put_tenant
-- Add or change a tenant.
INSERT INTO tenants (id, name, created_at, disabled_at)
VALUES (:id, :name, :created_at, :disabled_at)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, disabled_at = excluded.disabled_at;

-- name: user
-- One user of a tenant.
SELECT * FROM users WHERE tenant = :tenant AND id = :user;

-- name: users
-- A tenant's users, newest first.
SELECT * FROM users
WHERE tenant = :tenant
  AND (
      :before = ''
      OR number < (SELECT number FROM users WHERE tenant = :tenant AND id = :before)
  )
ORDER BY number DESC LIMIT :limit;

-- name: put_user
-- Add or change a user.
INSERT INTO users (tenant, id, name, created_at, disabled_at)
VALUES (:tenant, :id, :name, :created_at, :disabled_at)
ON CONFLICT (tenant, id) DO UPDATE SET
    name = excluded.name, disabled_at = excluded.disabled_at;

-- name: memberships
-- What a user was given, and by whom.
SELECT role, source FROM memberships
WHERE tenant = :tenant AND "user" = :user ORDER BY role;

-- name: add_membership
-- Give a role.
INSERT INTO memberships (tenant, "user", role, source) VALUES (:tenant, :user, :role, :source);

-- name: drop_memberships
-- Take all roles of one source.
DELETE FROM memberships WHERE tenant = :tenant AND "user" = :user AND source = :source;
