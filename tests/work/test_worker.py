"""Questions to a child process, and their end."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from symplex.work.worker.client import WorkerClient
from symplex.work.worker.ending import Ending, WorkEnded

# One worker: answered, interrupted, killed, forked, shared; and never left behind.

PROGRAM = """
import time
from symplex.work.worker.server import serve
def answer(question):
    time.sleep(question.get("wait", 0))
    return {"answer": question["what"]}
serve(answer)
"""
LONG = 999.0
"""Seconds that nothing here takes, on no machine."""


@pytest.fixture
def client():
    client = WorkerClient(PROGRAM, LONG)
    yield client
    client.close()


def answered(client: WorkerClient, what: object = 1, **more: float) -> object:
    return client.ask({"what": what, **more}, LONG)["answer"]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def ends(process: int) -> bool:
    for _ in range(600):
        if not is_alive(process):
            return True
        time.sleep(0.05)
    return False


def test_a_question_that_takes_too_long_costs_only_itself(client):
    assert answered(client, 5) == 5
    worker = client.process
    with pytest.raises(WorkEnded) as ended:
        client.ask({"what": 1, "wait": LONG}, 0.3)
    assert ended.value.ending is Ending.TIME
    assert answered(client, 6) == 6
    assert client.process == worker


def test_a_worker_that_does_not_keep_time_is_ended():
    deaf = "import sys, time; print('{}', flush=True); time.sleep(9999)"
    client = WorkerClient(deaf, 0.2)
    client.start()
    worker = client.process
    with pytest.raises(WorkEnded) as ended:
        client.ask({}, 0.2)
    assert ended.value.ending is Ending.TIME
    assert client.process is None
    assert not is_alive(worker)


def test_starting_ahead_of_time_does_not_wait(client):
    client.launch()
    worker = client.process
    assert worker is not None
    assert not client._is_ready
    client.launch()
    assert answered(client) == 1
    assert client.process == worker


def test_the_time_that_it_takes_to_start_is_not_the_question_s():
    client = WorkerClient(f"import time; time.sleep(1)\n{PROGRAM}", LONG)
    with pytest.raises(WorkEnded) as ended:
        client.ask({"what": 1, "wait": LONG}, 0.1)
    assert ended.value.ending is Ending.TIME
    assert client.process is not None  # it was ready, and has ended the question by itself
    client.close()


def test_no_time_is_no_answer(client):
    for seconds in (0, -1, float("nan")):
        with pytest.raises(WorkEnded):
            client.ask({"what": 1}, seconds)
    assert client.process is None


def test_a_question_at_which_the_worker_was_killed_is_asked_again(client):
    answered(client)
    worker = client.process
    threading.Timer(0.2, os.killpg, (worker, signal.SIGKILL)).start()
    assert answered(client, 7, wait=1) == 7
    assert client.process != worker


def test_a_worker_that_is_always_killed_is_said_to_have_gone_and_another_is_started(client):
    answered(client)
    ended = threading.Event()

    def kill():
        while not ended.wait(0.2):
            with contextlib.suppress(ProcessLookupError, TypeError):
                os.killpg(client.process, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with pytest.raises(WorkEnded) as gone:
            answered(client, wait=LONG)
    finally:
        ended.set()
        killer.join()
    assert gone.value.ending is Ending.CRASH
    assert answered(client) == 1


def test_a_program_that_does_not_start_is_a_crash():
    client = WorkerClient("raise SystemExit", 1.0)
    client.launch()
    client.start()
    with pytest.raises(WorkEnded) as ended:
        client.ask({}, LONG)
    assert ended.value.ending is Ending.CRASH


def test_a_reply_to_another_question_is_refused(client):
    answered(client)
    client._buffer = b'{"answer": 7, "number": 1}\n'  # what an interrupt left behind
    worker = client.process
    assert answered(client) == 1
    assert client.process != worker  # it owed a reply


def test_an_interrupt_leaves_no_worker_and_no_reply_behind(client, monkeypatch):
    answered(client)
    worker = client.process

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(client, "_line", interrupted)
    for act in (lambda: answered(client, 2), client.start):
        with pytest.raises(KeyboardInterrupt):
            act()
        assert client.process is None
    assert not is_alive(worker)
    monkeypatch.undo()
    assert answered(client, 3) == 3


def test_threads_take_turns(client):
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda what: answered(client, what), range(40)))
    assert found == list(range(40))


def test_many_open_files_are_no_obstacle(client):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 1_400:
        pytest.skip("the system does not allow as many")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1_400), hard))
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1_100)]
    try:
        assert answered(client, 4) == 4
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _in_fork(client, results):
    results.put((answered(client, os.getpid()), client.process))
    client.close()


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_fork_has_a_worker_of_its_own(client):
    answered(client)
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    with client._lock:  # another thread's question must not lock the fork out
        fork = context.Process(target=_in_fork, args=(client, results))
        fork.start()
        answer, worker = results.get(timeout=120)
        fork.join(120)
    assert fork.exitcode == 0
    assert answer == fork.pid
    assert worker != client.process
    assert answered(client, 2) == 2


SCRIPT = """
import os, signal, sys, threading
from symplex.work.worker.client import WorkerClient
client = WorkerClient({program!r}, 999)
client.ask({{"what": 1}}, 999)
print(client.process, flush=True)
{end}
"""


@pytest.mark.parametrize(
    "end",
    [
        "",
        "sys.exit(3)",
        "raise ValueError",
        "os._exit(1)",
        "os.kill(os.getpid(), signal.SIGKILL)",
        "os.kill(os.getpid(), signal.SIGTERM)",
        "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "client.ask({'what': 1, 'wait': 999}, 999)",
        "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGKILL)).start()\n"
        "client.ask({'what': 1, 'wait': 999}, 999)",
        "threading.Thread(target=client.ask, args=({'what': 1, 'wait': 999}, 999), daemon=True)"
        ".start()",
        "if not os.fork(): import time; os.close(1); time.sleep(90)",
    ],
)
def test_the_worker_ends_with_its_parent(end):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(program=PROGRAM, end=end)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=120,
    )
    assert ends(int(done.stdout)), "the worker outlived its parent"


# How work ends without an answer.


def test_it_says_how():
    ended = WorkEnded(Ending.CRASH, "aborted")
    assert (ended.ending, ended.detail) == (Ending.CRASH, "aborted")
    assert str(ended) == "crash aborted"
    assert str(WorkEnded(Ending.TIME)) == "time"
