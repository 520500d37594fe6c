"""Linear algebra with one thread: the last bits of a sum do not depend on how many cores there are.

Threads of its own also make BLAS wait for each other where the machine is busy.
"""

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module


@contextmanager
def one_thread(*, with_scipy: bool = False) -> Generator[None]:
    """Keep the linear algebra that is loaded to one thread; SciPy's is loaded if it is wanted."""
    from threadpoolctl import threadpool_limits

    if with_scipy:
        import_module("scipy.linalg")
    with threadpool_limits(1, "blas"):
        yield
