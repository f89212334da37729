"""A person at a real terminal: prompts, Ctrl-C, chat."""

import json

import pytest
from tests.cli.process import Server
from tests.cli.terminal import Terminal

DECISION = "your decision (y/n/e): "


@pytest.fixture
def slow_server(own_server: Server) -> Server:
    own_server.environment["INTERLOCK_DEMO_PACE"] = "1"
    return own_server.start()


def test_enter_alone_decides_nothing_and_a_whole_word_or_letter_does(server: Server):
    with Terminal(server, "run", "demo", "delete old reports") as terminal:
        for keys in ("\n", "   \n", "ye\n", "yn\n", "1\n"):
            terminal.answer(DECISION, keys)
            terminal.until("Nothing was decided.")
        terminal.answer(DECISION, "YES\n")
        assert terminal.wait() == 0
    assert "Deleted 3 reports in archive." in terminal.text


def test_what_was_typed_before_the_question_was_there_does_not_answer_it(server: Server):
    with Terminal(server, "run", "demo", "delete reports in a and b") as terminal:
        terminal.answer(DECISION, "n\ny\ny\ny\n")
        terminal.answer("Enter for no reason): ", "no\n")
        terminal.answer(DECISION, "n\n")
        terminal.answer("Enter for no reason): ", "\n")
        assert terminal.wait() == 0
    assert terminal.text.count("rejected by local; it did not run") == 2
    assert 'delete_reports(folder="a", older_than_days=90)  done' not in terminal.text


def test_edited_arguments_are_shown_again_and_need_a_yes_of_their_own(server: Server):
    with Terminal(server, "run", "demo", "delete reports in b") as terminal:
        terminal.answer(DECISION, "e\n")
        terminal.answer("new arguments: ", '{"folder": "b"\n')
        terminal.until("That is no JSON")
        terminal.answer(DECISION, "e\n")
        terminal.answer("new arguments: ", '{"folder": 7}\n')
        terminal.answer("exactly these? (y/n): ", "y\n")
        terminal.until("folder")
        terminal.answer(DECISION, "e\n")
        terminal.answer("new arguments: ", '{"folder": "b", "older_than_days": 300}\n')
        terminal.answer("exactly these? (y/n): ", "y\n")
        assert terminal.wait() == 0
    assert "Deleted 1 reports in b." in terminal.text


def test_the_card_shows_what_will_happen_and_every_argument_on_a_narrow_terminal(server: Server):
    message = "email someone.with.a.long.name@an.even.longer.domain.example.com"
    with Terminal(server, "run", "demo", message, columns=34) as terminal:
        shown = terminal.until(DECISION)
        terminal.type("n\n")
        terminal.answer("Enter for no reason): ", "\n")
        assert terminal.wait() == 0
    lines = [line for line in shown.replace("\r", "").split("\n") if line.startswith("\u2503")]
    assert [line for line in lines if len(line) > 34] == []
    data = "".join(
        line.removeprefix("\u2503    ") for line in lines if line.startswith("\u2503    ")
    )
    assert json.loads(data) == {
        "to": "someone.with.a.long.name@an.even.longer.domain.example.com",
        "subject": "Old reports",
        "body": "The old reports are about to be deleted.\nTell me if you still need one.",
    }


def test_ctrl_c_stops_the_run_and_says_what_was_kept(slow_server: Server):
    with Terminal(slow_server, "run", "demo", "count slowly") as terminal:
        terminal.until("running (")
        terminal.type("\x03")
        assert terminal.wait() == 130
    after = terminal.text.partition("Stopped.")[2]
    assert "kept: 2 words of the answer" in after
    assert "stopped without effect: slow_count" in after
    [run] = slow_server.json("runs")["runs"]
    assert (run["status"], run["cancel_by"]) == ("cancelled", "local")


def test_ctrl_c_at_a_question_decides_nothing_and_leaves_it_open(server: Server):
    with Terminal(server, "run", "demo", "delete old reports", "--thread", "left") as terminal:
        terminal.until(DECISION)
        terminal.type("\x03")
        assert terminal.wait() == 130
    assert "Nothing was decided by that." in terminal.text
    found = server.json("approvals", "list")["interrupts"]
    assert [one["status"] for one in found if one["interrupt"]["thread_id"] == "left"] == ["open"]


def test_a_question_in_words_takes_a_number_or_the_words_and_nothing_else(server: Server):
    with Terminal(server, "run", "demo", "ask me") as terminal:
        terminal.answer("or the words): ", "\n")
        terminal.until("Nothing was answered.")
        terminal.answer("or the words): ", "9\n")
        terminal.until("Nothing was answered.")
        terminal.answer("or the words): ", "3\n")
        assert terminal.wait() == 0
    assert "Lisbon it is." in terminal.text


def test_a_chat_goes_on_after_a_question_and_ends_with_ctrl_d(server: Server):
    with Terminal(server, "chat", "demo") as terminal:
        terminal.answer("you> ", "think\n")
        terminal.until("this is the answer.")
        terminal.answer("you> ", "delete old reports\n")
        terminal.answer(DECISION, "n\n")
        terminal.answer("Enter for no reason): ", "later\n")
        terminal.until("You said: later.")
        terminal.answer("you> ", "\x04")
        assert terminal.wait() == 0
    assert "go on with: interlock chat demo --thread thread_" in terminal.text


def test_no_colour_is_printed_where_none_is_wanted(server: Server):
    with Terminal(server, "run", "demo", "think", NO_COLOR="1") as terminal:
        assert terminal.wait() == 0
    assert b"\x1b[3" not in terminal.raw.replace(b"\x1b[3m", b"")
