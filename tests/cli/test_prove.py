"""``interlock prove`` says what was counted, and its exit code says whether it is right."""

import json

import pytest
from click.testing import CliRunner

from interlock.cli import prove as command
from interlock.prove.clicks import clicks
from interlock.prove.experiments import Experiment

pytestmark = pytest.mark.timeout(120)


def run(*arguments: str):
    return CliRunner().invoke(command.prove, arguments)


def test_a_proof_that_holds_ends_with_success_and_one_document():
    done = run("clicks", "--clicks", "6", "--seed", "5", "--json")
    document = json.loads(done.stdout)
    assert (done.exit_code, document["holds"], document["seed"]) == (0, True, 5)
    assert [proof["name"] for proof in document["proofs"]] == ["clicks"]
    assert {"what": "clicks", "found": 24, "wanted": 24} in document["proofs"][0]["counts"]


def test_a_wrong_count_ends_with_failure_and_names_the_right_number(monkeypatch):
    async def broken(size: int, seed: int):
        return await clicks(size, seed, "tests.prove.mutants:answer_over")

    experiment = Experiment("clicks", "One answer counts.", 6, broken)
    monkeypatch.setattr(command, "EXPERIMENTS", (experiment,))
    done = run("clicks", "--seed", "2")
    assert done.exit_code == 1
    assert "other answers not told that they came too late  (must be 0)" in done.stdout
    assert "A promise was broken. Seed 2." in done.stdout
