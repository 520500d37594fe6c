"""Processes end with the one that started them, and can be asked to end with what they have."""

import os
import signal
import subprocess
import sys
import time

import pytest

from support.checkout import ROOT
from support.sleepers import alive, sleeping, stubborn
from symplex.app.spread.processes import Child

PROGRAM = """
import os, sys, time
sys.path.insert(0, {tests!r})
from support.checkout import ROOT
from support.sleepers import sleeping
from symplex.app.spread.processes import Child

if __name__ == "__main__":
    children = [Child(sleeping) for _ in range(2)]
    for child in children:
        child.pipe.recv()
    print(*(child.number for child in children), flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_processes_end_with_their_parent(tmp_path, how):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(tests=str(ROOT / "tests")), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as parent:
        assert parent.stdout is not None
        numbers = [int(number) for number in parent.stdout.readline().split()]
        assert len(numbers) == 2
        # A terminal interrupts the whole group.
        (os.killpg if how is signal.SIGINT else os.kill)(parent.pid, how)
    deadline = time.monotonic() + 120
    while any(map(alive, numbers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, numbers))


def test_a_process_that_is_interrupted_can_say_what_it_has():
    child = Child(sleeping)
    assert child.pipe.recv() == "here"
    os.kill(child.number, signal.SIGINT)  # of a terminal: that is the parent's business
    child.interrupt()
    assert child.pipe.recv() == "what it has"
    child.end()


def test_a_process_that_does_not_listen_is_ended():
    child = Child(stubborn)
    assert child.pipe.recv() == "here"
    child.interrupt()
    assert child.pipe.recv() == "no"
    child.interrupt()
    child.end()
    assert not alive(child.number)
