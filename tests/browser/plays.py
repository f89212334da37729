"""The plays of ``program.py``: model turns in the language of scripts."""

from pathlib import Path

EVIL = "https://evil.example"
"""Whoever gets a request here has learned something."""

HOSTILE = (Path(__file__).parent / "hostile.md").read_text("utf-8")
"""Everything that makes a careless page fetch, run or send something."""

FORMULAS = (Path(__file__).parent / "formulas.md").read_text("utf-8")
"""Formulas and diagrams, and what only looks like them."""

DIAGRAM_ATTACK = (Path(__file__).parent / "diagram_attack.md").read_text("utf-8")
"""Diagrams that try to run, to load and to send something."""

UNTRUSTED = {"hostile": HOSTILE, "long": "\n".join(f"line {n} of the page" for n in range(4000))}
"""What ``read_page`` finds, by page."""


def text(words: str) -> str:
    """A script line that says words."""
    return "text: " + words.replace("\n", "\\n")


_PARAGRAPH = """\
Paragraph {at} has **strong words**, `code` and a [link](/threads) in it, and goes on for some time
so that it wraps over several lines of the page, as answers do when nobody asks for brevity.

- point {at}.1 of a list
- point {at}.2 of the same list, a little longer than the first one
"""
_CODE = """\
```python
def step_{at}(value: int) -> int:
    return value + {at}
```
"""
_TABLE = """\
| city | degrees |
| --- | --- |
| Oslo | {at} |
| Lisbon | {at} |
"""


def _answer(paragraphs: int) -> str:
    """A long answer with a bit of everything."""
    blocks = ["## A long answer\n"]
    for at in range(paragraphs):
        blocks.append(_PARAGRAPH.format(at=at))
        blocks += [_CODE.format(at=at)] if at % 3 == 1 else []
        blocks += [_TABLE.format(at=at)] if at % 4 == 2 else []
    return "\n".join([*blocks, "The end of the answer."])


def _slow_diagram(steps: int) -> str:
    """A diagram that takes its time to be written."""
    lines = "\n".join(f"  S{at} --> S{at + 1}" for at in range(steps))
    return f"```mermaid\ngraph LR\n{lines}\n```\n\nThe end of the diagram."


WIDE = """\
Here is what each of them says:

| id | name of the report | what happened | city | owner | since |
| --- | --- | :-: | --- | --- | ---: |
| 1 | short | **ok** | Oslo | anna@example.com | 2026-01-01 |
| 2 | quarterly-figures-of-the-whole-department-in-one-file-2026.csv | It failed, was tried again, \
failed once more, and was then left for somebody who knows `the_whole_configuration_of_it` \
| Lisbon | a-person-with-a-really-long-address@subdomain.example.com | 2025-12-31 |
| 3 | x | see [the page](/threads) and $x^2 + y^2$ | Shenzhen, Guangdong Province | bob | 7 |

The end of the table."""
"""A table whose later cells are far wider than its first ones."""

DELETE = 'call: delete_reports {"folder": "archive", "older_than_days": 90}'
HIDDEN = (
    'call: send_email {"to": "anna@example.com\\u200b", "subject": "Invoice \\u202egnp.exe", '
    '"body": "Please pay. <img src=https://evil.example/argument.png>"}'
)

LOOKING = "\n".join(
    [
        "reasoning: Seven reads, then three cities; none of them changes anything.",
        "text: I look around first.",
        *(f'call: list_reports {{"folder": "{folder}"}}' for folder in ("a", "archive", "b", "c")),
        *(f'call: get_weather {{"city": "{city}"}}' for city in ("Oslo", "Lisbon", "Shenzhen")),
    ]
)

ALL_QUIET = """\
All quiet. Every report is in its place, and two of the three cities are fit for a run:

| folder | reports | older than 90 days |
| --- | --- | --- |
| a | 4 | 3 |
| archive | 4 | 3 |
| b | 4 | 3 |
| c | 4 | 3 |

To look for yourself:

```python
for report in office.in_folder("archive"):
    print(report.name, report.age)
```
"""

PLAYS = {
    "long answer": [text(_answer(10))],
    "middling answer": [text(_answer(3))],
    "long stream": [text(_answer(30) + "\n\nThat was the stream.")],
    "short answer": [text("Short **and** good.")],
    "slow answer": [text(" ".join(f"word{n}" for n in range(400)) + " the-end")],
    "ponder": ["reasoning: " + "hm " * 100 + "\n" + text("That was a thought.")],
    "attack": [text(HOSTILE)],
    "wide table": [text(WIDE)],
    "formulas": [text(FORMULAS)],
    "slow diagram": [text(_slow_diagram(24))],
    "diagram attack": [text(DIAGRAM_ATTACK)],
    "attack by tool": ['call: read_page {"page": "hostile"}', text("I read the page.")],
    "attack by arguments": [HIDDEN, text("The mail is off.")],
    "read and delete": ['call: read_page {"page": "hostile"}', DELETE, text("Done with it.")],
    "delete": [text("I ask first.") + "\n" + DELETE, text("Done with it.")],
    "long result": ['call: read_page {"page": "long"}', text("It was long.")],
    "pay": [
        'call: pay_invoice {"invoice": "2026-117", "amount": 480}',
        text("That was the payment."),
    ],
    "look around": [LOOKING, text(ALL_QUIET)],
    "broken": ["fault: auth"],
}
"""Turns by the name that a person gives."""
