"""The gate: the only way to a tool. Closed by default."""
