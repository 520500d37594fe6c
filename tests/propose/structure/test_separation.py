"""Sums of products."""

import numpy as np
import pytest

from support.views import AWAY, PLANE, seen
from symplex.expression import apply, number, symbol
from symplex.propose.structure.fitting import free
from symplex.propose.structure.separation import (
    Split,
    coefficients,
    mode_sets,
    profile,
    span,
    splits,
)

# Ranks over splits of the variables, and the functions that products are made of.

SPACE = {**PLANE, "y": (0.0, 2.0)}


@pytest.mark.parametrize(
    ("text", "rank"),
    [("exp(-t)*sin(x)", 1), ("exp(-t)*sin(x) + t", 2), ("(x - t)^2", 3), ("1/(2 + x*t)", None)],
)
def test_the_rank_of_a_function(text, rank):
    found = splits(seen(text, PLANE))
    assert found == ([] if rank is None else [Split(("x",), rank)])


def test_every_split_of_three_variables_is_examined():
    found = splits(seen("exp(-t)*sin(x + y)", SPACE))
    assert {one.names: one.rank for one in found} == {("x",): 2, ("t",): 1, ("y",): 2}


def test_noise_does_not_count():
    assert splits(seen("exp(-t)*sin(x)", PLANE, 1e-7)) == [Split(("x",), 1)]


@pytest.mark.parametrize(
    ("text", "box", "modes"),
    [
        ("exp(-t)*sin(2*x) + t*cos(2*x)", PLANE, ["sin", "cos"]),
        ("exp(3*x) + t*exp(-x)", PLANE, ["exp", "exp"]),
        ("t*x^2 + t^2*sqrt(x)", AWAY, ["exp", "exp"]),
    ],
)
def test_modes_are_eigenfunctions(text, box, modes):
    found = span(seen(text, box), "x")
    sets = list(mode_sets(found))
    roots = [[getattr(mode.root, "name", "") for mode in one] for one in sets]
    assert sorted(modes) in [sorted(one) for one in roots]


def test_polynomials_are_modes_of_rate_zero():
    sets = list(mode_sets(span(seen("x^2 + t*x + t^3", PLANE), "x")))
    x = symbol("x")
    assert [number(1), x, x**2] in sets


def test_coefficients_are_functions_of_the_other_variables():
    view = seen("exp(-t)*sin(2*x) + t*cos(2*x)", PLANE)
    modes = [apply(name, free(2.0) * symbol("x")) for name in ("sin", "cos")]
    first, second = coefficients(view, "x", modes)
    t = np.linspace(0, 1, 7)
    assert first.values({"t": t}) == pytest.approx(np.exp(-t), abs=1e-9)
    assert second.values({"t": t}) == pytest.approx(t, abs=1e-9)


def test_a_profile_is_taken_where_values_are_large():
    along = profile(seen("t*x", {"x": (1.0, 2.0), "t": (0.0, 1.0)}), "x")
    assert along.names == ("x",)
    assert along.scale > 0.5
