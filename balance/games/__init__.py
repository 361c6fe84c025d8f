"""The games and the contract they keep."""
