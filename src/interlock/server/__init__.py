"""The HTTP API: reads requests, hands orders to the desk, shows what is stored. It runs nothing."""
