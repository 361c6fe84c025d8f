"""Plays many games: seatings, chunks, threads, outcome rows, run folders. Knows Game, not games."""
