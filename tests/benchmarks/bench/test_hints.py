"""`symplex bench hints`: problems whose answer, or its skeleton, is told."""

import json
import re

import pytest

from support.folders import handbook
from symplex.app.cli.main import main
from symplex_benchmarks.bench._references import ReferenceProblem
from symplex_benchmarks.bench.hints import skeleton_of


def test_every_problem_is_told_twice(tmp_path, capsys):
    saved = tmp_path / "rows.json"
    where = ["--benchmarks", str(handbook(tmp_path)), "--json", str(saved)]
    assert main(["bench", "hints", "handbook", "--first", "2", *where]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"│ answer +│ 2/2 ", shown)
    assert re.search(r"│ skeleton +│ 2/2 ", shown)
    assert "Of the answers themselves, 2 are proved" in shown
    rows = json.loads(saved.read_text(encoding="utf-8"))["rows"]
    assert [(row["told"], row["hint"]) for row in rows] == [
        ("answer", "u = 2*x"),
        ("answer", "v = x; w = 1 - x"),
        ("skeleton", "u = c1*x"),
        ("skeleton", "v = x; w = c1 - x"),
    ]
    assert all(row["candidates"] == 0 for row in rows)


@pytest.mark.parametrize(
    ("answer", "skeleton"),
    [
        ("sqrt(3*x^2) + x^(-1)", "sqrt(c1*x^2) + x^(-1)"),
        ("(1 + x)^(-1/3)*sin(pi*x)", "exp(c1*log(c2 + x))*sin(c3*x)"),
    ],
)
def test_every_number_but_whole_exponents_is_free(answer, skeleton):
    one = ReferenceProblem("heat", "heat", (), {"u": answer})
    names = re.findall(r"c\d", skeleton_of(one)["u"])
    plain = re.sub(r"c\d", "c", skeleton_of(one)["u"])
    assert plain == re.sub(r"c\d", "c", skeleton)
    assert len(set(names)) == len(names)


def test_at_most_twelve_numbers_are_free():
    answer = " + ".join(f"{n}*x^{n}" for n in range(2, 20))
    one = ReferenceProblem("heat", "heat", (), {"u": answer})
    assert len(set(re.findall(r"c\d+", skeleton_of(one)["u"]))) == 12
