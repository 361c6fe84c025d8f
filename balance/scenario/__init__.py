"""Scenario files: TOML to a frozen model, with every error located."""
