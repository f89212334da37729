"""``interlock usage`` and ``interlock quotas`` against a real server with prices of its own."""

import csv
import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from tests.cli.process import Server

PRICES = '[[price]]\nprovider = "scripted"\nmodel = "*"\ninput = 2\noutput = 10\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    prices = folder / "prices.toml"
    prices.write_text(PRICES)
    one = Server(folder)
    one.environment["INTERLOCK_PRICES"] = str(prices)
    one.start()
    yield one
    one.stop()


def test_the_report_shows_what_a_run_cost(server: Server):
    done = server.json("run", "demo", "think")
    shown = server.json("usage", "run", done["run_id"])
    cost = sum(Decimal(row["cost"]) for row in shown["rows"])
    assert cost == Decimal(shown["cost"]) > 0
    told = server.command("usage", "run", done["run_id"])
    assert told.stdout.startswith("1.1\tscripted:")
    assert "USD" in told.stderr
    report = server.json("usage", "list", "--by", "agent,outcome")
    assert [group["agent"] for group in report["groups"]] == ["demo"]
    lines = server.command("usage", "list", "--by", "agent").stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == ["demo", "total"]
    table = list(csv.DictReader(server.command("usage", "list", "--csv").stdout.splitlines()))
    assert Decimal(table[0]["usd"]) >= cost


def test_the_books_are_right_and_nothing_would_be_priced_anew(server: Server):
    server.json("run", "demo", "think")
    recounted = server.command("usage", "recount")
    assert recounted.returncode == 0, recounted.stdout
    repriced = server.command("usage", "reprice", "--dry-run")
    assert "Nothing would differ." in repriced.stdout
    neither = server.command("usage", "reprice")
    assert neither.returncode == 1
    assert "--dry-run" in neither.stderr


def test_an_invoice_is_laid_beside_the_ledger(server: Server, tmp_path: Path):
    server.json("run", "demo", "think")
    report = server.json("usage", "list", "--by", "model")
    [day] = server.json("usage", "list")["groups"]
    today = day["day"]
    invoice = tmp_path / "invoice.csv"
    lines = [f"{today},{group['model']},{group['cost']}" for group in report["groups"]]
    invoice.write_text("\n".join(["date,model,cost", *lines]))
    same = server.command("usage", "reconcile", str(invoice), "--json")
    assert (same.returncode, json.loads(same.stdout)["same"]) == (0, True), same.stdout
    invoice.write_text(f"date,model,cost\n{today},somebody-elses,5\n")
    other = server.command("usage", "reconcile", str(invoice))
    assert other.returncode == 1
    assert "only invoice" in other.stdout
    invoice.write_text("nothing\n1\n")
    wrong = server.command("usage", "reconcile", str(invoice))
    assert "needs a column" in wrong.stderr


def test_a_quota_is_set_shown_and_lifted(server: Server):
    made = server.json("quotas", "set", "12.50", "--period", "day", "--user", "*")
    assert (made["scope"], made["subject"], made["cap"]) == ("user", "*", 12_500_000_000_000)
    server.json("run", "demo", "think")
    listed = server.command("quotas").stdout
    assert "12.50 USD a day for the user" in listed
    assert "free" in listed
    dropped = server.command("quotas", "drop", made["id"])
    assert dropped.stdout == f"{made['id']} is lifted\n"
    assert server.command("quotas", "set", "many").returncode == 1


def test_days_begin_where_the_tenant_says(server: Server):
    told = server.command("usage", "zone", "Europe/Berlin").stdout
    assert told == "Days begin at midnight in Europe/Berlin from now on.\n"
    assert server.json("usage", "list")["zone"] == "Europe/Berlin"
    server.command("usage", "zone", "UTC")
