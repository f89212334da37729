"""The durable log of events and its projections, behind ``ports.Store``."""
