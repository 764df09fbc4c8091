"""Work on several threads or processes with the results in order, and never more of it waiting than a few pieces."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from signal import SIG_DFL, SIG_IGN, SIGINT, SIGTERM, set_wakeup_fd, signal
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from tt_solver.errors import DiagnosedError, Flaw

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.process import BaseProcess

Mark = TypeVar("Mark")
Result = TypeVar("Result")

Task = tuple[Mark, tuple[Any, ...]]
"""Arguments for the work, with a mark to know the result by."""

END = object()
"""What stands for the end of the tasks."""


def in_order(
    work: Callable[..., Result], tasks: Iterable[Task[Mark] | None], jobs: int, *, threads: bool = False
) -> Iterator[tuple[Mark, Result]]:
    """What *work* makes of each task, with its mark, in the order of the tasks.

    One more task than there are jobs is taken before the first result is waited for, so that nobody waits for work.
    None among the tasks tells that the next has to be waited for: until then all results are given out.
    The jobs are processes, or *threads* where the work lets other threads run. What is no more than one task at a
    time is done in this one, and so is everything for one job.

    Raises:
        DiagnosedError: a process was ended from outside.
    """
    workers = _Workers[Mark, Result](work, jobs, threads)
    try:
        waiting = iter(tasks)
        while True:
            try:
                task = next(waiting, END)
            except Exception:
                # What was read before the fault still counts, however many jobs there are.
                yield from workers.results(0)
                raise
            if task is END:
                break
            if task is not None:
                workers.take(cast(Task[Mark], task))
            yield from workers.results(jobs if task is not None and jobs > 1 else 0)
        yield from workers.results(0)
    finally:
        workers.end()


class _Workers(Generic[Mark, Result]):
    """Threads or processes, none before a second task is taken, and the tasks that are not given out."""

    def __init__(self, work: Callable[..., Result], jobs: int, threads: bool) -> None:
        self.work = work
        self.jobs = jobs
        self.threads = threads
        self.held: Task[Mark] | None = None
        self.waiting: deque[tuple[Mark, Future[Result]]] = deque()
        self.pool: Executor | None = None
        self.others: set[BaseProcess] = set()

    def take(self, task: Task[Mark]) -> None:
        """Have a task done; the first may wait to see whether there is another."""
        if self.pool is None and self.held is None:
            self.held = task
            return
        if self.held is not None:
            held, self.held = self.held, None
            self._submit(held)
        self._submit(task)

    def results(self, most: int) -> Iterator[tuple[Mark, Result]]:
        """Give out results until at most *most* tasks are waiting."""
        if self.held is not None and not most:
            (mark, arguments), self.held = self.held, None
            yield mark, self.work(*arguments)
        while len(self.waiting) > most:
            mark, future = self.waiting.popleft()
            yield mark, _result(future)

    def end(self) -> None:
        """End the threads or processes, and with them what is still waiting.

        Processes are not left to finish what nobody waits for any more: who presses Ctrl-C twice must not meet
        some that are never told to stop.
        """
        if self.pool is None:
            return
        if not self.threads and any(not future.done() for _, future in self.waiting):
            from multiprocessing import active_children

            for process in set(active_children()) - self.others:
                process.terminate()
        self.pool.shutdown(cancel_futures=True)

    def _submit(self, task: Task[Mark]) -> None:
        if self.pool is None:
            self.pool = self._new_pool()
        mark, arguments = task
        work: Callable[..., Result] = self.work if self.threads else partial(_terminable, self.work)
        self.waiting.append((mark, self.pool.submit(work, *arguments)))

    def _new_pool(self) -> Executor:
        """A pool, before which it is noted which processes are not of it."""
        if self.threads:
            from concurrent.futures import ThreadPoolExecutor

            return ThreadPoolExecutor(self.jobs)
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import active_children

        self.others = set(active_children())
        return ProcessPoolExecutor(self.jobs, initializer=_obey)


def _result(future: Future[Result]) -> Result:
    from concurrent.futures import BrokenExecutor

    try:
        return future.result()
    except BrokenExecutor:
        flaw = Flaw("a process of this program was ended from outside", hint="if memory is short, try --jobs 1")
        raise DiagnosedError(flaw) from None


def _obey() -> None:
    """Make a worker leave Ctrl-C to its parent, and end when its parent has ended."""
    from threading import Thread

    set_wakeup_fd(-1)  # else the parent would be told of the signals of this process
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, _end_later)
    Thread(target=_end_with_parent, daemon=True).start()


_is_ending = False
"""Whether this worker has been told to end."""


def _end_later(*_: object) -> None:
    """Have this worker end at its next task, or if it is told once more."""
    global _is_ending
    _is_ending = True
    signal(SIGTERM, SIG_DFL)


def _terminable(work: Callable[..., Result], *arguments: Any) -> Result:
    """Do *work* in a worker, which SIGTERM ends at once only meanwhile.

    Ended while it hands over a result, it would leave half of one, and the parent would wait for the rest for ever.
    """
    signal(SIGTERM, SIG_DFL)
    if _is_ending:
        os._exit(1)
    try:
        return work(*arguments)
    finally:
        signal(SIGTERM, _end_later)


def _end_with_parent() -> None:
    """End this worker when the program that asked for it has ended, which need not be the process that started it."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
