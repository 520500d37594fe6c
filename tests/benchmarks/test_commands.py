"""The benchmarks' commands: bench, compare and paper, with their devices."""

import argparse
import json

import pytest

from symplex.app.cli.main import main
from symplex_benchmarks.commands import compare, paper
from symplex_benchmarks.rivals.comparison.rows import Course
from symplex_benchmarks.rivals.paper import make


class TestBench:
    """`symplex bench`: every bench, by its name, with its own options."""

    def test_every_bench_is_named_and_shows_its_own_help(self, capsys):
        with pytest.raises(SystemExit) as ended:
            main(["bench", "--help"])
        assert ended.value.code == 0
        said = " ".join(capsys.readouterr().out.split())
        names = said.partition("BENCH ablation")[2].partition(" rest ")[0]
        for name in ("ablation", *names.strip(", ").split(", ")):
            with pytest.raises(SystemExit) as ended:
                main(["bench", name, "--help"])
            assert ended.value.code == 0
            assert f"usage: symplex bench {name} " in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["nothing"], "invalid choice: 'nothing'"),
            (["search", "--time-limit", "-1"], "--time-limit must be positive"),
            (["paper", "--nonsense"], "--nonsense; 'symplex bench paper --help' shows"),
        ],
    )
    def test_mistakes_are_one_sentence(self, arguments, sentence, capsys):
        assert main(["bench", *arguments]) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert sentence in shown.err
        assert shown.err.count("\n") == 1


_STATED = """
name = "decay"
equations = ["u_t = -u"]
[domain]
t = [0.0, 1.0]
[[conditions]]
where = "t = 0"
equation = "u = 1"
"""


@pytest.fixture
def problem(tmp_path):
    file = tmp_path / "decay.toml"
    file.write_text(_STATED)
    return str(file)


class TestCompare:
    def test_every_method_has_a_row_whether_it_succeeds_or_not(self, problem, tmp_path, capsys):
        truth, rows = tmp_path / "truth.toml", tmp_path / "rows.json"
        truth.write_text('[decay]\nu = "exp(-t)"\n')
        arguments = ["compare", problem, "--methods", "sympy,weno", "--time-limit", "999"]
        assert main([*arguments, "--truth", str(truth), "--json", str(rows)]) == 0
        table = capsys.readouterr().out
        assert "against the true solution" in table
        found = {row["method"]: row for row in json.loads(rows.read_text())["rows"]}
        assert (found["sympy"]["srr"], found["sympy"]["proved"]) == (True, True)
        assert found["sympy"]["mse"] < 1e-30
        assert found["sympy"]["formula"] == "u = exp(-t)"
        assert "WENO" in found["weno"]["why"]
        assert found["weno"]["mse"] is None
        assert all(row["peak_memory"] > 0 for row in found.values())

    @pytest.mark.parametrize(
        ("more", "said"),
        [
            (["--methods", "wenno"], "did you mean 'weno'"),
            (["--seeds", "0"], "--seeds"),
            (["--time-limit", "0"], "--time-limit"),
            (["--truth", "nowhere.toml"], "nowhere.toml"),
            (["--faces"], "--truth"),
        ],
    )
    def test_mistakes_are_one_sentence(self, problem, more, said, capsys):
        assert main(["compare", problem, *more]) == 2
        found = capsys.readouterr()
        assert said in found.err
        assert found.out == ""

    def test_a_truth_of_another_problem_is_a_mistake(self, problem, tmp_path, capsys):
        truth = tmp_path / "truth.toml"
        truth.write_text('[heat]\nu = "x"\n')
        assert main(["compare", problem, "--truth", str(truth)]) == 2
        assert "has no table 'decay'" in capsys.readouterr().err


