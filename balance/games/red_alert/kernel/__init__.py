"""The compiled rules of Red Alert: one file per phase, `playout` holds the turn loop."""
