"""Constants of formulas, fitted to values alone."""

import pytest

from support.views import LINE, PLANE, seen
from symplex.expression import apply, symbol
from symplex.propose.structure.fitting import accepted, explains, fitted, free


def test_constants_are_found():
    wave = free() * apply("exp", free() * symbol("x")) + free()
    (found,) = fitted(seen("3*exp(-2*x) + 1", LINE), [wave], starts=8)
    assert sorted(found.formula.constants) == pytest.approx([-2, 1, 3])
    assert found.misfit < 1e-9


def test_what_does_not_fit_is_not_accepted():
    line = free() + free() * symbol("x")
    assert accepted(seen("x^2", LINE), [line]) == []
    assert len(accepted(seen("2 + 3*x", LINE), [line])) == 1


def test_a_term_that_is_nothing_is_dropped():
    line = free() + free() * symbol("x")
    (found,) = accepted(seen("3*x", LINE), [line])
    assert found.formula.constants == pytest.approx([3])


def test_a_formula_without_constants_is_measured_as_it_is():
    view = seen("x*t", PLANE)
    assert explains(view, symbol("x") * symbol("t"))
    assert not explains(view, symbol("x") + symbol("t"))
