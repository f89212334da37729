"""A user's program: its agents, and nothing running yet."""

from collections.abc import Sequence

from interlock.domain.agents import Agent


class Interlock:
    """What ``interlock serve module:app`` serves.

    Args:
        agents: The agents of this program, in the order in which people see them.
    """

    def __init__(self, agents: Sequence[Agent]) -> None:
        self.agents = tuple(agents)
