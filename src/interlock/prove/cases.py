"""What is played in the matrix: at which points processes die or freeze, and what came of it."""

from msgspec import Struct


class Point(Struct, frozen=True):
    """A named point on the way of one process.

    Args:
        name: One of ``failpoints.NAMES``.
        visit: At which visit, from 1.
        life: Which process of the case, from 1; 0 for the first one that comes by.
    """

    name: str
    visit: int = 1
    life: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.visit}" + (f" in life {self.life}" if self.life else "")


class Case(Struct, frozen=True):
    """One way through the scene.

    Args:
        deaths: Where processes are killed, one after the other.
        freeze: Where one is stopped, to be woken when another one has done its work.
        count: Whether the visits of all points are counted instead.
    """

    deaths: tuple[Point, ...] = ()
    freeze: Point | None = None
    count: bool = False


class Outcome(Struct, frozen=True, kw_only=True):
    """What came of a case.

    Args:
        died: Where processes really died.
        frozen: Whether one froze.
        lives: How many processes there were.
        asked: Questions whether a lost call happened.
        repeated: Calls of the model beyond those that the scene needs.
        broken: What was not as it must be.
        visits: For each life, how often it came to each point; only when they were counted.
    """

    died: tuple[str, ...] = ()
    frozen: bool = False
    lives: int = 0
    asked: int = 0
    repeated: int = 0
    broken: tuple[str, ...] = ()
    visits: tuple[dict[str, int], ...] = ()