class TestPaper:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["table-smoth"], "did you mean 'table-smooth'"),
            (["table-smooth", "--benchmarks", "nowhere"], "nowhere"),
            (["table-smooth", "--seeds", "0"], "--seeds"),
            (["table-smooth", "--methods", "cats"], "cats"),
            (["table-smooth", "--recipe", "papers"], "did you mean 'paper'"),
        ],
    )
    def test_mistakes_are_one_sentence(self, arguments, said, capsys):
        assert main(["paper", *arguments]) == 2
        found = capsys.readouterr()
        assert said in found.err
        assert found.out == ""

    def test_what_is_asked_for_is_made_with_the_effort_that_is_asked_for(
        self, monkeypatch, tmp_path, capsys
    ):
        wanted, recipes = [], []

        def made(shop, item):
            wanted.append((item, shop.effort.seeds, shop.effort.seconds, tuple(shop.methods)))
            recipes.append((shop.recipe, shop.effort.learning_seeds, shop.effort.learning_seconds))
            return [shop.folder / item]

        monkeypatch.setattr(make.Workshop, "make", made)
        output = ["--output", str(tmp_path / "made")]
        assert main(["paper", "table-main", "--quick", "--methods", "kan", *output]) == 0
        assert main(["paper", "figure-kink", "--seeds", "2", "--time-limit", "9", *output]) == 0
        assert wanted[0][:2] == ("table-main", 1)
        assert wanted[0][3] == ("kan",)
        assert wanted[1][:3] == ("figure-kink", 2, 9.0)
        assert main(["paper", "figure-curriculum", "--recipe", "symformer", *output]) == 0
        assert recipes == [(None, 1, 20.0), (None, 2, 9.0), ("symformer", 1, 700.0)]
        assert capsys.readouterr().out.splitlines()[0].endswith("table-main")

    def test_all_is_every_item(self, monkeypatch, tmp_path):
        from symplex_benchmarks.rivals.paper.items import ITEMS

        wanted = []
        monkeypatch.setattr(make.Workshop, "make", lambda _, item: wanted.append(item) or [])
        assert main(["paper", "all", "--quick", "--output", str(tmp_path)]) == 0
        assert tuple(wanted) == ITEMS
        assert paper.__doc__


# `--device` of the commands that make many runs: what arrives, and a device that is not there.

_RUNNING = {
    "compare": ["compare", "heat", "--methods", "symplex"],
    "paper": ["paper", "table-solvers"],
    "bench paper": ["bench", "paper"],
    "bench ablation": ["bench", "ablation", "--policies"],
    "bench handbook": ["bench", "handbook"],
    "bench islands": ["bench", "islands"],
}


@pytest.mark.parametrize("command", _RUNNING)
@pytest.mark.parametrize("device", ["cuda", "tpu"])
def test_a_device_that_is_not_there_is_one_sentence(command, device, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("symplex.numerics.evaluation.engines.cuda_library.NAME", "_nothing.so")
    monkeypatch.setattr("symplex_benchmarks.bench._runs._arriving", None)  # nothing may be run
    monkeypatch.setattr("symplex_benchmarks.rivals.comparison.runs.compared", None)
    output = ["--output", str(tmp_path / "made")] if command == "paper" else []
    assert main([*_RUNNING[command], *output, "--device", device]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    assert "use --device cpu" in shown.err or "'tpu'" in shown.err
    assert not (tmp_path / "made").exists()


@pytest.fixture
def has_gpu(monkeypatch):
    monkeypatch.setattr("symplex.numerics.evaluation.evaluator.require_device", lambda _: None)


@pytest.mark.usefixtures("has_gpu")
def test_compare_tells_its_runs_the_device():
    parser = argparse.ArgumentParser()
    compare.configure(parser)
    given = parser.parse_args(["heat", "--methods", "symplex,weno", "--device", "cuda"])
    ours, weno = compare._courses(given)
    assert (ours.limits.device, ours.device, weno.device) == ("cuda", "cuda", "cpu")
    # A run on another device is another run, where the method can choose.
    assert "on cuda" in ours.task
    assert "on cuda" not in weno.task


@pytest.mark.usefixtures("has_gpu")
def test_paper_tells_its_runs_the_device(monkeypatch, tmp_path):
    courses_run: list[Course] = []

    def rows_of(courses, truths, kept):
        courses_run.extend(courses)
        yield from ()

    monkeypatch.setattr(make, "rows_of", rows_of)
    monkeypatch.setattr(make.tables, "recoveries", lambda *_: None)
    monkeypatch.setattr(make.Workshop, "write", lambda *_: [])
    arguments = ["paper", "table-smooth", "--quick", "--output", str(tmp_path)]
    assert main([*arguments, "--device", "cuda"]) == 0
    assert {course.limits.device for course in courses_run} == {"cuda"}
    assert {course.device for course in courses_run if course.method == "symplex"} == {"cuda"}
