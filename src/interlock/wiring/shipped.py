"""The models that need no provider and ship with Interlock, for the package's front door."""

from interlock.models.chaos import Chaos, Rates
from interlock.models.script import Script
from interlock.models.scripted import Scripted

__all__ = ["Chaos", "Rates", "Script", "Scripted"]
