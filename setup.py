"""Packages of the wheel: the house, and the shipped scenarios as `balance.scenarios`. All else is in pyproject.toml."""

from setuptools import find_namespace_packages, setup

setup(
    packages=[
        *find_namespace_packages(include=["balance*"]),
        "balance.scenarios",
        *(f"balance.scenarios.{name}" for name in find_namespace_packages("scenarios")),
    ]
)
