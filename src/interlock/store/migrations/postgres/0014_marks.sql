-- The runs behind the figures of the dashboard, in a third of the room: by their number, and only
-- under the names that they have. Whoever asks for every name finds them side by side.

LOCK TABLE figure_runs IN ACCESS EXCLUSIVE MODE;

CREATE TABLE figure_marks (
    tenant   TEXT   NOT NULL,
    kind     TEXT   NOT NULL,
    what     TEXT   NOT NULL,
    ended_at BIGINT NOT NULL,
    run      BIGINT NOT NULL,
    name     TEXT   NOT NULL,
    most     BIGINT NOT NULL,
    PRIMARY KEY (tenant, kind, what, ended_at, run, name)
);

ALTER TABLE figure_marks ENABLE ROW LEVEL SECURITY;
ALTER TABLE figure_marks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON figure_marks USING (
    tenant = (SELECT current_setting('interlock.tenant', true))
    OR (SELECT current_setting('interlock.tenant', true)) = '*'
);

INSERT INTO figure_marks (tenant, kind, what, ended_at, run, name, most)
SELECT marks.tenant, marks.kind, marks.what, marks.ended_at, runs.number, marks.name, marks.most
FROM figure_runs AS marks JOIN runs ON runs.id = marks.run_id
WHERE marks.name <> '' OR marks.kind IN ('run', 'role');

TRUNCATE figure_runs;

-- Servers of the version before still add to the old table while they are replaced. What they add
-- goes to the new one; a later version drops the old one.
CREATE FUNCTION keep_as_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.name <> '' OR NEW.kind IN ('run', 'role') THEN
        INSERT INTO figure_marks (tenant, kind, what, ended_at, run, name, most)
        SELECT NEW.tenant, NEW.kind, NEW.what, NEW.ended_at, runs.number, NEW.name, NEW.most
        FROM runs WHERE runs.id = NEW.run_id
        ON CONFLICT (tenant, kind, what, ended_at, run, name) DO UPDATE SET most = excluded.most;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER keep_as_mark BEFORE INSERT ON figure_runs
FOR EACH ROW EXECUTE FUNCTION keep_as_mark();
