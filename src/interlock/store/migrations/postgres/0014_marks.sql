-- The runs behind the figures of the dashboard, in a third of the room: by their number, and only
-- under the names that they have. Whoever asks for every name finds them side by side.

-- Servers of the version before add no more to it; their counters try again until they are gone.
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

DROP TABLE figure_runs;
