"""What an experiment says of the rows that differ from the log."""

from interlock.prove.audit import named


def difference(what: str, where: str, kept: str = "1") -> dict[str, str]:
    return {"what": what, "where": where, "kept": kept, "right": "2"}


def test_differences_are_told_by_kind_with_the_first_of_each():
    figures = [difference("figure", f"60000 {number}") for number in range(9)]
    found = [figures[0], difference("turn", "turn_1", ""), *figures[1:]]
    assert named(found) == (
        "differences of figure: 9",
        "figure 60000 0: 1 is kept, 2 follows",
        "figure 60000 1: 1 is kept, 2 follows",
        "figure 60000 2: 1 is kept, 2 follows",
        "differences of turn: 1",
        "turn turn_1: nothing is kept, 2 follows",
    )


def test_nothing_is_said_where_nothing_differs():
    assert named([]) == ()
