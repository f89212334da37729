"""The retail shop and the airline of tau2-bench: their tasks, servers and final databases."""

import hashlib
import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.tools import Effect, ToolContext
from interlock.tools.mcp import McpOptions, McpServer
from interlock.tools.mcp_session import StdioCommand
from interlock.tools.traits import Traits

ROOT = Path(__file__).parents[2]
TASKS = ROOT / "tests" / "fixtures" / "tau2"

Domain = Literal["retail", "airline"]
DOMAINS: tuple[Domain, ...] = ("retail", "airline")

READS: dict[Domain, frozenset[str]] = {
    "retail": frozenset(
        {"calculate", "find_user_id_by_email", "find_user_id_by_name_zip", "get_item_details"}
        | {"get_order_details", "get_product_details", "get_user_details"}
        | {"list_all_product_types", "transfer_to_human_agents"}
    ),
    "airline": frozenset(
        {"calculate", "get_flight_status", "get_reservation_details", "get_user_details"}
        | {"list_all_airports", "search_direct_flight", "search_onestop_flight"}
        | {"transfer_to_human_agents"}
    ),
}
WRITES: dict[Domain, frozenset[str]] = {
    "retail": frozenset(
        {"cancel_pending_order", "exchange_delivered_order_items", "modify_pending_order_address"}
        | {"modify_pending_order_items", "modify_pending_order_payment", "modify_user_address"}
        | {"return_delivered_order_items"}
    ),
    "airline": frozenset(
        {"book_reservation", "cancel_reservation", "send_certificate"}
        | {"update_reservation_baggages", "update_reservation_flights"}
        | {"update_reservation_passengers"}
    ),
}

_ORDER_DEFAULTS = (
    *("cancel_reason", "exchange_items", "exchange_new_items", "exchange_payment_method_id"),
    *("exchange_price_difference", "return_items", "return_payment_method_id"),
)


class Action(Struct, frozen=True):
    """A golden call."""

    name: str
    arguments: dict[str, Json]


class Task(Struct, frozen=True):
    """What a user wants, the calls that do it, and the database that they leave."""

    id: str
    says: str
    actions: tuple[Action, ...]
    digest: str
    changes: bool
    failing_actions: int


def load(domain: Domain) -> tuple[Task, ...]:
    """All tasks of a world."""
    return msgspec.json.decode((TASKS / f"{domain}.json").read_bytes(), type=tuple[Task, ...])


def serve(domain: Domain, state: Path) -> McpServer:
    """The world's server. Each thread has a database of its own; writing always asks a person.

    Args:
        domain: Which world.
        state: A folder for the databases.
    """
    effects: dict[str, Effect] = dict.fromkeys(READS[domain], "read")
    command = StdioCommand(
        command=sys.executable,
        args=("-m", "tests.proofs.tau2_server", domain),
        env={f"TAU2_{domain.upper()}_MCP_STATE_DIR": str(state), "PYTHONPATH": str(ROOT)},
    )

    def key(context: ToolContext) -> str:
        return _key(domain, context.thread_id)

    options = McpOptions(
        prefix=False,
        only=READS[domain] | WRITES[domain],
        effects=effects,
        traits=dict.fromkeys(WRITES[domain], Traits(approval="always")),
        bound={"state_key": key},
    )
    return McpServer(domain, command, options)


def final_digest(domain: Domain, state: Path, thread_id: str) -> str:
    """The digest of the database that a thread left behind, as upstream's own models write it."""
    name = hashlib.sha256(_key(domain, thread_id).encode()).hexdigest()
    file = state / f"{name}.json"
    if file.exists():
        world = json.loads(file.read_bytes())["db"]
    else:
        data = files(f"tau2_{domain}_mcp") / "data" / "tau2" / "domains" / domain / "db.json"
        world = json.loads(data.read_bytes())
    plain = _retail(world) if domain == "retail" else _airline(world)
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _key(domain: Domain, thread_id: str) -> str:
    return f"tau2/{domain}/{thread_id}"


def _retail(world: Json) -> Json:
    """Write amounts as decimals and absent fields as null, as upstream does."""
    for order in world["orders"].values():
        for name in _ORDER_DEFAULTS:
            order.setdefault(name, None)
        _decimal([order], "exchange_price_difference")
        _decimal(order["items"], "price")
        _decimal(order["payment_history"], "amount")
    for product in world["products"].values():
        _decimal(product["variants"].values(), "price")
    for user in world["users"].values():
        _decimal(user["payment_methods"].values(), "balance")
    return world


def _airline(world: Json) -> Json:
    for user in world["users"].values():
        user["address"].setdefault("address2", None)
        _decimal(user["payment_methods"].values(), "amount")
    for reservation in world["reservations"].values():
        reservation.setdefault("status", None)
    return world


def _decimal(rows: Json, name: str) -> None:
    for row in rows:
        if row.get(name) is not None:
            row[name] = float(row[name])
