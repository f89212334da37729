"""From the results of its calls to the demo model's next step."""

import json
import re

from interlock.demo.plan import call
from interlock.demo.review import go_on
from interlock.demo.turn import Done, Turn

_DEGREES = re.compile(r"(-?\d+) °C")


def tell(turn: Turn) -> list[str]:
    """The script lines that go on after results."""
    last = turn.done[-1]
    if last.name == "ask_user" and not last.declined and not last.failed:
        city = str(json.loads(last.text)["answer"])
        return [f"text: {city} it is.", call("get_weather", city=city)]
    again = _try_again(turn)
    more = [again] if again else go_on(turn)
    return more or [f"text: {' '.join(map(_sentence, _worth_telling(turn)))}"]


def _try_again(turn: Turn) -> str:
    """Told to fail twice, it fails twice; whoever lets it go on sees it work."""
    tries = [done for done in turn.done if done.name == "flaky"]
    if not tries or "twice" not in turn.words.lower() or not tries[-1].failed:
        return ""
    return call("flaky", fails="error" if len(tries) == 1 else "no")


def _worth_telling(turn: Turn) -> list[Done]:
    """Not the answer that led to another call, nor the failures before a success."""
    last = turn.done[-1]
    if last.name == "flaky" and not last.failed:
        return [last]
    return [done for done in turn.done if done.name != "ask_user" or done.declined]


def _sentence(done: Done) -> str:
    if done.declined:
        why = f" You said: {done.reason}." if done.reason else ""
        return f"I did not {_deed(done)}, because nobody said yes.{why}"
    if done.failed:
        return f"{done.name} did not work: {done.text}"
    return _success(done)


def _deed(done: Done) -> str:
    match done.name:
        case "delete_reports":
            return f"delete the reports in {done.argument('folder')}"
        case "send_email":
            return f"send the e-mail to {done.argument('to')}"
        case "ask_user":
            return "go on"
        case _:
            return f"run {done.name}"


def _success(done: Done) -> str:
    match done.name:
        case "get_weather":
            return _weather(done.text)
        case "delete_reports":
            return f"Deleted {done.text} reports in {done.argument('folder')}."
        case "send_email":
            return f"The e-mail is {done.text}."
        case "list_reports":
            return _listing(done.text)
        case "slow_count":
            return f"Done: {done.text}."
        case _:
            return f"{done.name} says: {done.text}"


def _weather(report: str) -> str:
    found = _DEGREES.search(report)
    degrees = int(found.group(1)) if found else 20
    fit = 5 <= degrees <= 28 and "rain" not in report
    verdict = "Yes, it is fit for a run." if fit else "I would rather not run today."
    return (
        f"{verdict} The report says: {report}. For a run, between five and twenty-eight degrees "
        "are pleasant; above that, start early and take water with you, below that, warm up "
        "indoors first. Begin slowly for the first ten minutes, keep to the shade where there is "
        "some, and turn back when it no longer feels good. The figures come from outside, so look "
        "out of the window before you believe them."
    )


def _listing(text: str) -> str:
    reports = json.loads(text)
    if not reports:
        return "There are no reports left."
    lines = [f"- {one['folder']}/{one['name']}, {one['age']} days old" for one in reports]
    return f"There are {len(reports)} reports.\\n" + "\\n".join(lines)
