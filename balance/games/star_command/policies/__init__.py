"""The players of Star Command: one small kernel per decision (D1..D8 of the rules reference)."""
