"""Worker processes that outlive each other: a file that kills or hangs one is reported, and the rest goes on."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

SECONDS = 120.0
"""How long one file may take."""
MEMORY = 6 << 30
"""Bytes of address space that a worker may add to what it starts with."""
COLLECT_EVERY = 40
"""Files between two garbage collections."""
STACK = 256 << 20


@dataclass(frozen=True)
class Lost:
    """What became of a task whose worker did not come back."""

    reason: str


class Pool(Generic[Task, Result]):
    """Runs a function over tasks in some processes; each task is sent alone, so it is known which one was lost."""

    def __init__(self, work: Callable[[Task], Result], jobs: int, seconds: float = SECONDS) -> None:
        self._work = work
        self._jobs = jobs
        self._seconds = seconds
        self._context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
        self._workers: list[Worker[Task]] = []

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Result | Lost]]:
        """Results as they come."""
        waiting = deque(tasks)
        gc.collect()
        gc.freeze()
        try:
            for _ in range(min(self._jobs, len(waiting))):
                self._start(waiting.popleft())
            while self._workers:
                yield from self._collect(waiting)
        finally:
            for worker in self._workers:
                worker.kill()
            gc.unfreeze()

    def _start(self, task: Task) -> None:
        ours, theirs = self._context.Pipe()
        inherited = [worker.connection for worker in self._workers] + [ours]
        process = self._context.Process(target=serve, args=(self._work, theirs, inherited), daemon=True)
        process.start()
        theirs.close()
        worker = Worker(process, ours, task, time.monotonic())
        self._workers.append(worker)
        worker.send(task)

    def _collect(self, waiting: deque[Task]) -> Iterator[tuple[Task, Result | Lost]]:
        ready = wait([worker.connection for worker in self._workers], timeout=self._patience())
        for worker in list(self._workers):
            if worker.connection in ready:
                yield worker.task, self._receive(worker)
            elif time.monotonic() - worker.since > self._seconds:
                self._workers.remove(worker)
                worker.kill()
                yield worker.task, Lost(f"it took longer than {self._seconds:.0f} seconds")
            else:
                continue
            self._next(worker, waiting)

    def _patience(self) -> float:
        oldest = min(worker.since for worker in self._workers)
        return max(0.05, oldest + self._seconds - time.monotonic())

    def _receive(self, worker: Worker[Task]) -> Result | Lost:
        try:
            result: Result | Lost = worker.connection.recv()
        except (EOFError, OSError):
            self._workers.remove(worker)
            return Lost(worker.obituary())
        return result

    def _next(self, worker: Worker[Task], waiting: deque[Task]) -> None:
        """Hand out the next task: to the worker if it lives, to a new one if not."""
        if worker in self._workers:
            if waiting:
                worker.task = waiting.popleft()
                worker.since = time.monotonic()
                worker.send(worker.task)
            else:
                self._workers.remove(worker)
                worker.dismiss()
        elif waiting:
            self._start(waiting.popleft())


@dataclass
class Worker(Generic[Task]):
    """One process and what it is at."""

    process: Any
    connection: Connection
    task: Task
    since: float

    def send(self, task: Task) -> None:
        """Give it a task; a worker that has died meanwhile is noticed when its answer is awaited."""
        try:
            self.connection.send(task)
        except (BrokenPipeError, ConnectionResetError):
            return

    def dismiss(self) -> None:
        """Let it end by itself."""
        self.connection.close()
        self.process.join()

    def kill(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.join()
        self.connection.close()

    def obituary(self) -> str:
        """How it died."""
        self.process.join()
        self.connection.close()
        code = self.process.exitcode
        if code is not None and code < 0:
            return f"the process that analysed it was ended by {signal.Signals(-code).name}"
        return f"the process that analysed it ended with status {code}"


def serve(work: Callable[[Task], Result], connection: Connection, inherited: Sequence[Connection]) -> None:
    """The life of a worker: tasks in, results out, until the other end is closed."""
    for other in inherited:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    limit_memory()
    gc.disable()
    with_deep_stack(lambda: _serve(work, connection))


def _serve(work: Callable[[Task], Result], connection: Connection) -> None:
    done = 0
    while True:
        try:
            task: Task = connection.recv()
        except (EOFError, ConnectionResetError):
            return
        result: Result | Lost
        try:
            result = work(task)
        except MemoryError:
            result = Lost("it needed more memory than one file may have")
        try:
            connection.send(result)
        except (BrokenPipeError, ConnectionResetError):
            return
        done += 1
        if done % COLLECT_EVERY == 0:
            gc.collect()


def with_deep_stack(run: Callable[[], None]) -> None:
    """Run something in a thread with room for deep recursion in native code."""
    import threading
    from concurrent.futures import ThreadPoolExecutor

    before = threading.stack_size(STACK)
    try:
        with ThreadPoolExecutor(max_workers=1) as executor:
            executor.submit(run).result()
    finally:
        threading.stack_size(before)


def limit_memory() -> None:
    """Bound this process's address space, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    with open("/proc/self/statm", "rb") if os.path.exists("/proc/self/statm") else open(os.devnull, "rb") as file:
        words = file.read().split()
    used = int(words[0]) * resource.getpagesize() if words else 0
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = used + MEMORY
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def default_jobs() -> int:
    """One process for each core that this one may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
