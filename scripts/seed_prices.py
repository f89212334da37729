"""Make the price table from the figures of the PyPI package ``genai-prices``.

    pip install genai-prices==0.2.3        (in a virtual environment of its own)
    python -m scripts.seed_prices

Only figures, dates, conditions and names are carried over (MIT, © Pydantic Services Inc.). What is
known to be wrong or missing there is put right by ``scripts/price_corrections.json``, where each
entry names its source. The result is ``src/interlock/ledger/prices.json``.
"""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any

from genai_prices.data_snapshot import get_snapshot
from genai_prices.types import (
    ClauseAnd,
    ClauseContains,
    ClauseEndsWith,
    ClauseEquals,
    ClauseOr,
    ClauseRegex,
    ClauseStartsWith,
    ConditionalPrice,
    StartDateConstraint,
    TieredPrices,
    TimeOfDateConstraint,
)

HERE = Path(__file__).parent
OUT = HERE.parent / "src/interlock/ledger/prices.json"
CORRECTIONS = HERE / "price_corrections.json"

PROVIDERS = (
    "anthropic", "openai", "azure", "google", "aws", "deepseek", "groq", "mistral", "x-ai",
    "openrouter", "together", "fireworks", "cerebras", "perplexity", "moonshotai", "zai",
    "cohere", "voyageai", "minimax",
)  # fmt: skip
"""Those that the catalog of models can reach, and what embeds and reranks."""

CLASSES = {
    "input_mtok": "input",
    "cache_read_mtok": "cache_read",
    "cache_write_mtok": "cache_write",
    "cache_write_1h_mtok": "cache_write_1h",
    "input_audio_mtok": "input_audio",
    "cache_audio_read_mtok": "cached_audio",
    "output_mtok": "output",
    "output_reasoning_mtok": "reasoning",
    "output_audio_mtok": "output_audio",
    "web_searches_kcount": "web_search",
}
TIERS = {"service_tier": ("flex", "priority", "fast"), "processing": ("batch",)}
OPEN = -1  # the end of time, in a file that stays readable

Row = dict[str, Any]
Foreign = Any
"""What the package is made of; it is not installed where types are checked."""


def terms(clause: Foreign) -> list[str]:
    """A clause as our terms, any of which is enough."""
    match clause:
        case ClauseOr(or_=parts):
            return [term for part in parts for term in terms(part)]
        case ClauseAnd(and_=parts):
            return [" ".join(term for part in parts for term in terms(part))]
        case ClauseEquals(equals=word):
            return [f"={word.lower()}"]
        case ClauseStartsWith(starts_with=word):
            return [f"^{word.lower()}"]
        case ClauseEndsWith(ends_with=word):
            return [f"${word.lower()}"]
        case ClauseContains(contains=word):
            return [f"~{word.lower()}"]
        case ClauseRegex(regex=pattern):
            return [f"/{pattern}"]
        case _:
            raise TypeError(type(clause).__name__)


def text(value: Decimal) -> str:
    """A price to six decimals: what is finer is the noise of a float."""
    short = format(round(value, 6).normalize(), "f")
    return short.rstrip("0").rstrip(".") if "." in short else short


def thresholds(prices: dict[str, Any]) -> list[int]:
    """Where the price of some class changes with the size of the input."""
    tiers = [p for p in prices.values() if isinstance(p, TieredPrices)]
    return sorted({0, *(tier.start for price in tiers for tier in price.tiers)})


def rates(prices: dict[str, Any], above: int) -> dict[str, str]:
    """The rates of calls above a threshold."""
    found: dict[str, str] = {}
    for key, name in CLASSES.items():
        price = prices.get(key)
        if isinstance(price, TieredPrices):
            chosen = [tier.price for tier in price.tiers if tier.start <= above and above]
            price = chosen[-1] if chosen else price.base
        if price is not None:
            found[name] = text(price)
    return found


