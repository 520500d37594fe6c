import json
import signal
import subprocess
import sys
import time

import pytest

from support.checks import check
from support.clocks import a_second_for_each_report
from support.writing import writing
from symplex.app.cli.main import main
from symplex.proof.answer import read_answer
from symplex.proof.certificate import conclude
from symplex.proof.verdict import Verdict
from symplex.propose.candidates.settings import DEFAULT, INGREDIENTS
from symplex.solver.search.policy_learner import PolicyLearner
from symplex.solver.solution.solution import Solution

UNSOLVABLE = """
equations = ["u_xx = u^3 + exp(sin(5*x))"]
[domain]
x = [0, 1]
[[conditions]]
where = "x = 0"
equation = "u = 0"
[[conditions]]
where = "x = 1"
equation = "u = 1"
"""
"""A problem without an answer in closed form."""


def test_json_is_one_object_and_nothing_else(capsys):
    assert main(["solve", "hj-concave", "--json", "--quiet", "--seed", "0"]) == 0
    shown = capsys.readouterr()
    report = json.loads(shown.out)
    assert report["status"] == "exact"
    assert report["solution"] == {"u": "abs(x) + t/2"}
    assert report["certificate"]["level"] == "symbolic"
    assert report["seed"] == 0
    assert shown.err == ""


def test_the_page_shows_the_formula_and_what_is_proved(capsys, tmp_path):
    assert main(["solve", "poisson-exp", "--quiet", "--output", str(tmp_path / "run")]) == 0
    page = capsys.readouterr().out
    assert page.startswith("exact and unique among ")
    assert "\nu = exp(x) + exp(y)\n\nexact (level: symbolic)\n" in page
    assert "exact solution found" in page
    saved = json.loads((tmp_path / "run" / "solution.json").read_text())
    assert saved["solution"] == {"u": "exp(x) + exp(y)"}


