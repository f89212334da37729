"""AG-UI 1.0, with clients of the 0.x line served too.

Source: the AG-UI specification 1.0 (events, basic, http-sse), and the behaviour of the reference
client ``@ag-ui/client`` 1.0.0 and 0.0.59.
"""
