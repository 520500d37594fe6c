from symplex.rivals.paper import tables
from symplex.rivals.paper.items import METHODS, QUICK, SOLVERS


def _row(problem, method, mse, *, srr, why=""):
    return {
        **{"problem": problem, "method": method, "seed": 0, "mse": mse, "largest": mse, "srr": srr},
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
    (line,) = made.rows
    cells = dict(zip(made.header, line, strict=True))
    assert (cells["SymPlex MSE"], cells["SymPlex SRR"]) == ("0", "100 %")
    assert cells["SymPlex proved"] == "1/1"
    assert (cells["KAN MSE"], cells["KAN SRR"]) == ("1.0e-02", "0 %")
    assert (cells["FEX MSE"], cells["FEX SRR"]) == ("–", "0 %")
    assert (cells["SSDE MSE"], cells["SSDE SRR"]) == ("–", "–")
    assert len(made.header) == 2 * len(METHODS) + 2


def test_formulas_are_shown_or_why_there_is_none():
    rows = [{**_row("heat", "fex", None, srr=False, why="died"), "formula": ""}]
    assert tables.formulas("f", rows, QUICK, "m").rows == (("Heat", "FEX", "–", "`died`"),)


def test_solvers_are_side_by_side_with_their_settings():
    made = tables.solvers("s", [_row("burgers", m, 1e-3, srr=False) for m in SOLVERS], "m")
    cells = {line[0]: line[1:] for line in made.rows}
    assert cells["inference at 100 points"] == ("2 µs",) * 3
    assert cells["storage of the solution"] == ("19 B",) * 3
    assert "WENO: 100 nodes" in made.caption
