import threading
import time

import pytest

from balance.engine.threads import in_order


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_order_whatever_finishes_first(threads: int) -> None:
    def work(job: int) -> int:
        time.sleep(0.002 * (job % 3))
        return job * job

    assert list(in_order(work, range(20), threads)) == [(job, job * job) for job in range(20)]


def test_stopping_early_drops_what_has_not_begun() -> None:
    begun: list[int] = []
    lock = threading.Lock()

    def work(job: int) -> int:
        with lock:
            begun.append(job)
        time.sleep(0.005)
        return job

    for job, _ in in_order(work, range(1000), 2):
        if job == 3:
            break
    assert len(begun) < 20


def test_an_error_in_a_job_reaches_the_caller() -> None:
    def work(job: int) -> int:
        if job == 4:
            raise ValueError("four")
        return job

    with pytest.raises(ValueError, match="four"):
        list(in_order(work, range(10), 3))
