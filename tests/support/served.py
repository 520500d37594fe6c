"""Workbenches that are served: by a process, as a user has it, or by a thread with other limits."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from symplex.app.workbench.limits import Limits

_URL = re.compile(r"http://[^ ]+")

HEAT = """name = "heat"
equations = ["u_t = u_xx"]

[domain]
x = [0, "2*pi"]
t = [0, 1]

[[conditions]]
where = "t = 0"
equation = "u = sin(x)"
"""

LONG = """name = "no-closed-form"
equations = ["u_xx = u^3 + exp(sin(5*x))"]

[domain]
x = [0, 1]

[[conditions]]
where = "x = 0"
equation = "u = 0"

[[conditions]]
where = "x = 1"
equation = "u = 1"
"""
"""A problem without an answer in closed form: it is searched for until the time is up."""


@contextmanager
def serving(runs: Path, *options: str) -> Iterator[str]:
    """Serve a folder of runs; gives the address that was printed."""
    command = [sys.executable, "-m", "symplex.app.cli.main", "serve", "--no-browser", "--port", "0"]
    errors = runs.parent / "serve.err"
    with errors.open("wb") as sink:
        process = subprocess.Popen(
            [*command, "--runs", str(runs), *options], stderr=sink, env=dict(os.environ)
        )
    try:
        yield _address(process, errors)
    finally:
        process.terminate()
        process.wait(120)


@contextmanager
def serving_here(runs: Path, limits: Limits) -> Iterator[int]:
    """Serve a folder of runs from a thread; gives the port."""
    from symplex.app.workbench.serve import Address, Server  # late: others do without FastAPI

    server = Server(runs, Address(port=0), limits)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield int(server.url.rstrip("/").rpartition(":")[2])
    finally:
        server.stop()
        thread.join(120)
        assert not thread.is_alive()


def _address(process: "subprocess.Popen[bytes]", errors: Path) -> str:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        found = _URL.search(errors.read_text(encoding="utf-8"))
        if found is not None:
            return found[0]
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise AssertionError(f"it does not serve: {errors.read_text(encoding='utf-8')}")
