"""For your own tests: a whole Interlock in the process, a clock that you move, stories to tell."""

from interlock.testing.clock import ManualClock
from interlock.testing.story import Story, Told

__all__ = ["ManualClock", "Story", "Told"]
