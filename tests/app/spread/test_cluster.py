"""A Ray cluster as a place for tasks: two nodes on this machine, of which one may be killed."""

import os
import time
from pathlib import Path

import pytest

from support.archipelago import RAMP, UNSOLVABLE
from symplex.app.cli.main import main
from symplex.app.spread.cluster import Cluster
from symplex.app.spread.rows import RowFile
from symplex.app.spread.sweep import runs_of, sweep
from symplex.app.spread.work import LostTask, Task
from symplex.codes import RunCode
from symplex.errors import SettingsError
from symplex.reasons import Reason
from symplex.solver.solution.choices import Choices

pytest.importorskip("ray")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # Ray's own, of which there are many
]


def mark_and_sleep(folder, own):
    """Leaves a mark each time that it is begun."""
    Path(folder, f"{own}-{os.getpid()}").touch()
    time.sleep(1.0)
    return {"own": own}


def misbehave(shared, own):
    if own == 0:
        raise ZeroDivisionError("oh")
    if own == 1:
        os._exit(1)
    return {"own": own}


def refuse(shared, own):
    raise SettingsError("there is no such thing")


def test_a_node_that_is_killed_costs_only_what_it_was_doing(nodes, tmp_path):
    tasks = [Task("folder", own) for own in range(8)]
    with Cluster(nodes.address) as cluster:
        assert cluster.where == "2 machines, 3 cores"
        found = []
        for index, row in cluster.results(mark_and_sleep, {"folder": str(tmp_path)}, tasks):
            found.append((index, row))
            if len(found) == 3:
                nodes.remove_node(nodes.second, allow_graceful=False)
        assert cluster.where == "1 machine, 1 core"
    assert sorted(found, key=lambda pair: pair[0]) == [(own, {"own": own}) for own in range(8)]
    assert len(list(tmp_path.iterdir())) > 8  # some were begun twice


def test_failures_cost_their_own_tasks_and_mistakes_end_everything(nodes):
    with Cluster(nodes.address) as cluster:
        found = dict(cluster.results(misbehave, {"": 0}, [Task("", own) for own in range(4)]))
        assert found[0] == LostTask(Reason(RunCode.ISLAND_FAILED, error="ZeroDivisionError('oh')"))
        assert isinstance(found[1], LostTask)
        assert (found[2], found[3]) == ({"own": 2}, {"own": 3})
        with pytest.raises(SettingsError, match="no such thing"):
            list(cluster.results(refuse, {"": 0}, [Task("", 0)]))


def test_a_sweep_has_all_rows_each_once_though_a_node_is_killed(nodes, tmp_path):
    problems = {"ramp": RAMP, "none": UNSOLVABLE}
    runs = runs_of(list(problems), Choices(max_candidates=500), 4)
    file = tmp_path / "rows.jsonl"
    with Cluster(nodes.address) as cluster:
        for count, _ in enumerate(sweep(problems, runs, cluster, RowFile(file))):
            if count == 3:
                nodes.remove_node(nodes.second, allow_graceful=False)
    rows = RowFile(file).rows
    assert len(rows) == len(file.read_text(encoding="utf-8").splitlines()) == 8
    assert {(row["problem"], row["seed"]) for row in rows.values()} == {
        (name, seed) for name in problems for seed in range(4)
    }
    assert all((row["status"] == "exact") == (row["problem"] == "ramp") for row in rows.values())


def test_the_command_line_reaches_a_cluster(nodes, capsys):
    assert main(["sweep", "hj-concave", "--seeds", "2", "--cluster", nodes.address]) == 0
    shown = capsys.readouterr()
    assert "2 runs: 2 exact" in shown.out
    assert "symplex: 2 machines, 3 cores; runs left: 1" in shown.err


def test_a_cluster_that_is_not_there_is_refused_at_once():
    with pytest.raises(SettingsError, match=r"--cluster 127\.0\.0\.1:1: no cluster answers"):
        Cluster("127.0.0.1:1")
