"""Worker processes: what one file does to its worker does not concern the others."""

from __future__ import annotations

import os
import signal
import time

import pytest

from detachlint.pool import Lost, Pool


def square(number: int) -> int:
    """A task that misbehaves for some numbers."""
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 17:
        os._exit(3)
    if number == 19:
        raise MemoryError
    if number == 23:
        while True:
            time.sleep(60)
    return number * number


def results(numbers: list[int], jobs: int, seconds: float = 60.0) -> dict[int, int | Lost]:
    """What came of each number."""
    return dict(Pool(square, jobs, seconds).run(numbers))


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_has_its_result(jobs: int) -> None:
    assert results(list(range(12)), jobs) == {number: number * number for number in range(12)}


def test_no_task_is_no_work() -> None:
    assert results([], 3) == {}


@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_worker_is_reported_and_the_rest_goes_on(jobs: int) -> None:
    found = results([13, 1, 2, 17, 3, 19, 4, 13, 5], jobs)
    assert found[13] == Lost("the process that analysed it was ended by SIGKILL")
    assert found[17] == Lost("the process that analysed it ended with status 3")
    assert found[19] == Lost("it needed more memory than one file may have")
    assert [found[number] for number in (1, 2, 3, 4, 5)] == [1, 4, 9, 16, 25]


def test_file_that_takes_too_long_is_given_up() -> None:
    found = results([23, 1, 2], 2, seconds=0.5)
    assert found[23] == Lost("it took longer than 0 seconds")
    assert (found[1], found[2]) == (1, 4)


def recurse(depth: int) -> int:
    """Nested calls through native code."""
    import sys

    sys.setrecursionlimit(1_000_000)
    return depth if depth == 0 else sum(map(recurse, [depth - 1]))


def test_workers_have_room_for_deep_recursion() -> None:
    assert dict(Pool(recurse, 1).run([20_000])) == {20_000: 0}


def memory_hog(size: int) -> int:
    """A task that wants far too much."""
    return len(bytearray(size))


def test_memory_of_a_worker_is_bounded() -> None:
    found = dict(Pool(memory_hog, 1).run([1 << 40, 1]))
    assert found == {1 << 40: Lost("it needed more memory than one file may have"), 1: 1}


def test_nothing_is_left_running_when_the_caller_stops_early() -> None:
    pool: Pool[int, int] = Pool(square, 2)
    running = pool.run([1, 23, 2, 3])
    next(running)
    workers = [worker.process for worker in pool._workers]
    running.close()  # type: ignore[attr-defined]
    assert workers
    assert all(not process.is_alive() for process in workers)
