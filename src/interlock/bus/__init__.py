"""What moves inside a running installation: wakes, work, time, and the feed of a run."""
