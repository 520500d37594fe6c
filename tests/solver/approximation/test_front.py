"""Size against error, and the knee."""

import math

import pytest

from symplex.expression import number, symbol
from symplex.solver.approximation.front import Approximation, front_of, knee, size_of
from symplex.solver.approximation.reference_values import Measured

X = {"u": symbol("x")}


def one(size, error):
    return Approximation(size, math.nan, X, Measured(error, error / 2, 1e-9))


def test_a_larger_formula_must_be_clearly_better():
    found = [one(9, 0.05), one(3, 0.3), one(5, 0.29), one(7, 0.4), one(20, math.inf)]
    assert [a.size for a in front_of(found)] == [3, 9]


@pytest.mark.parametrize(
    ("errors", "chosen"),
    [
        ({3: 0.3, 8: 0.004, 12: 0.0035, 30: 0.002}, 8),
        ({3: 0.3, 8: 0.03, 30: 0.02}, 30),
        ({3: 0.009, 11: 0.0002, 40: 0.00015}, 11),
        ({8: 1e-3, 17: 3e-5, 25: 7e-8, 36: 1e-9}, 17),
        ({5: 0.2}, 5),
    ],
)
def test_the_knee_is_where_more_nodes_pay_less(errors, chosen):
    front = [one(size, error) for size, error in errors.items()]
    assert knee(front).size == chosen


def test_without_a_reference_the_residual_norm_is_said():
    assert Approximation(1, 0.04, X).sentence == "residual norm 0.2 at sampled points"
    assert one(1, 0.003).sentence == "error 0.3 % of the range (reference error < 1e-9)"


def test_a_formula_that_was_fitted_to_values_has_no_residual_norm():
    assert Approximation(1, math.nan, X).sentence == "residual norm not computed"


def test_what_is_finer_than_the_reference_is_worth_nothing():
    coarse = [
        Approximation(n, math.nan, X, Measured(e, e, 0.01)) for n, e in ((3, 1e-3), (9, 1e-5))
    ]
    assert [a.size for a in front_of(coarse)] == [3]
    assert coarse[0].badness == pytest.approx(0.011)


def test_json_carries_the_numbers():
    measured = one(4, 0.25)
    raw = measured.to_json()
    assert raw["error"] == {"maximum": 0.25, "rms": 0.125, "reference_error": 1e-9}
    assert (raw["loss"], raw["solution"]) == (None, {"u": "x"})
    read = Approximation.from_json(raw, X)
    assert (read.size, read.error) == (4, measured.error)
    assert Approximation.from_json(Approximation(1, 0.5, X).to_json(), X).loss == 0.5


def test_the_size_is_that_of_all_formulas():
    assert size_of({"u": symbol("x") + 1, "v": number(2)}) == 4
