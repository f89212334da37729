-- The runs behind the figures of the dashboard, in a third of the room: by their number, and only
-- under the names that they have. Whoever asks for every name finds them side by side.

CREATE TABLE figure_marks (
    tenant   TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    what     TEXT    NOT NULL,
    ended_at INTEGER NOT NULL,
    run      INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    most     INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, what, ended_at, run, name)
) STRICT, WITHOUT ROWID;

INSERT INTO figure_marks (tenant, kind, what, ended_at, run, name, most)
SELECT marks.tenant, marks.kind, marks.what, marks.ended_at, runs.number, marks.name, marks.most
FROM figure_runs AS marks JOIN runs ON runs.id = marks.run_id
WHERE marks.name <> '' OR marks.kind IN ('run', 'role');

DROP TABLE figure_runs;
