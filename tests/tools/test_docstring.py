"""Docstrings in three styles say the same."""

import pytest

from interlock.tools.docstring import Docs, read_docstring

GOOGLE = """Delete reports.

    Deleted reports can't be restored.

    Args:
        folder (str): Where they lie,
            without a slash.
        days: How old: in days.

    Returns:
        How many were deleted.

    Raises:
        ToolError: The folder is locked.
    """

NUMPY = """
    Delete reports.

    Deleted reports can't be restored.

    Parameters
    ----------
    folder : str
        Where they lie,
        without a slash.
    days : int, optional
        How old: in days.

    Returns
    -------
    How many were deleted.

    Raises
    ------
    ToolError
        The folder is locked.
    """

SPHINX = """Delete reports.

    Deleted reports can't be restored.

    :param str folder: Where they lie,
        without a slash.
    :param days: How old: in days.
    :type days: int
    :returns: How many were deleted.
    :raises ToolError: The folder is locked.
    """


@pytest.mark.parametrize("docstring", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_each_style_gives_prose_arguments_and_result(docstring: str):
    assert read_docstring(docstring) == Docs(
        text="Delete reports.\n\nDeleted reports can't be restored.",
        arguments={"folder": "Where they lie, without a slash.", "days": "How old: in days."},
        returns="How many were deleted.",
    )


def test_the_description_ends_with_what_comes_back():
    assert read_docstring(GOOGLE).description == (
        "Delete reports.\n\nDeleted reports can't be restored.\n\nReturns: How many were deleted."
    )


def test_arguments_that_share_one_entry_share_its_words():
    docs = read_docstring("Move.\n\nParameters\n----------\nx, y\n    A coordinate.\n")

    assert docs.arguments == {"x": "A coordinate.", "y": "A coordinate."}


@pytest.mark.parametrize(
    ("docstring", "text"),
    [
        (None, ""),
        ("", ""),
        ("One line.", "One line."),
        ("Note: this is prose.\n\nAt 10:30: more.", "Note: this is prose.\n\nAt 10:30: more."),
        ("List:\n- one: a\n  - two: b", "List:\n- one: a\n  - two: b"),
    ],
)
def test_prose_stays_prose(docstring: str | None, text: str):
    assert read_docstring(docstring) == Docs(text=text, arguments={})
