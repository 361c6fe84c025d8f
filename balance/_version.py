"""The one place the version is written; pyproject.toml and the command line read it from here."""

VERSION = "0.1.0"
