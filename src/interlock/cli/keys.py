"""``interlock keys``: API keys of a server with accounts."""

import click
from msgspec import Struct

from interlock.cli.options import ListByDefault, json_option, server_options
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.cli.words import now_ms, span


class Key(Struct, frozen=True, kw_only=True):
    """A key without its secret."""

    id: str
    user: str
    name: str
    kind: str
    prefix: str
    scopes: tuple[str, ...]
    expires_at: int
    last_used_at: int
    live: bool


class Keys(Struct, frozen=True):
    """Keys, newest first."""

    keys: list[Key]


class Made(Struct, frozen=True):
    """A key and its token."""

    key: Key
    token: str


@click.group(cls=ListByDefault)
def keys() -> None:
    """See, make, rotate and revoke API keys."""


@keys.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that are over, and sessions.")
@json_option
@server_options
def list_keys(url: str, token: str, *, as_json: bool, everything: bool) -> None:
    """List keys, newest first."""
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/keys", Keys, {"limit": "200"}))
    shown = [one for one in found.keys if everything or (one.live and one.kind == "key")]
    if as_json:
        print_json(Keys(shown))
        return
    rows = [
        (one.id, one.user, one.name, one.prefix, ",".join(one.scopes), _state(one), _used(one))
        for one in shown
    ]
    columns = ("id", "user", "name", "begins", "scopes", "state", "used")
    show_table(out(), columns, rows, "There is no key.")


@keys.command()
@click.option("--name", default="", help="What to call it.")
@click.option("--user", default="", help="For another user; needs the role admin.")
@click.option("--scope", "scopes", multiple=True, help="read, run, approve or admin; all if none.")
@click.option("--days", default=0, help="How long it works; 0 until it is revoked.")
@json_option
@server_options
def create(url: str, token: str, *, as_json: bool, **wanted: object) -> None:
    """Make a key. It is shown once."""
    with Session(url, token) as session:
        made = session.do(session.client.post("/v1/keys", wanted, Made))
    _show(made, as_json=as_json)


@keys.command()
@click.argument("key_id", metavar="ID")
@click.option("--overlap", default=24, help="Hours that both work.")
@json_option
@server_options
def rotate(key_id: str, overlap: int, url: str, token: str, *, as_json: bool) -> None:
    """Make a key's successor; both work for a while. It is shown once."""
    body = {"overlap_hours": overlap}
    with Session(url, token) as session:
        made = session.do(session.client.post(f"/v1/keys/{key_id}/rotate", body, Made))
    _show(made, as_json=as_json)


@keys.command()
@click.argument("key_id", metavar="ID")
@server_options
def revoke(key_id: str, url: str, token: str) -> None:
    """End a key, and the sessions that came from it."""
    with Session(url, token) as session:
        session.do(session.client.delete(f"/v1/keys/{key_id}"))
    click.echo(f"revoked: {key_id}")


def _show(made: Made, *, as_json: bool) -> None:
    if as_json:
        print_json(made)
        return
    click.echo(f"key {made.key.id} of {made.key.user}:")
    click.echo(made.token)
    click.echo("It is shown now and never again.", err=True)


def _state(key: Key) -> str:
    if not key.live:
        return "over"
    return f"{span((key.expires_at - now_ms()) / 1000)} left" if key.expires_at else "good"


def _used(key: Key) -> str:
    if not key.last_used_at:
        return "never"
    return f"{span((now_ms() - key.last_used_at) / 1000)} ago"
