"""Linear algebra with one thread: the last bits of a sum do not depend on how many cores there are.

Threads of its own also make BLAS wait for each other where the machine is busy.
"""

from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def one_thread() -> Generator[None]:
    """Keep the linear algebra that is loaded by now to one thread."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1, "blas"):
        yield
