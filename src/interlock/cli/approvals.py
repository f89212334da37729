"""``interlock approvals``: the inbox. What waits for a person, and the person's word."""

import json
from typing import cast

import click
from rich.text import Text

from interlock.cli import api
from interlock.cli.card import answer_words, fits, show_card
from interlock.cli.exits import Exit, Trouble
from interlock.cli.options import ListByDefault, json_option, server_options
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.cli.words import now_ms, span
from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import Json


@click.group(cls=ListByDefault)
def approvals() -> None:
    """See what waits for a person, and answer it."""


@approvals.command("list")
@click.option("--all", "everything", is_flag=True, help="Answered ones, too.")
@json_option
@server_options
def list_questions(url: str, token: str, *, as_json: bool, everything: bool) -> None:
    """List open questions, newest first."""
    query = {} if everything else {"status": "open"}
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/interrupts", api.Inbox, query))
    if as_json:
        print_json(found)
        return
    rows = [_row(asked) for asked in found.interrupts]
    show_table(out(), ("id", "kind", "state", "question"), rows, "Nothing waits for an answer.")


def _row(asked: api.Asked) -> tuple[str, str, str, str]:
    question = asked.interrupt
    left = span((question.expires_at - now_ms()) / 1000)
    state = f"open, {left} left" if asked.status == "open" else asked.status
    return question.id, question.kind, state, question.question


@approvals.command()
@click.argument("question_id", metavar="ID")
@json_option
@server_options
def show(question_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Show one question: what will happen, with exactly which arguments."""
    with Session(url, token) as session:
        asked = session.do(api.question(session.client, question_id))
    if as_json:
        print_json(asked)
        return
    console = out()
    show_card(console, asked, now_ms())
    if asked.status == "open":
        console.print(Text(f"interlock approvals {fits(asked.interrupt)}", "dim"), soft_wrap=True)


@approvals.command()
@click.argument("question_id", metavar="ID")
@click.option("--edit", metavar="JSON", help="Run it with these arguments instead.")
@click.option("--always", type=click.IntRange(1, 365), help="And the very same for so many days.")
@json_option
@server_options
def approve(
    question_id: str, edit: str | None, always: int | None, *, as_json: bool, **server: str
) -> None:
    """Say yes: run the call, or go on."""
    value: dict[str, Json] = {"approved": True}
    if always is not None:
        value["always"] = {"days": always}
    if edit is not None:
        value["editedArgs"] = _object(edit, "--edit")
    _answer(question_id, value, (server["url"], server["token"]), as_json=as_json)


@approvals.command()
@click.argument("question_id", metavar="ID")
@click.option("--reason", default="", help="Why; the model reads it.")
@json_option
@server_options
def reject(question_id: str, reason: str, url: str, token: str, *, as_json: bool) -> None:
    """Say no: the call does not run, or the turn stops."""
    value: dict[str, Json] = {"approved": False}
    if reason:
        value["reason"] = reason
    _answer(question_id, value, (url, token), as_json=as_json)


@approvals.command()
@click.argument("question_id", metavar="ID")
@click.argument("value", metavar="JSON")
@json_option
@server_options
def answer(question_id: str, value: str, url: str, token: str, *, as_json: bool) -> None:
    """Answer in full, for example '{"answer": "Oslo"}'; ``show`` tells what fits."""
    _answer(question_id, _object(value, "the answer"), (url, token), as_json=as_json)


def _answer(question_id: str, value: Json, server: tuple[str, str], *, as_json: bool) -> None:
    with Session(*server) as session:
        asked = session.do(api.question(session.client, question_id))
        _refuse_misfit(asked.interrupt, value)
        taken = session.do(api.answer(session.client, asked.interrupt, value))
    if as_json:
        print_json(taken)
        return
    said = "was answered so before" if taken.repeated else "answered"
    click.echo(f"{said}: {answer_words(value)}")
    if taken.remaining:
        click.echo(f"still open in this turn: {', '.join(taken.remaining)}")
    elif taken.run_id:
        click.echo(f"goes on as {taken.run_id}")


def _refuse_misfit(question: Interrupt, value: Json) -> None:
    """A yes to a question that is not about yes or no would only come back as a schema's fault."""
    yes_or_no = "approved" in cast("dict[str, Json]", value)
    if yes_or_no != (question.kind in {"approval", "brake"}):
        text = f"This question is of the kind {question.kind}."
        raise Trouble(text, f"interlock approvals {fits(question)}", "misfit", Exit.USAGE)


def _object(text: str, what: str) -> dict[str, Json]:
    try:
        value: Json = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{error.msg} at character {error.pos + 1}"
        raise click.UsageError(f"{what} is no JSON: {place}.") from error
    if not isinstance(value, dict):
        raise click.UsageError(f"{what} must be a JSON object: {{…}}.")
    return cast("dict[str, Json]", value)
