"""Shared by all tests: hypothesis is derandomised, compiled kernels go to a cache of their own when asked."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
