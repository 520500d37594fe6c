"""The process behind the client: each question in a fork of its own."""

import json
import os
import subprocess
import sys
import time

import pytest

PROGRAM = """
import ctypes, os, pathlib, time
from symplex.work.worker.server import serve
seen = []
def answer(question):
    task = question["task"]
    if "path" in question:
        pathlib.Path(question["path"]).write_text(str(os.getpid()))
    if task == "count":
        seen.append(1)
        return {"answer": len(seen)}
    if task == "big":
        return {"answer": "x" * 300_000}
    if task == "chatter":
        print("not a reply", flush=True)
        os.write(1, b'{"answer": "forged"}\\n')
        return {"answer": "quiet"}
    if task == "wait":
        time.sleep(9999)
    if task == "compute":
        return {"answer": str(7**(10**9))}
    if task == "fill":
        held = bytearray(3 << 30)
    if task == "abort":
        os.abort()
    if task == "segfault":
        ctypes.string_at(0)
    if task == "leave":
        os._exit(0)
    return {"answer": 1 / 0}
serve(answer)
"""


@pytest.fixture(scope="module")
def worker():
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert json.loads(process.stdout.readline()) == {"ready": True}
    yield process
    process.stdin.close()
    process.wait()
    process.stdout.close()


def reply_to(worker, task, seconds=999.0):
    question = {"task": task, "seconds": seconds, "number": 7}
    worker.stdin.write(json.dumps(question) + "\n")
    worker.stdin.flush()
    reply = json.loads(worker.stdout.readline())
    assert reply.pop("number") == 7  # whoever asked can tell whose answer it is
    return reply


def test_a_question_leaves_no_trace(worker):
    assert [reply_to(worker, "count") for _ in range(3)] == [{"answer": 1}] * 3


def test_a_long_reply_arrives_whole(worker):
    assert len(reply_to(worker, "big")["answer"]) == 300_000


def test_what_is_printed_is_not_a_reply(worker):
    assert reply_to(worker, "chatter") == {"answer": "quiet"}


@pytest.mark.parametrize("task", ["wait", "compute"])
def test_time_is_limited_whatever_is_done(worker, task):
    assert reply_to(worker, task, seconds=0.3) == {"ended": "time"}
    assert reply_to(worker, "count") == {"answer": 1}


def test_memory_is_limited(worker):
    assert reply_to(worker, "fill") == {"ended": "memory"}
    assert reply_to(worker, "count") == {"answer": 1}


@pytest.mark.parametrize(
    ("task", "detail"),
    [("abort", "aborted"), ("segfault", "segmentation fault"), ("other", "ZeroDivisionError")],
)
def test_a_crash_is_said(worker, task, detail):
    assert reply_to(worker, task) == {"ended": "crash", "detail": detail}
    assert reply_to(worker, "count") == {"answer": 1}


def test_a_fork_that_leaves_without_a_word_has_crashed(worker):
    assert reply_to(worker, "leave") == {"ended": "crash"}


def test_it_ends_with_its_input_even_while_it_computes(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    process.stdout.readline()
    path = tmp_path / "fork"
    question = {"task": "compute", "seconds": 999, "path": str(path)}
    process.stdin.write(json.dumps(question) + "\n")
    process.stdin.flush()
    while not (path.exists() and path.read_text()):
        time.sleep(0.02)
    process.stdin.close()
    assert process.wait(120) == 0
    process.stdout.close()
    assert not _is_alive(int(path.read_text()))


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
