"""How the installation stands, as gauges: what waits, who lives, who works."""

from collections import Counter as Tally

from interlock.domain.members import MemberState, Roster
from interlock.domain.standing import Heap, Standing
from interlock.ports import Clock, Cluster, Store
from interlock.traces.series import Family, Sample, gauge

_STATES: tuple[MemberState, ...] = ("up", "draining", "zombie", "lost")


async def gauges(store: Store, cluster: Cluster, clock: Clock) -> list[Family]:
    """What is looked up when somebody asks. Every process tells the same of its installation."""
    now = clock.now()
    standing = await store.read(lambda reader: reader.gauges.standing(now))
    return [*of_standing(standing), *of_roster(await cluster.roster())]


def of_standing(standing: Standing) -> list[Family]:
    """What waits in the database."""
    now = standing.now
    return [
        _count("interlock_runs_queued", "Runs that wait for a worker.", standing.queued),
        _age("interlock_runs_queued_oldest_seconds", "Since when the first.", standing.queued, now),
        _count("interlock_runs_running", "Runs that are being driven.", standing.running),
        gauge(
            "interlock_leases_alive", "Runs whose lease is alive.", Sample(float(standing.leased))
        ),
        _count("interlock_questions_open", "Questions that wait for people.", standing.questions),
        _age(
            "interlock_questions_open_oldest_seconds",
            "How long the first has waited.",
            standing.questions,
            now,
        ),
        _count("interlock_outbox_pending", "Notices that nobody has taken.", standing.notices),
        _age(
            "interlock_outbox_pending_oldest_seconds",
            "How long the first has waited.",
            standing.notices,
            now,
        ),
    ]


def of_roster(roster: Roster) -> list[Family]:
    """The queue, and the processes by their heartbeats; not while most of them are unheard."""
    queue = roster.queue
    places = {"waiting": queue.waiting, "taken": queue.taken, "set_aside": queue.set_aside}
    depth = gauge(
        "interlock_queue_depth",
        "Work in the queue, by where it is.",
        *(Sample(float(count), (("place", name),)) for name, count in places.items()),
    )
    return [depth, *_processes(roster)] if roster.whole else [depth]


def _processes(roster: Roster) -> list[Family]:
    states = Tally(member.state for member in roster.members)
    living = [member for member in roster.members if member.state != "lost"]
    return [
        gauge(
            "interlock_processes",
            "Processes of the installation, by state.",
            *(Sample(float(states[name]), (("state", name),)) for name in _STATES),
        ),
        gauge(
            "interlock_worker_heartbeat_age_seconds",
            "The longest silence of a process that is not lost.",
            Sample(max((member.age_ms for member in living), default=0) / 1000),
        ),
        gauge(
            "interlock_worker_runs",
            "Runs in the hands of all workers.",
            Sample(float(sum(member.beat.in_flight for member in living))),
        ),
        gauge(
            "interlock_worker_capacity",
            "Runs that all workers could drive.",
            Sample(float(sum(member.beat.capacity for member in living))),
        ),
    ]


def _count(name: str, about: str, heap: Heap) -> Family:
    return gauge(name, about, Sample(float(heap.count)))


def _age(name: str, about: str, heap: Heap, now: int) -> Family:
    age = max(0, now - heap.oldest) / 1000 if heap.oldest else 0.0
    return gauge(name, about, Sample(age))
