from symplex_benchmarks.rivals.comparison.report import answers, costs

ROW = {
    **{"method": "weno", "seed": 0, "mse": 1e-6, "mean": 5e-4, "largest": 7e-3, "srr": None},
    **{"proved": False, "seconds": 9.5, "candidates": 0, "inference": 3e-4, "time_limit": 300.0},
    **{"peak_memory": 264_000_000, "storage": 16_000_000, "formula": "", "why": ""},
    "against": "the true solution",
}


def test_an_error_is_told_by_its_square_its_root_its_mean_and_its_largest():
    made = answers("burgers", [ROW])
    assert made.header[:5] == ("method", "MSE", "RMS", "mean", "largest")
    assert made.rows[0] == (
        *("weno", "1.0e-6", "1.0e-3", "5.0e-4", "7.0e-3", "–", "no", "a field of values"),
    )
    assert "the true solution" in made.caption


def test_a_method_without_an_answer_says_why():
    failed = {**ROW, "mse": None, "mean": None, "largest": None, "why": "its process died"}
    assert answers("burgers", [failed]).rows[0][-1] == "its process died"


def test_seeds_are_told_apart_and_formulas_cut_where_that_is_asked_for():
    rows = [{**ROW, "formula": "u = x + y + t", "seed": seed} for seed in (0, 1)]
    made = answers("burgers", rows, most=7)
    assert [line[1] for line in made.rows] == ["0", "1"]
    assert made.rows[0][-1] == "`u = x +…`"


def test_costs_have_their_units():
    made = costs("burgers", [ROW])
    assert made.rows == (("weno", "9.5 s", "–", "300 µs", "264 MB", "16 MB"),)
    assert "at most 300 s" in made.caption
