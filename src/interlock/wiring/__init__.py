"""The one place that picks adapters and builds the parts."""
