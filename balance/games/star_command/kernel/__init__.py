"""The compiled rules of Star Command: one file per phase, and the turn loop in playout.py."""
