-- Who may come in, and what stands without asking.

CREATE TABLE tenants (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT    NOT NULL UNIQUE,
    name        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    disabled_at INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant      TEXT    NOT NULL,
    id          TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    disabled_at INTEGER NOT NULL,
    UNIQUE (tenant, id)
) STRICT;

CREATE INDEX users_by_tenant ON users (tenant, number);

-- A role, or with "group:" before it a group. The source says who gave it: "admin" or "oidc".
CREATE TABLE memberships (
    tenant TEXT NOT NULL,
    user   TEXT NOT NULL,
    role   TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (tenant, user, role, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
    number       INTEGER PRIMARY KEY AUTOINCREMENT,
    id           TEXT    NOT NULL UNIQUE,
    tenant       TEXT    NOT NULL,
    user         TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    digest       TEXT    NOT NULL,
    scopes_json  BLOB    NOT NULL,
    created_at   INTEGER NOT NULL,
    created_by   TEXT    NOT NULL,
    expires_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    revoked_at   INTEGER NOT NULL,
    root         TEXT    NOT NULL
) STRICT;

CREATE INDEX api_keys_by_tenant ON api_keys (tenant, number);
CREATE INDEX api_keys_by_user ON api_keys (tenant, user);
CREATE INDEX api_keys_by_root ON api_keys (root);

CREATE TABLE rules (
    number       INTEGER PRIMARY KEY AUTOINCREMENT,
    id           TEXT    NOT NULL UNIQUE,
    tenant       TEXT    NOT NULL,
    user         TEXT    NOT NULL,
    agent        TEXT    NOT NULL,
    thread_id    TEXT    NOT NULL,
    tool         TEXT    NOT NULL,
    fingerprint  TEXT    NOT NULL,
    where_json   BLOB    NOT NULL,
    loose        INTEGER NOT NULL,
    created_by   TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    revoked_at   INTEGER NOT NULL,
    revoked_by   TEXT    NOT NULL,
    interrupt_id TEXT    NOT NULL,
    reason       TEXT    NOT NULL
) STRICT;

CREATE INDEX rules_by_tenant ON rules (tenant, number);
CREATE INDEX rules_by_tool ON rules (tenant, tool, number);

CREATE TABLE audit (
    number       INTEGER PRIMARY KEY AUTOINCREMENT,
    time         INTEGER NOT NULL,
    tenant       TEXT    NOT NULL,
    actor        TEXT    NOT NULL,
    method       TEXT    NOT NULL,
    action       TEXT    NOT NULL,
    subject      TEXT    NOT NULL,
    channel      TEXT    NOT NULL,
    details_json BLOB    NOT NULL
) STRICT;

CREATE INDEX audit_by_tenant ON audit (tenant, number);

-- The role or group that may answer, so that its members find the question in their inbox.
ALTER TABLE interrupts ADD COLUMN approver TEXT NOT NULL DEFAULT '';

UPDATE interrupts SET approver = coalesce(json_extract(CAST(body AS TEXT), '$.approver'), '');

CREATE INDEX interrupts_by_approver ON interrupts (tenant, approver, number)
    WHERE approver <> '';
CREATE INDEX interrupts_by_approver_status ON interrupts (tenant, approver, status, number)
    WHERE approver <> '';
