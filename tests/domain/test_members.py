"""What the last words of a process, and their age, say about it."""

import pytest

from interlock.domain.members import LOST_SECONDS, ZOMBIE_SECONDS, Beat, Member

LOST, LONG = int(LOST_SECONDS * 1000), int(ZOMBIE_SECONDS * 1000)


@pytest.mark.parametrize(
    ("said", "age_ms", "state"),
    [
        ({}, 0, "up"),
        ({"in_flight": 3, "idle_ms": LONG}, LOST, "up"),
        ({"draining": True}, 0, "draining"),
        ({"draining": True}, LOST + 1, "lost"),
        ({"in_flight": 1, "idle_ms": LONG + 1}, 0, "zombie"),
        ({"in_flight": 1, "stalled_ms": LONG + 1}, 0, "zombie"),
        ({"in_flight": 1, "stalled_ms": LONG + 1, "draining": True}, 0, "zombie"),
        ({"in_flight": 0, "stalled_ms": LONG + 1}, 0, "up"),
        ({"in_flight": 1, "idle_ms": LONG + 1}, LOST + 1, "lost"),
    ],
)
def test_a_member_is_what_its_last_words_and_their_age_make_it(said, age_ms, state):
    beat = Beat(id="w", host="h", pid=1, version="1", role="worker", started_at=0, **said)
    assert Member(beat, age_ms).state == state
