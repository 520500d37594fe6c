"""Two runs of a bench, compared: what differs, what is lost, and what the exit code says."""

import json
import sys

import pytest

from compare_runs import BAD_INPUT, DIFFERENT, SAME, main


def row(problem="heat", seed=0, **changes):
    usual = {"recipe": "default", "problem": problem, "seed": seed, "proved": True, "other": False}
    return {**usual, "candidates": 100, "seconds": 1.0, "answer": "u = x", **changes}


def unproved(problem="heat", seed=0, **changes):
    return row(problem, seed, proved=False, **changes)


@pytest.fixture
def compare(tmp_path, capsys):
    """Compares two lists of rows: the exit code and what is printed."""

    def compared(before, after, *options):
        paths = [tmp_path / "before.json", tmp_path / "after.json"]
        for path, rows in zip(paths, (before, after), strict=True):
            path.write_text(json.dumps({"rows": rows, "summary": {}}), encoding="utf-8")
        code = main([*map(str, paths), *options])
        return code, capsys.readouterr().out

    return compared


def test_the_same_runs_are_the_same(compare):
    rows = [row(seed=0), row(seed=1), unproved("wave")]
    slower = [{**one, "seconds": 2.0} for one in rows]
    code, page = compare(rows, slower)
    assert code == SAME
    assert "ended by proof in both: 2, of which 0 differ" in page
    assert "proved: 2 → 2" in page
    assert "medians, all runs: 1.00 → 2.00 seconds, 100 → 100 candidates" in page


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"candidates": 101}, "heat seed 0 (default): 100 → 101 candidates"),
        ({"answer": "u = 2*x"}, "    after:  u = 2*x"),
    ],
)
def test_a_pair_that_differs_is_printed(compare, change, shown):
    code, page = compare([row()], [row(**change)])
    assert code == DIFFERENT
    assert shown in page


def test_a_proof_of_another_formula_is_a_pair_too(compare):
    other = {"proved": False, "other": True}
    assert compare([row(**other)], [row(**other, candidates=7)])[0] == DIFFERENT


def test_runs_that_the_clock_ended_are_no_pairs(compare):
    code, page = compare(
        [row("wave"), unproved(candidates=5)], [row("wave"), unproved(candidates=6)]
    )
    assert code == SAME
    assert "ended by proof in both: 1, of which 0 differ" in page


def test_what_is_gained_and_lost_is_told_apart(compare):
    code, page = compare([row("a"), unproved("b")], [row("a"), row("b")])
    assert code == SAME
    assert "gained b seed 0" in page
    code, page = compare([row("a"), row("b")], [row("a"), unproved("b")])
    assert code == DIFFERENT
    assert "lost b seed 0" in page


def test_a_run_that_is_missing_is_lost_unless_only_common_runs_count(compare):
    before, after = [row("a"), row("b")], [row("a")]
    assert compare(before, after)[0] == DIFFERENT
    assert compare(before, after, "--common")[0] == SAME


def test_sets_and_medians_alone(compare):
    code, page = compare([row()], [row(candidates=50)], "--proved-only")
    assert code == SAME
    assert "differ" not in page
    assert "100 → 50 candidates" in page
    assert compare([row()], [unproved()], "--proved-only")[0] == DIFFERENT


def test_recipes_are_kept_apart(compare):
    before = [row(recipe="full"), row(recipe="without moves", candidates=7)]
    assert compare(before, list(reversed(before)))[0] == SAME


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "found something else"),
        ("{}", "found no 'rows'"),
        ('{"rows": [{"problem": "a"}]}', "found no 'seed'"),
        ("[]", "found something else"),
        ('{"rows": []}', "no run in common"),
    ],
)
def test_what_no_bench_saved_is_refused(tmp_path, capsys, text, sentence):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps({"rows": [row()]}), encoding="utf-8")
    bad.write_text(text, encoding="utf-8")
    assert main([str(good), str(bad)]) == BAD_INPUT
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["one.json"],
        ["a.json", "b.json", "--before", "c"],
        ["--before", "a", "--after", "b"],
        ["--before", "a", "--after", "b", "--bench", "paper"],
        ["absent.json", "absent.json"],
    ],
)
def test_unclear_arguments_are_refused(tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == BAD_INPUT


PROGRAM = """#!{python}
import json, pathlib, sys
words = sys.argv[1:]
assert words[:4] == ["bench", "paper", "--seeds", "3"] and words[4] == "--json", words
rows = pathlib.Path("rows.json").read_text()
pathlib.Path(words[5]).write_text(rows)
sys.exit({code})
"""


def checkout(folder, rows, code=0):
    """A folder with a program that saves these rows."""
    program = folder / ".venv" / "bin" / "symplex"
    program.parent.mkdir(parents=True)
    program.write_text(PROGRAM.format(python=sys.executable, code=code), encoding="utf-8")
    program.chmod(0o755)
    (folder / "rows.json").write_text(json.dumps({"rows": rows}), encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    ("after", "code", "expected"),
    [
        ([row()], 0, SAME),
        ([row(candidates=1)], 0, DIFFERENT),
        ([row()], 3, BAD_INPUT),
    ],
)
def test_two_checkouts_run_their_own_programs(tmp_path, after, code, expected):
    folders = (
        checkout(tmp_path / "before", [row()]),
        checkout(tmp_path / "after", after, code),
    )
    arguments = ["--before", folders[0], "--after", folders[1], "--bench", "paper --seeds 3"]
    assert main(arguments) == expected
