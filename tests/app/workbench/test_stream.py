"""What an open window is told."""

import asyncio
import json
import time
from types import SimpleNamespace

import pytest

from support.saved import begun, ended
from support.served import HEAT
from symplex.app.workbench import app as module
from symplex.app.workbench.app import Streams
from symplex.app.workbench.bench import Workbench
from symplex.app.workbench.limits import Limits
from symplex.app.workbench.searches import Search


@pytest.fixture
def bench(home, monkeypatch):
    monkeypatch.setattr(module, "_EVERY_CHANGE", 0.01)
    opened = Workbench.opened(home, Limits(streams=2))
    yield opened
    opened.searches.close()


def told(line):
    kind, data = line.strip().split("\n")
    return kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_progress_and_changes_are_told(bench, home):
    record, _ = begun(home, "a", HEAT)
    while not record._writer.is_idle:
        time.sleep(0.01)
    progress = {"stage": "s", "epoch": 1, "candidates": 5, "seconds": 1.0, "leaders": [["x", 1.0]]}

    async def listen():
        events = Streams(bench).events("a")
        first = [told(await anext(events))[0] for _ in range(2)]
        record.show(progress)
        second = told(await anext(events))
        record.close()  # the lock is free again
        third = told(await anext(events))
        await events.aclose()
        return first, second, third

    first, second, third = asyncio.run(asyncio.wait_for(listen(), 120))
    assert first == ["queue", "run"]
    assert second[0] == "progress"
    assert second[1]["candidates"] == 5
    assert second[1]["leaders"][0]["formulas"][0]["math"].startswith("<math")
    assert third[0] == "run"


def test_a_window_is_told_when_the_answer_is_proved_again(bench, home):
    ended(home, "a", HEAT, "u = exp(-t)*sin(x)")

    async def listen():
        events = Streams(bench).events("a")
        first = [told(await anext(events))[0] for _ in range(2)]
        bench.run("a")
        second = told(await anext(events))[0]
        await events.aclose()
        return first, second

    assert asyncio.run(asyncio.wait_for(listen(), 120)) == (["queue", "run"], "run")
    assert bench.run("a")["state"] == "exact"


def test_a_run_that_is_to_begin_is_waited_for(bench, home):
    async def listen():
        events = Streams(bench).events("a")
        first = [told(await anext(events))[0] for _ in range(2)]
        record, _ = begun(home, "a", HEAT)
        second = told(await anext(events))[0]
        await events.aclose()
        record.close()
        return first, second

    assert asyncio.run(asyncio.wait_for(listen(), 120)) == (["queue", "run"], "run")


def test_the_list_of_runs_is_told_of_one_that_appears(bench, home):
    bench.searches._running["a"] = SimpleNamespace(search=Search("a", "heat", HEAT, 1.0))

    async def listen():
        events = Streams(bench).events(None)
        first = told(await anext(events))[0]
        record, _ = begun(home, "a", HEAT)
        second = told(await anext(events))[0]
        await events.aclose()
        record.close()
        bench.searches._running.clear()
        return first, second

    assert asyncio.run(asyncio.wait_for(listen(), 120)) == ("queue", "queue")


def test_there_are_so_many_places(bench):
    streams = Streams(bench)
    assert [streams.take() for _ in range(3)] == [True, True, False]
    streams.give_back()
    assert streams.take()


def test_silence_is_broken_now_and_then(bench, monkeypatch):
    monkeypatch.setattr(module, "_ALIVE", 2)

    async def listen():
        events = Streams(bench).events(None)
        await anext(events)
        assert (await anext(events)).startswith(":")
        await events.aclose()

    asyncio.run(asyncio.wait_for(listen(), 120))
