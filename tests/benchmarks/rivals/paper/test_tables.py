import pytest

from support.checkout import BENCHMARKS
from symplex.notation.problem_files import bundled
from symplex_benchmarks.rivals.paper import tables
from symplex_benchmarks.rivals.paper.items import METHODS, SOLVERS, TITLES
from symplex_benchmarks.rivals.paper.printed import read_printed

PRINTED = read_printed(BENCHMARKS)


def _row(problem, method, mse, *, srr, why=""):
    return {
        **{
            "problem": problem,
            "method": method,
            "seed": 0,
            "mse": mse,
            "mean": mse,
            "largest": mse,
            "srr": srr,
        },
        **{"proved": bool(srr), "seconds": 1.5, "inference": 2e-6, "peak_memory": 10**8},
        **{"grown_memory": 10**7, "storage": 19, "formula": "u = x", "why": why},
        **{"settings": {"grid": "100 nodes"}, "time_limit": 8.0, "beyond": mse},
    }


def test_every_method_has_its_error_and_its_recoveries():
    rows = [
        _row("heat", "symplex", 0.0, srr=True),
        _row("heat", "kan", 2e-2, srr=False),
        _row("heat", "kan", 1e-2, srr=False),
        _row("heat", "fex", None, srr=False, why="died"),
    ]
    made = tables.recoveries("table-smooth", ["heat"], rows, PRINTED, "a machine")
    assert made.header == ("problem", "", "SymPlex", "FEX", "KAN")
    assert made.rows == (
        ("Heat", "here", "**0 · 100 %**", "– · 0 %", "1.0e-2 · 0 %"),
        ("", "paper", "0 · 100 %", "3.7e-2 · 0 %", "4.9e-2 · 0 %"),
        ("proved", "here", "1 of 1", "0 of 1", "0 of 2"),
    )
    assert "1 seed, 8 s a run" in made.caption


def test_errors_that_are_rounding_are_equally_good():
    rows = [
        _row("heat", "symplex", 2e-29, srr=True),
        _row("heat", "ssde", 0.0, srr=False),
        _row("heat", "fex", 9e-18, srr=True),
    ]
    made = tables.recoveries("table-smooth", ["heat"], rows, PRINTED, "a machine")
    assert made.rows[0][2:] == ("**2.0e-29 · 100 %**", "**0 · 0 %**", "9.0e-18 · 100 %")


def test_the_best_is_marked_where_none_is_exact():
    rows = [_row("heat", "fex", 0.2, srr=False), _row("heat", "kan", 0.1, srr=False)]
    made = tables.recoveries("table-smooth", ["heat"], rows, PRINTED, "a machine")
    assert made.rows[0][2:] == ("0.2 · 0 %", "**0.1 · 0 %**")


def test_formulas_are_shown_or_why_there_is_none():
    rows = [{**_row("heat", "fex", None, srr=False, why="died"), "formula": ""}]
    printed, found = tables.formulas("f", rows, PRINTED, "m").rows
    assert printed[:3] == ("Heat", "SymPlex, the paper", "–")
    assert "0.99 * cos(y)" in printed[3]
    assert found == ("", "FEX", "–", "died")


def test_long_formulas_are_cut_and_a_problem_is_named_once():
    row = {**_row("heat", "fex", 0.1, srr=False), "formula": "u = " + "0.123456789*x + " * 30}
    made = tables.formulas("f", [row, {**row, "method": "kan"}], PRINTED, "m")
    assert [line[0] for line in made.rows] == ["Heat", "", ""]
    assert made.rows[1][3].startswith("`u = 0.123*x + 0.123*x")
    assert made.rows[1][3].endswith("…`")
    assert len(made.rows[1][3]) < 100


def test_solvers_are_side_by_side_with_their_settings():
    rows = [_row("burgers", m, 1e-3, srr=False) for m in SOLVERS]
    made = tables.solvers("s", rows, PRINTED, "m")
    assert made.header[:3] == ("measure", "WENO, paper", "WENO, here")
    cells = {line[0]: line[1:] for line in made.rows}
    assert cells["inference at 100 points"][1::2] == ("2 µs",) * 3
    assert cells["storage of the solution"] == (
        "131.17 MB",
        "19 B",
        "69.94 MB",
        "19 B",
        "0.07 MB",
        "19 B",
    )
    assert cells["root of it (RMS)"] == ("–", "3.2e-2") * 3
    assert cells["mean absolute error"][1::2] == ("1.0e-3",) * 3
    assert cells["applicability: MSE beyond the box"][4:] == ("global", "1.0e-3")
    assert "WENO: grid 100 nodes" in made.caption
    assert "note" not in cells


def test_paradigms_are_what_is_measured_beside_what_is_said():
    rows = [_row("burgers", m, 0.0, srr=m == "symplex") for m in ("weno", "symplex-paper")]
    rows[0]["formula"] = ""
    other = [{**row, "problem": "parametric-heat", "formula": "u = exp(kappa*t)"} for row in rows]
    other[0] |= {"mse": None, "why": "time was over"}
    made = tables.paradigms("p", [*rows, *other], PRINTED, "m")
    cells = {line[0]: line[1:] for line in made.rows}
    assert cells["interpretability"] == ("low", "no formula", "high", "a formula of 5 characters")
    assert cells["parametric discovery"][1] == "time was over"
    assert cells["parametric discovery"][3].startswith("0; a formula with it")
    assert len(cells) == 5
    assert "Parametric Heat 2" in made.caption


def test_problems_are_stated_as_printed_and_as_ours():
    made = tables.problems("p", [bundled(name) for name in TITLES], PRINTED)
    assert len(made.rows) == 2 * len(TITLES)
    assert "4.8*y^2" in made.rows[0][3]
    assert "14.4*y^2" in made.rows[1][2]


@pytest.mark.parametrize("problem", TITLES)
def test_every_problem_has_what_the_paper_prints(problem):
    assert PRINTED.expressions[problem]
    assert all(PRINTED.error(problem, method) is not None for method in METHODS)
    assert PRINTED.error(problem, "symplex-paper") == [0, 100]
    assert PRINTED.error(problem, "weno") is None
