"""Interlock: a self-hosted agent server with one gate to every tool."""

__all__: list[str] = []
