-- Who may come in, and what stands without asking.

CREATE TABLE tenants (
    number      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    name        TEXT    NOT NULL,
    created_at  BIGINT NOT NULL,
    disabled_at BIGINT NOT NULL
);

CREATE TABLE users (
    number      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant      TEXT    NOT NULL,
    id          TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    created_at  BIGINT NOT NULL,
    disabled_at BIGINT NOT NULL,
    UNIQUE (tenant, id)
);

CREATE INDEX users_by_tenant ON users (tenant, number);

-- A role, or with "group:" before it a group. The source says who gave it: "admin" or "oidc".
CREATE TABLE memberships (
    tenant TEXT NOT NULL,
    "user" TEXT NOT NULL,
    role   TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (tenant, "user", role, source)
);

CREATE TABLE api_keys (
    number       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id           TEXT    NOT NULL UNIQUE,
    tenant       TEXT    NOT NULL,
    "user"       TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    digest       TEXT    NOT NULL,
    scopes_json  BYTEA   NOT NULL,
    created_at   BIGINT NOT NULL,
    created_by   TEXT    NOT NULL,
    expires_at   BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    revoked_at   BIGINT NOT NULL,
    root         TEXT    NOT NULL
);

CREATE INDEX api_keys_by_tenant ON api_keys (tenant, number);
CREATE INDEX api_keys_by_user ON api_keys (tenant, "user");
CREATE INDEX api_keys_by_root ON api_keys (root);

CREATE TABLE rules (
    number       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id           TEXT    NOT NULL UNIQUE,
    tenant       TEXT    NOT NULL,
    "user"       TEXT    NOT NULL,
    agent        TEXT    NOT NULL,
    thread_id    TEXT    NOT NULL,
    tool         TEXT    NOT NULL,
    fingerprint  TEXT    NOT NULL,
    where_json   BYTEA   NOT NULL,
    loose        BIGINT NOT NULL,
    created_by   TEXT    NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    revoked_at   BIGINT NOT NULL,
    revoked_by   TEXT    NOT NULL,
    interrupt_id TEXT    NOT NULL,
    reason       TEXT    NOT NULL
);

CREATE INDEX rules_by_tenant ON rules (tenant, number);
CREATE INDEX rules_by_tool ON rules (tenant, tool, number);

CREATE TABLE audit (
    number       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    time         BIGINT NOT NULL,
    tenant       TEXT    NOT NULL,
    actor        TEXT    NOT NULL,
    method       TEXT    NOT NULL,
    action       TEXT    NOT NULL,
    subject      TEXT    NOT NULL,
    channel      TEXT    NOT NULL,
    details_json BYTEA   NOT NULL
);

CREATE INDEX audit_by_tenant ON audit (tenant, number);

-- The role or group that may answer, so that its members find the question in their inbox.
ALTER TABLE interrupts ADD COLUMN approver TEXT NOT NULL DEFAULT '';

SELECT set_config('interlock.tenant', '*', true);

-- The type json reads one member without decoding the others.
UPDATE interrupts
SET approver = coalesce(CAST(convert_from(body, 'UTF8') AS json) ->> 'approver', '');

CREATE INDEX interrupts_by_approver ON interrupts (tenant, approver, number)
    WHERE approver <> '';
CREATE INDEX interrupts_by_approver_status ON interrupts (tenant, approver, status, number)
    WHERE approver <> '';

-- The second wall between tenants: see 0001.

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenants USING (
    current_setting('interlock.tenant', true) IN ('*', id)
);

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON users USING (
    current_setting('interlock.tenant', true) IN ('*', tenant)
);

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON memberships USING (
    current_setting('interlock.tenant', true) IN ('*', tenant)
);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON api_keys USING (
    current_setting('interlock.tenant', true) IN ('*', tenant)
);

ALTER TABLE rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE rules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rules USING (
    current_setting('interlock.tenant', true) IN ('*', tenant)
);

ALTER TABLE audit ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON audit USING (
    current_setting('interlock.tenant', true) IN ('*', tenant)
);