def moment(day: date) -> int:
    """Midnight UTC, ms since the epoch."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def rows(model: Foreign) -> Iterator[Row]:
    """The rows of a model: every interval, tier, threshold and window of its own."""
    given = model.prices
    conditional = given if isinstance(given, list) else [ConditionalPrice(prices=given)]
    variants = [v for v in model.price_variants or [] if tier_of(v)]
    constraints = [c.constraint for c in (*conditional, *variants)]
    dates = sorted({c.start_date for c in constraints if isinstance(c, StartDateConstraint)})
    cuts = [0, *(moment(day) for day in dates)]
    for since, until in zip(cuts, [*cuts[1:], OPEN], strict=True):
        base, windows = in_force(conditional, since)
        yield from expand(base, {"since": since, "until": until})
        for window, prices in windows:
            yield from expand(prices, {"since": since, "until": until, "window": window})
        for tier in {tier_of(v): None for v in variants}:
            active = [v for v in variants if tier_of(v) == tier and begun(v.constraint, since)]
            if active:
                own: dict[str, Any] = {}
                for variant in reversed(active):
                    own.update(numbers(variant.prices))
                yield from expand({**base, **own}, {"since": since, "until": until, "tier": tier})


def in_force(conditional: list[Any], at: int) -> tuple[dict[str, Any], list[tuple[Row, Any]]]:
    """The last price without a window that has begun, and the windows that go before it."""
    windows: list[tuple[Row, Any]] = []
    for one in reversed(conditional):
        if isinstance(one.constraint, TimeOfDateConstraint):
            begin, end = one.constraint.start_time, one.constraint.end_time
            minutes = {"start": begin.hour * 60 + begin.minute, "end": end.hour * 60 + end.minute}
            windows.append((minutes, numbers(one.prices)))
        elif begun(one.constraint, at):
            return numbers(one.prices), windows
    return numbers(conditional[0].prices), windows


def begun(constraint: Foreign, at: int) -> bool:
    """Whether a start date is over."""
    return constraint is None or moment(constraint.start_date) <= at


def numbers(prices: Foreign) -> dict[str, Any]:
    """The prices that are there."""
    return {key: value for key, value in vars(prices).items() if value is not None}


def tier_of(variant: Foreign) -> str:
    """Our name of a variant's tier; empty for conditions that we do not know of a call."""
    if len(variant.when) != 1:
        return ""
    (key, value) = next(iter(variant.when.items()))
    return value if value in TIERS.get(key, ()) else ""


def expand(prices: dict[str, Any], common: Row) -> Iterator[Row]:
    """One row a threshold."""
    for above in thresholds(prices):
        found = rates(prices, above)
        if found:
            yield {**common, **({"above": above} if above else {}), "rates": found}


def merged(found: list[Row]) -> list[Row]:
    """Neighbours in time that say the same, as one."""
    kept: list[Row] = []
    for row in found:
        same = next(
            (
                old
                for old in kept
                if old["until"] == row["since"]
                and all(
                    old.get(key) == row.get(key) for key in ("rates", "tier", "above", "window")
                )
            ),
            None,
        )
        if same is None:
            kept.append(dict(row))
        else:
            same["until"] = row["until"]
    for row in kept:
        if row["until"] == OPEN:
            del row["until"]
        if row["since"] == 0:
            del row["since"]
    return kept


def listings(provider: Foreign) -> list[Row]:
    """The models of a provider."""
    made = (
        {"id": m.id, "match": terms(m.match), "prices": merged(list(rows(m)))}
        for m in provider.models
    )
    return [one for one in made if one["prices"]]


def correct(table: dict[str, Any], corrections: list[Row]) -> None:
    """Put right what is known to be wrong."""
    for one in corrections:
        models = table["providers"][one["provider"]]["models"]
        if "match" in one:
            models.insert(0, {key: one[key] for key in ("id", "match", "prices")})
            continue
        for row in next(model for model in models if model["id"] == one["id"])["prices"]:
            mend(row, one)


def mend(row: Row, one: Row) -> None:
    """Apply a correction to a row that it is about."""
    if "window" in row and "days" in one:
        row["window"]["days"] = one["days"]
    if row.get("tier") in one.get("tiers", {}):
        row["since"] = moment(date.fromisoformat(one["tiers"][row["tier"]]))
    if "rates" in one and row.get("until") == moment(date.fromisoformat(one["until"])):
        row["rates"].update(one["rates"])


def main() -> None:
    """Write the table."""
    found = {p.id: p for p in get_snapshot().providers}
    table: dict[str, Any] = {
        "version": "",
        "source": "",
        "providers": {
            name: {
                **({"then": found[name].fallback_model_providers}
                   if found[name].fallback_model_providers else {}),
                "models": listings(found[name]),
            }
            for name in PROVIDERS
        },
    }  # fmt: skip
    corrections = json.loads(CORRECTIONS.read_text(encoding="utf-8"))
    correct(table, corrections["corrections"])
    seed = version("genai-prices")
    table["version"] = f"{seed}+{corrections['version']}"
    table["source"] = f"genai-prices {seed} (MIT), corrected"
    for provider in table["providers"].values():
        for key in ("then",):
            provider[key] = [name for name in provider.get(key, ()) if name in table["providers"]]
    OUT.write_text(json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
