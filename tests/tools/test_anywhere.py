"""What is the same everywhere, and what is not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import anywhere
from anywhere import VARIANTS, Variant, command, differences, environment, outcomes_in, verdict
from support.sleepers import alive

REPORT = """<testsuites><testsuite>
<testcase classname="tests.a" name="good" />
<testcase classname="tests.a" name="bad"><failure message="no" /></testcase>
<testcase classname="tests.a" name="left[1]"><skipped message="no GPU" /></testcase>
<testcase classname="tests.a" name="torn" />
<testcase classname="tests.a" name="torn"><error message="at its end" /></testcase>
</testsuite></testsuites>"""
GOOD = {"a": "passed", "b": "skipped"}


def test_outcomes_are_read_the_worst_of_each_test(tmp_path):
    file = tmp_path / "report.xml"
    file.write_text(REPORT)
    assert outcomes_in(file) == {
        "tests.a::good": "passed",
        "tests.a::bad": "failed",
        "tests.a::left[1]": "skipped",
        "tests.a::torn": "error",
    }


def test_a_test_that_differs_or_is_absent_is_named():
    assert differences({"plain": GOOD, "busy": dict(GOOD)}) == {}
    found = differences({"plain": GOOD, "busy": {"a": "failed", "c": "passed"}})
    assert found == {
        "a": {"plain": "passed", "busy": "failed"},
        "b": {"plain": "skipped", "busy": "absent"},
        "c": {"plain": "absent", "busy": "passed"},
    }


@pytest.mark.parametrize(
    ("variants", "code", "said"),
    [
        ({"plain": GOOD, "busy": GOOD}, 0, "the same everywhere"),
        ({"plain": GOOD, "busy": {**GOOD, "b": "passed"}}, 1, "differs: b: plain skipped, busy p"),
        ({"plain": {"a": "failed"}, "busy": {"a": "failed"}}, 1, "fails: a"),
        ({"plain": {}, "busy": {}}, 1, "not the same everywhere"),
    ],
)
def test_anything_that_fails_or_differs_is_said_and_is_an_error(variants, code, said, capsys):
    assert verdict(variants) == code
    shown = capsys.readouterr().out
    assert said in shown
    assert "plain" in shown


def test_variants_do_not_mix(monkeypatch):
    monkeypatch.setenv("SYMPLEX_CLOCK_RATE", "0")
    monkeypatch.setenv("PYTHONPATH", "mine")
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    rates = [environment(one, [0]).get("SYMPLEX_CLOCK_RATE") for one in VARIANTS]
    assert rates == [None, None, "8", "0.125", None, None]
    hashes = [environment(one, [0]).get("PYTHONHASHSEED") for one in VARIANTS]
    assert hashes == [None] * 5 + ["7"]
    paths = [environment(one, [0])["PYTHONPATH"] for one in VARIANTS]
    assert all(path.endswith("mine") for path in paths)
    assert [path == "mine" for path in paths] == [True, False, True, True, False, False]


@pytest.mark.parametrize("variant", VARIANTS, ids=[variant.name for variant in VARIANTS])
def test_the_interpreter_is_this_one_and_one_job_needs_no_xdist(variant, tmp_path):
    made = command(variant, 1, ["-k", "heat"], tmp_path)
    assert made[:3] == [sys.executable, "-m", "pytest"]
    assert made[-2:] == ["-k", "heat"]
    assert "-n" not in made
    assert "-n" in command(variant, 2, [], tmp_path)


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(anywhere, "PLACE", tmp_path)
    return tmp_path


def test_a_variant_is_run_once_for_the_same_files_and_arguments(place, monkeypatch, capsys):
    ran = []

    def run(variant, jobs, given):
        ran.append((variant.name, jobs, given))
        anywhere.result_of(variant).write_text(REPORT)

    monkeypatch.setattr(anywhere, "run", run)
    calls = ["--only", "plain", "busy", "--jobs", "3"]
    for more in ([], [], ["--", "-k", "heat"], ["--fresh", "--", "-k", "heat"]):
        assert anywhere.main([*calls, *more]) == 1  # there are failures in the report
    both = [("plain", 3), ("busy", 3)]
    assert [one[:2] for one in ran] == both * 3
    assert ran[-1][2] == ["-k", "heat"]
    monkeypatch.setattr(anywhere, "_newest", lambda: float("inf"))  # a file has changed
    anywhere.main([*calls, "--", "-k", "heat"])
    assert len(ran) == 8


def test_a_run_that_was_cut_leaves_no_outcomes(place):
    with pytest.raises(SystemExit, match="pytest ended with 4 in 'odd'"):
        anywhere.run(Variant("odd"), 1, ["--no-such-option"])
    assert not (place / "odd.xml").exists()


CORE = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0


def test_hogs_end_also_where_something_fails():
    with pytest.raises(ZeroDivisionError), anywhere.kept_busy([CORE]) as hogs:
        assert all(map(alive, hogs))
        raise ZeroDivisionError
    assert not any(map(alive, hogs))


def test_a_worker_is_pinned_to_its_core(monkeypatch):
    pinned = []
    monkeypatch.setattr(os, "sched_setaffinity", lambda _, cores: pinned.append(cores))
    monkeypatch.setenv("SYMPLEX_TEST_CORES", "4,7")
    for worker in ("gw0", "gw1", "gw2"):
        monkeypatch.setenv("PYTEST_XDIST_WORKER", worker)
        anywhere.pytest_configure(None)
    assert pinned == [{4}, {7}, {4}]
    monkeypatch.delenv("PYTEST_XDIST_WORKER")
    anywhere.pytest_configure(None)  # the one that only distributes
    assert len(pinned) == 3


def test_another_build_takes_the_place_of_the_installed_one_in_every_process(tmp_path):
    from symplex.numerics.evaluation import _core

    shutil.copy(_core.__file__, tmp_path)
    variant = Variant("other", {"SYMPLEX_BUILD": str(tmp_path)}, on_path=VARIANTS[-1].on_path)
    code = "from symplex.numerics.evaluation import _core; print(_core.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(variant, [0]),
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()).parent == tmp_path
