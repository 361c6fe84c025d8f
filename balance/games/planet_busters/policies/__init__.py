"""Decisions of Planet Busters: one small kernel per decision point (D1..D23 of the specification).

A decision reads only what its player can see: own rack and orbit, pieces that lie face up, planets, the sizes of racks
and deck, whether the Treaty is in the deck, and the fleet in battle.
"""
