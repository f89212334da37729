"""Sight: spans as projections of the log, their export, and counters for Prometheus.

Nothing here is written down beside the log: what a trace says follows from the events.
"""
