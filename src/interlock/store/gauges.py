"""What waits in the database, all tenants together: for operators, not for people."""

from interlock.domain.standing import Heap, Standing
from interlock.store.schedules import Schedules
from interlock.store.session import NONE, Session, Values


class Gauges:
    """``ports.Gauges`` over a session. Each figure is one look at a small partial index."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def standing(self, now: int) -> Standing:
        """How the installation stands, by the database's time where it is shared."""
        now = Schedules(self._session).clock(now)
        return Standing(
            now=now,
            queued=self._heap("queued_heap", NONE),
            running=self._heap("running_heap", NONE),
            leased=self._heap("leased_heap", {"now": now}).count,
            questions=self._heap("open_questions_heap", NONE),
            notices=self._heap("pending_notices_heap", NONE),
        )

    def _heap(self, name: str, values: Values) -> Heap:
        row = self._session.one(name, values)
        return Heap() if row is None else Heap(int(row["heap"]), int(row["oldest"] or 0))
