"""The shell around ``decide``: it performs steps and appends what happened."""
