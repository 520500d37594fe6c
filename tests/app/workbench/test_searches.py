"""The queue, and processes that are the program's own command line."""

import sys
import time

import pytest

from support.served import HEAT, LONG
from symplex.app.workbench import searches as module
from symplex.app.workbench.limits import Limits
from symplex.app.workbench.searches import Search, Searches
from symplex.errors import SettingsError
from symplex.work.runs.folder import read_progress, read_run
from symplex.work.runs.telling import state_of

SLEEPER = (sys.executable, "-c", "import time; time.sleep(600)")


@pytest.fixture
def queue(home, monkeypatch):
    monkeypatch.setattr(module, "_PATIENCE", 999.0)  # a search may take its time to end
    opened = Searches.opened(home, Limits(waiting=25))
    yield opened
    opened.close()


def until(queue, ready, seconds=120):
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline
        queue.advance()
        time.sleep(0.05)


def test_a_search_is_solved_and_saved(queue, home):
    name = queue.new_name("heat")
    queue.submit(Search(name, "heat", HEAT, 999.0))
    assert [one.name for one in queue.waiting] == [name]
    until(queue, lambda: not queue.waiting and not queue.running)
    assert state_of(read_run(home / name)) == "exact"
    assert queue.refused == {}


def test_a_search_that_is_stopped_is_saved(queue, home):
    name = queue.new_name("long")
    queue.submit(Search(name, "long", LONG, 3_600.0))
    until(queue, lambda: (home / name / "progress.json").exists())
    assert queue.stop(name)
    until(queue, lambda: not queue.running)
    assert state_of(read_run(home / name)) == "interrupted"


@pytest.mark.slow
def test_a_search_that_was_stopped_is_continued(queue, home):
    name = queue.new_name("long")
    queue.submit(Search(name, "long", LONG, 3_600.0))
    until(queue, lambda: candidates_of(home / name) > 0)
    queue.stop(name)
    until(queue, lambda: not queue.running)
    before = read_run(home / name).solution["candidates"]
    queue.submit(Search(name, "long", "", 3_600.0))
    # It repeats what came after its latest checkpoint, and then goes on.
    until(queue, lambda: candidates_of(home / name) > before)
    queue.stop(name)
    until(queue, lambda: not queue.running)
    assert read_run(home / name).solution["candidates"] > before


def candidates_of(path):
    told = read_progress(path)
    return 0 if told is None else told["candidates"]


def test_what_the_program_refuses_is_told(queue):
    queue.submit(Search("a", "heat", HEAT, 999.0, recipe="nonsense"))
    until(queue, lambda: "a" in queue.refused)
    assert "there is no recipe 'nonsense'" in queue.refused["a"]


def test_twenty_wait_for_one_and_no_more_than_allowed(queue, monkeypatch):
    monkeypatch.setattr(module, "_COMMAND", SLEEPER)
    for index in range(21):
        queue.submit(Search(f"s{index}", "s", HEAT, 999.0))
    queue.advance()
    assert (len(queue.running), len(queue.waiting)) == (1, 20)
    for index in range(21, 26):
        queue.submit(Search(f"s{index}", "s", HEAT, 999.0))
    with pytest.raises(SettingsError, match="the queue is full"):
        queue.submit(Search("one-too-many", "s", HEAT, 999.0))
    with pytest.raises(SettingsError, match="the queue is full"):
        queue.submit(Search("s3", "s", HEAT, 999.0))
    assert queue.stop("s7")
    assert not queue.stop("s7")
    with pytest.raises(SettingsError, match="waits to be"):
        queue.submit(Search("s3", "s", HEAT, 999.0))


def test_a_search_that_does_not_end_is_ended(queue, monkeypatch):
    stubborn = "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(600)"
    monkeypatch.setattr(module, "_COMMAND", (sys.executable, "-c", stubborn))
    monkeypatch.setattr(module, "_GRACE", 0.5)
    monkeypatch.setattr(module, "_PATIENCE", 0.5)
    queue.submit(Search("stuck", "s", HEAT, 0.5))
    until(queue, lambda: not queue.waiting and not queue.running)


def test_the_queue_outlives_the_server(home, monkeypatch):
    monkeypatch.setattr(module, "_COMMAND", SLEEPER)
    first = Searches.opened(home, Limits())
    for name in ("a", "b", "c"):
        first.submit(Search(name, name, HEAT, 999.0, hints=("x",)))
    first.advance()
    with pytest.raises(SettingsError, match="another workbench serves it"):
        Searches.opened(home, Limits())
    first.close()
    second = Searches.opened(home, Limits())
    assert [one.name for one in second.waiting] == ["b", "c"]
    assert second.waiting[0].hints == ("x",)
    second.close()


def test_a_damaged_queue_is_an_empty_one(home):
    (home / ".workbench").mkdir()
    (home / ".workbench" / "queue.json").write_text('[{"name": 1}]')
    opened = Searches.opened(home, Limits())
    assert opened.waiting == []
    opened.close()


def test_names_are_new(queue, home):
    first = queue.new_name("a/../b")
    assert "/" not in first
    queue.submit(Search(first, "a", HEAT, 1.0))
    second = queue.new_name("a/../b")
    assert second != first
    (home / second).mkdir()
    assert queue.new_name("a/../b") not in (first, second)


def test_no_text_of_the_users_becomes_an_option(home):
    command = Search("n", "t", HEAT, 1.0, hints=("--output=/etc", "-x")).command(home)
    assert "--hint=--output=/etc" in command
    assert "--hint=-x" in command
    assert command.count("--output") == 1
