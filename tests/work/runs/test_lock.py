"""One process a run; the lock of a process that was killed is free at once."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from symplex.work.runs.lock import InUseError, Lock, is_locked

HOLDER = """
import sys, time
from pathlib import Path
from symplex.work.runs.lock import Lock
lock = Lock.taken(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(9999)
"""


def test_a_second_holder_is_refused_and_told_who_the_first_is(tmp_path):
    lock = Lock.taken(tmp_path)
    with pytest.raises(InUseError, match=f"process {os.getpid()} on "):
        Lock.taken(tmp_path)
    assert is_locked(tmp_path)
    lock.release()
    assert not is_locked(tmp_path)
    Lock.taken(tmp_path).release()


def test_the_lock_of_a_killed_process_is_taken_over(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(InUseError, match=f"process {holder.pid} on "):
            Lock.taken(tmp_path)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    Lock.taken(tmp_path).release()


def test_who_only_looks_does_not_keep_another_from_taking_it(tmp_path):
    Lock.taken(tmp_path).release()
    ended = threading.Event()

    def peek():
        while not ended.is_set():
            is_locked(tmp_path)

    looking = threading.Thread(target=peek)
    looking.start()
    try:
        for _ in range(20):
            Lock.taken(tmp_path).release()
    finally:
        ended.set()
        looking.join()


def test_a_holder_that_cannot_be_read_is_another_process(tmp_path):
    lock = Lock.taken(tmp_path)
    (tmp_path / "lock").write_bytes(b"\xff{")
    with pytest.raises(InUseError, match="another process"):
        Lock.taken(tmp_path)
    lock.release()


def test_a_folder_without_a_lock_is_not_locked(tmp_path):
    assert not is_locked(tmp_path / "none")
