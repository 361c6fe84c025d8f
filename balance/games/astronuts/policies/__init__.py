"""Decisions of the players of AstroNuts: one small kernel per decision point of the spec's section 8."""
