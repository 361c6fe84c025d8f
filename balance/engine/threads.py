"""Runs jobs on a thread pool and hands results back in order; kernels release the GIL, so threads are real cores."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

J = TypeVar("J")
R = TypeVar("R")


def default_threads() -> int:
    """Cores this process may use."""
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:  # not on Linux
        return max(1, os.cpu_count() or 1)


def in_order(work: Callable[[J], R], jobs: Iterable[J], threads: int) -> Iterator[tuple[J, R]]:
    """Yield (job, work(job)) in the order of `jobs`, computing up to `threads` at once.

    At most two jobs per thread are under way, so memory stays flat. When the consumer stops (an exception, Ctrl-C, or
    enough seen) jobs not yet begun are dropped and those under way are waited for: a chunk is whole or absent.
    """
    waiting: deque[tuple[J, Future[R]]] = deque()
    source = iter(jobs)
    pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="play")
    try:
        for job in source:
            waiting.append((job, pool.submit(work, job)))
            if len(waiting) >= 2 * threads:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
