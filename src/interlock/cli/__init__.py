"""The command line: ``serve`` and ``db`` run here, everything else is a client of the HTTP API."""
