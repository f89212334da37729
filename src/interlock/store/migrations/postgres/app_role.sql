-- No policy holds for a superuser. Such a login makes this role, and every connection takes it.

DO $$
BEGIN
    CREATE ROLE interlock_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- another installation of this server's databases made it
END
$$;

DO $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO interlock_app', current_schema());
    EXECUTE format(
        'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO interlock_app',
        current_schema()
    );
END
$$;