def test_a_conjecture_is_not_proved(monkeypatch, capsys):
    def conjectured(problem, **_):
        certificate = conclude((check("u_x = 1", verdict=Verdict.CONJECTURED),))
        formulas = read_answer(problem, "x")
        return Solution(problem, certificate.status.of_answer, formulas, certificate)

    monkeypatch.setattr("symplex.solver.solution.solve.solve", conjectured)
    assert main(["solve", "heat", "--quiet", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "conjectured"


def test_help_names_every_ingredient(capsys):
    with pytest.raises(SystemExit):
        main(["solve", "--help"])
    shown = "".join(capsys.readouterr().out.split())
    assert ",".join(INGREDIENTS) in shown


def test_the_old_words_for_ingredients_are_understood(capsys):
    assert main(["solve", "poisson-exp", "--without", "seeds,second-look", "--quiet"]) == 0
    old = _without_seconds(capsys.readouterr().out)
    new = ["solve", "poisson-exp", "--without", "statement-formulas,hold-out", "--quiet"]
    assert main(new) == 0
    assert _without_seconds(capsys.readouterr().out) == old


def _without_seconds(page):
    return [line for line in page.splitlines() if " s, seed " not in line]


def test_hints_are_repeated_and_may_begin_with_a_minus(capsys):
    without = ["--without", "statement-formulas,lifts,ansatz", "--json", "--quiet"]
    hints = ["--hint", "sin(c*x)", "--hint", "-a*exp(x) - b*exp(y)"]
    assert main(["solve", "poisson-exp", *without, *hints]) == 0
    assert json.loads(capsys.readouterr().out)["candidates"] < 100
    assert main(["solve", "poisson-exp", *without]) == 0
    assert json.loads(capsys.readouterr().out)["candidates"] > 100


def test_what_has_no_solution_ends_at_the_time_limit(tmp_path, capsys, monkeypatch):
    a_second_for_each_report(monkeypatch)
    path = tmp_path / "unsolvable.toml"
    path.write_text(UNSOLVABLE)
    assert main(["solve", str(path), "--time-limit", "3", "--seed", "1", "--quiet"]) == 1
    page = capsys.readouterr().out
    assert "approximations by size" in page
    assert "time limit" in page


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--recipe", "papr"], "there is no recipe 'papr'"),
        (["--without", "statement-formula"], "did you mean 'statement-formulas'?"),
        (["--operators", "sine"], "there is no operator 'sine'"),
        (["--hint", "sin("], "ends after"),
        (["--time-limit", "-1"], "must be a positive number"),
        (["--time-limit", "soon"], "invalid float value"),
        (["--seed", "x"], "invalid int value"),
        (["--seed", "-1"], "the seed must be a whole number from 0 on, found -1"),
        (["--output", "a\x00b"], "cannot be written: embedded null byte"),
    ],
)
def test_bad_options_are_one_sentence(options, sentence, capsys):
    assert main(["solve", "heat", *options]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


def test_an_interrupt_prints_the_best_so_far_and_ends_with_130(tmp_path):
    path = tmp_path / "unsolvable.toml"
    path.write_text(UNSOLVABLE)
    command = [sys.executable, "-m", "symplex.app.cli.main", "solve", str(path), "--json"]
    command += ["--time-limit", "9999", "--seed", "1"]
    command += ["--without", "textbook"]  # that approximates nothing
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while "found, with loss" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(2)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    report = json.loads(out)
    assert report["stop_reason"] == "interrupted"
    assert report["front"]
    assert "Traceback" not in err


def test_an_output_that_cannot_be_written_is_found_before_the_search(tmp_path, monkeypatch, capsys):
    def never(*_, **__):
        pytest.fail("the search must not begin")

    monkeypatch.setattr("symplex.solver.solution.solve.solve", never)
    (tmp_path / "file").write_text("")
    code = main(["solve", "heat", "--output", str(tmp_path / "file" / "folder")])
    assert code == 2
    assert "--output" in capsys.readouterr().err


def test_a_derivative_of_too_high_an_order_is_one_sentence(tmp_path, capsys):
    path = tmp_path / "high.toml"
    path.write_text('equations = ["diff(u, x, 50) = 0"]\n[domain]\nx = [0, 1]\n')
    assert main(["solve", str(path), "--quiet"]) == 2
    assert "derivatives up to order 20, found order 50" in capsys.readouterr().err


def test_several_workers_find_the_same(capsys):
    assert main(["solve", "hj-concave", "--workers", "2", "--json", "--quiet"]) == 0
    shown = capsys.readouterr()
    report = json.loads(shown.out)
    assert (report["status"], report["solution"]) == ("exact", {"u": "abs(x) + t/2"})
    assert "run.found-by" in [one["code"] for one in report["note_reasons"]]
    assert shown.err == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--workers", "0"], "the number of workers must be at least 1, found 0"),
        (["--workers", "2", "--recipe", "papr"], "did you mean 'paper'?"),
        (["--workers", "2", "--hint", "sin("], "ends after"),
    ],
)
def test_mistakes_are_found_with_several_workers_too(arguments, sentence, capsys):
    assert main(["solve", "heat", *arguments]) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert (shown.out, shown.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_stays_behind(tmp_path, how):
    file = tmp_path / "unsolvable.toml"
    file.write_text(UNSOLVABLE, encoding="utf-8")
    command = [sys.executable, "-m", "symplex.app.cli.main", "solve", str(file), "--workers", "2"]
    command += ["--time-limit", "9999"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        process.stderr.readline()  # the first report of progress
        process.send_signal(how)
        page, said = process.communicate(timeout=120)
    deadline = time.monotonic() + 120
    while members(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert members(process.pid) == []
    assert "Traceback" not in said
    if how is signal.SIGINT:
        assert process.returncode == 130
        assert "interrupted: " in page


def members(group: int) -> list[str]:
    """The processes of a group that have not ended."""
    shown = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True)
    lines = (line.split() for line in shown.stdout.splitlines())
    return [stat for number, stat in lines if int(number) == group and stat[0] != "Z"]


@pytest.mark.parametrize("device", ["cuda", "tpu"])
def test_a_device_that_is_not_there_is_one_sentence(device, capsys, monkeypatch):
    monkeypatch.setattr("symplex.numerics.evaluation.engines.cuda_library.NAME", "_nothing.so")
    assert main(["solve", "heat", "--device", device]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1


@pytest.mark.parametrize("kind", ["other bytes", "another problem's"])
def test_a_policy_that_cannot_be_used_is_found_at_once(kind, tmp_path, capsys):
    file = tmp_path / "weights"
    if kind == "other bytes":
        file.write_bytes(b"no weights")
    else:
        learner = PolicyLearner(writing("parametric-heat").encoding, DEFAULT, 0)
        file.write_bytes(learner.save())
    # The search would prove an answer long before a policy writes.
    assert main(["solve", "heat", "--no-save", "--policy", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    sentence = {"other bytes": "expected weights, found", "another problem's": "another vocabulary"}
    assert shown.err.startswith("symplex: --policy: ")
    assert sentence[kind] in shown.err
    assert shown.err.count("\n") == 1
