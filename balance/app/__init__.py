"""Use cases, each a readable list of steps."""
