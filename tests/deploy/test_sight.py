"""The alerts and the dashboard of ``deploy/`` ask only for what the program tells."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.deploy.files import DEPLOY, ROOT

from interlock.domain.members import Roster
from interlock.domain.redact import Redactor
from interlock.domain.standing import Heap, Standing
from interlock.domain.work import Counts
from interlock.traces.exporter import Exporter
from interlock.traces.gauges import of_roster, of_standing
from interlock.traces.meter import Meter
from interlock.traces.sample import Sampling
from interlock.traces.series import Family

_METRIC = re.compile(r"\b(?:interlock|agent|gen_ai)_[a-z_]+\b")
_SELECTOR = re.compile(r"\b((?:interlock|agent|gen_ai)_[a-z_]+)\{([^}]*)\}")
_LABELS = re.compile(r"\bby \(([^)]*)\)")
_PARTS = ("_bucket", "_sum", "_count")


class Nowhere:
    """Sends nothing."""

    def __call__(self, _sheets: object, /) -> bool:
        return False

    def close(self) -> None:
        pass


def told() -> dict[str, Family]:
    """Every metric of the program, by its name."""
    store: Any = None
    exporter = Exporter(store, Nowhere(), Sampling(), Redactor())
    standing = Standing(
        now=0, queued=Heap(), running=Heap(), leased=0, questions=Heap(), notices=Heap()
    )
    families = [
        *Meter(lambda _: "read").families(),
        *of_standing(standing),
        *of_roster(Roster((), Counts())),
        exporter.family(),
    ]
    return {family.name: family for family in families}


TOLD = told()
KNOWN = {*TOLD, "interlock_streams_open"}


def rules() -> list[dict[str, Any]]:
    text = (DEPLOY / "alerts.yaml").read_text("utf-8")
    document: Any = YAML(typ="safe").load(text)
    return [rule for group in document["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    document: Any = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    return [panel for panel in document["panels"] if panel["type"] != "row"]


def expressions() -> Iterator[tuple[str, str]]:
    for rule in rules():
        yield rule["alert"], rule["expr"]
    for panel in panels():
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


EXPRESSIONS = list(expressions())


def metric(name: str) -> str:
    """The metric that a line's name belongs to."""
    for part in _PARTS:
        family = TOLD.get(name.removesuffix(part))
        if name.endswith(part) and family is not None and family.kind == "histogram":
            return family.name
    return name


def labels_in(expression: str) -> str:
    return _LABELS.sub(" ", expression)


@pytest.mark.parametrize(("where", "expression"), EXPRESSIONS, ids=lambda text: str(text)[:40])
def test_every_metric_that_is_asked_for_is_told(where: str, expression: str):
    names = {metric(name) for name in _METRIC.findall(labels_in(expression))}
    labels = {"gen_ai_request_model", "gen_ai_provider_name", "gen_ai_token_type"}
    assert names - labels, f"{where} asks for nothing"
    assert names - labels - KNOWN == set()


@pytest.mark.parametrize(("where", "expression"), EXPRESSIONS, ids=lambda text: str(text)[:40])
def test_counters_are_asked_for_their_rate_and_gauges_for_themselves(where: str, expression: str):
    for name in _METRIC.findall(labels_in(expression)):
        family = TOLD.get(metric(name))
        if family is None:
            continue
        rated = re.search(rf"(?:rate|increase)\({name}[{{\[]", expression) is not None
        assert rated is (family.kind != "gauge"), f"{where}: {name}"


def test_every_alert_says_what_it_means_and_how_bad_it_is():
    names = [rule["alert"] for rule in rules()]
    assert len(names) == len(set(names))
    for rule in rules():
        assert rule["labels"]["severity"] in {"info", "warning", "critical"}
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["annotations"]["description"].endswith(".")


def test_panels_have_a_title_a_word_about_them_and_a_place_of_their_own():
    places = [tuple(panel["gridPos"].values()) for panel in panels()]
    assert len(places) == len(set(places))
    assert all(panel["title"] and panel["description"] for panel in panels())
    assert len({panel["id"] for panel in panels()}) == len(panels())


def test_the_document_names_every_metric():
    text = (ROOT / "docs" / "traces.md").read_text("utf-8")
    assert [name for name in sorted(KNOWN) if f"`{name}`" not in text] == []
