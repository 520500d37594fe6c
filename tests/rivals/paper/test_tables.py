from symplex.rivals.paper import tables
from symplex.rivals.paper.items import QUICK, SOLVERS


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
        **{"settings": {"grid": "100 nodes"}, "time_limit": 8.0},
    }


def test_every_method_has_its_error_and_its_recoveries():
    rows = [
        _row("heat", "symplex", 0.0, srr=True),
        _row("heat", "kan", 2e-2, srr=False),
        _row("heat", "kan", 1e-2, srr=False),
        _row("heat", "fex", None, srr=False, why="died"),
    ]
    made = tables.recoveries("table-smooth", ["heat"], rows, QUICK, "a machine")
    assert made.header == ("problem", "SymPlex", "FEX", "KAN")
    assert made.rows == (
        ("Heat", "**0 · 100 %**", "– · 0 %", "1.0e-2 · 0 %"),
        ("proved", "1 of 1", "0 of 1", "0 of 2"),
    )


def test_errors_that_are_rounding_are_equally_good():
    rows = [
        _row("heat", "symplex", 2e-29, srr=True),
        _row("heat", "ssde", 0.0, srr=False),
        _row("heat", "fex", 9e-18, srr=True),
    ]
    made = tables.recoveries("table-smooth", ["heat"], rows, QUICK, "a machine")
    assert made.rows[0][1:] == ("**2.0e-29 · 100 %**", "**0 · 0 %**", "9.0e-18 · 100 %")


def test_the_best_is_marked_where_none_is_exact():
    rows = [_row("heat", "fex", 0.2, srr=False), _row("heat", "kan", 0.1, srr=False)]
    made = tables.recoveries("table-smooth", ["heat"], rows, QUICK, "a machine")
    assert made.rows[0][1:] == ("0.2 · 0 %", "**0.1 · 0 %**")


def test_formulas_are_shown_or_why_there_is_none():
    rows = [{**_row("heat", "fex", None, srr=False, why="died"), "formula": ""}]
    assert tables.formulas("f", rows, QUICK, "m").rows == (("Heat", "FEX", "–", "died"),)


def test_long_formulas_are_cut_and_a_problem_is_named_once():
    row = {**_row("heat", "fex", 0.1, srr=False), "formula": "u = " + "0.123456789*x + " * 30}
    made = tables.formulas("f", [row, {**row, "method": "kan"}], QUICK, "m")
    assert [line[0] for line in made.rows] == ["Heat", ""]
    assert made.rows[0][3].startswith("`u = 0.123*x + 0.123*x")
    assert made.rows[0][3].endswith("…`")
    assert len(made.rows[0][3]) < 100


def test_solvers_are_side_by_side_with_their_settings():
    made = tables.solvers("s", [_row("burgers", m, 1e-3, srr=False) for m in SOLVERS], "m")
    cells = {line[0]: line[1:] for line in made.rows}
    assert cells["inference at 100 points"] == ("2 µs",) * 3
    assert cells["storage of the solution"] == ("19 B",) * 3
    assert cells["root of it (RMS)"] == ("3.2e-2",) * 3
    assert cells["mean absolute error"] == ("1.0e-3",) * 3
    assert "WENO: grid 100 nodes" in made.caption
    assert "note" not in cells
