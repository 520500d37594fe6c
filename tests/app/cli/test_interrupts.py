"""The first signal raises, the second ends the process; what is finishing is not disturbed."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from symplex.app.cli.interrupts import Interrupted, finishing, interruptible, was_interrupted

TWICE = """
import os, signal
from symplex.app.cli.interrupts import finishing, interruptible
with interruptible(stays=False):
    try:
        os.kill(os.getpid(), signal.{first})
        print("not interrupted", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    os.kill(os.getpid(), signal.{second})
    print("not ended", flush=True)
"""


@pytest.fixture(autouse=True)
def terminal():
    """A closed terminal ends a process, unless it is told otherwise as by nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_raises_and_the_handlers_are_put_back(number):
    before = signal.getsignal(number)
    with pytest.raises(Interrupted), interruptible(stays=False):
        os.kill(os.getpid(), number)
    assert signal.getsignal(number) is before


@pytest.mark.parametrize(("first", "second"), [("SIGINT", "SIGINT"), ("SIGTERM", "SIGINT")])
def test_the_second_signal_ends_at_once(first, second):
    program = TWICE.format(first=first, second=second)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "interrupted\n", "")


def test_a_signal_is_remembered_until_the_end():
    with interruptible(stays=False):
        assert not was_interrupted()
        with pytest.raises(Interrupted):
            os.kill(os.getpid(), signal.SIGTERM)
        assert was_interrupted()
    assert not was_interrupted()


def test_what_is_finishing_survives_one_signal():
    with interruptible(stays=False), finishing(interrupted=False):
        assert not was_interrupted()
        os.kill(os.getpid(), signal.SIGTERM)
        assert was_interrupted()


def test_what_was_ignored_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interruptible(stays=False):
            os.kill(os.getpid(), signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_other_threads_cannot_and_need_not():
    done = []

    def work():
        with interruptible(stays=True), finishing(interrupted=True):
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


def test_signals_no_longer_matter_to_a_process_that_is_about_to_end():
    program = (
        "import os, signal\nfrom symplex.app.cli.interrupts import interruptible\n"
        "with interruptible(stays=True): pass\n"
        "os.kill(os.getpid(), signal.SIGTERM); print('ended')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "ended\n")
