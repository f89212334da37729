"""Settings that every test shares."""

from hypothesis import settings

# A deadline would measure the machine, and a database of examples would make runs differ.
settings.register_profile("interlock", deadline=None, database=None)
settings.load_profile("interlock")
