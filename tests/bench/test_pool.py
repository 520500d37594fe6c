"""Workers do not outlive the process that started them."""

import os
import signal
import subprocess
import sys
import time

import pytest

PROGRAM = """
import os, time
from symplex.bench._pool import pool

if __name__ == "__main__":
    with pool(2) as workers:
        print(*{process.pid for process in workers._pool}, flush=True)
        print(workers.apply(os.getpid), flush=True)
        workers.map(time.sleep, [60, 60])
"""


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_their_parent(tmp_path, how):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        assert int(parent.stdout.readline()) in workers
        parent.send_signal(how)
        assert parent.stderr is not None
        said = parent.stderr.read() if how is signal.SIGTERM else ""
    deadline = time.monotonic() + 20
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, workers))
    assert said == ""
    assert parent.returncode == (143 if how is signal.SIGTERM else -how)
