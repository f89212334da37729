"""Translations between the facts of a run and public protocols. Pure: no I/O, no waiting."""
