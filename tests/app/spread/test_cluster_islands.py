"""Islands on a Ray cluster, and the actor through which they exchange what they remember."""

import asyncio
from functools import partial

import pytest

from support.archipelago import QUICK, RAMP, UNSOLVABLE
from support.reasons import codes_of
from symplex.app.cli.main import main
from symplex.app.spread.cluster import Cluster
from symplex.app.spread.cluster_islands import ClusterIslands, Exchange
from symplex.app.spread.island import LAG, Seen
from symplex.app.spread.islands import solve_on_islands
from symplex.codes import RunCode
from symplex.errors import SettingsError
from symplex.proof.verdict import Verdict
from symplex.solver.solution.choices import Choices


def test_an_island_waits_for_its_neighbours_and_takes_what_they_brought():
    async def meeting():
        exchange = Exchange(2)
        for number in range(1, LAG + 1):
            assert await exchange.meet(0, b"a%d" % number) == []
        waiting = asyncio.create_task(exchange.meet(0, b"a"))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        assert await exchange.meet(1, b"b1") == []
        assert await waiting == [b"b1"]
        for _ in range(2, LAG + 1):
            assert await exchange.meet(1, b"b") == []
        return await exchange.meet(1, b"b")

    assert asyncio.run(meeting()) == [b"a1"]


def test_nobody_waits_for_an_island_that_was_lost():
    async def meeting():
        exchange = Exchange(2)
        for _ in range(LAG):
            await exchange.meet(0, b"a")
        waiting = asyncio.create_task(exchange.meet(0, b"a"))
        await asyncio.sleep(0.01)
        await exchange.leave(1)
        return await waiting

    assert asyncio.run(meeting()) == []


def test_news_are_told_once():
    async def telling():
        exchange, seen = Exchange(2), Seen("time", 1, None, 0.5, 7)
        await exchange.say(1, seen)
        return await exchange.news(), await exchange.news()

    assert asyncio.run(telling()) == ({1: Seen("time", 1, None, 0.5, 7)}, {})


def solved(cluster, problem, watch=None, **choices):
    settle = partial(ClusterIslands, cluster)
    return solve_on_islands(problem, Choices(**choices), workers=2, watch=watch, settle=settle)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own, of which there are many
def test_islands_on_two_nodes_find_and_are_interrupted(nodes):
    with Cluster(nodes.address) as cluster:
        assert solved(cluster, RAMP, time_limit=999).is_exact

        def watch(_):
            raise KeyboardInterrupt

        stopped = solved(cluster, UNSOLVABLE, watch, time_limit=999, recipe=QUICK)
        assert (stopped.status, stopped.stop_reason) == (
            Verdict.APPROXIMATE,
            "interrupted",
        )
        with pytest.raises(SettingsError, match="needs as many cores; the cluster has 2 machines"):
            solve_on_islands(RAMP, Choices(), workers=9, settle=partial(ClusterIslands, cluster))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_node_that_is_killed_costs_its_island(nodes):
    seen = []

    def watch(progress):
        seen.append(progress.stage)
        if len({*seen}) == 2 and len(nodes.worker_nodes) == 1:
            nodes.remove_node(nodes.second, allow_graceful=False)
            seen.append("removed")
        if "removed" in seen and len(seen) - seen.index("removed") == 50:
            raise KeyboardInterrupt

    with Cluster(nodes.address) as cluster:
        solution = solved(cluster, UNSOLVABLE, watch, time_limit=999, recipe=QUICK)
    assert solution.status is Verdict.APPROXIMATE
    assert codes_of(solution.remarks).count(RunCode.RUN_ISLAND_LOST) == 1


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_command_line_reaches_a_cluster(nodes, capsys):
    given = ["solve", "hj-concave", "--workers", "2", "--cluster", nodes.address]
    assert main(given) == 0
    shown = capsys.readouterr()
    assert "\nu = abs(x) + t/2" in shown.out
    assert shown.err.startswith("symplex: 2 islands on 2 machines, 3 cores")
