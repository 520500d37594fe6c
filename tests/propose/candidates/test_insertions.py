"""Every way to write a new symbol into a formula."""

import pytest

from support.reaching import PLANE, reaches
from support.writing import writing
from symplex.propose.candidates.insertions import insertions


@pytest.mark.parametrize(
    ("before", "after", "constants"),
    [
        ("log(x^2 + 1)", "log((x^2 + 1)/(1 - 2*t))", (-2.0, 2.0)),
        ("sqrt(x)", "sqrt(x + t^2/4) - t/2", (0.25, -0.5)),
        ("exp(x + 1)", "exp(x*exp(t) + exp(2*t))", (1.0, 2.0)),
        ("x", "x/(1 + x*t)", (1.0, -1.0)),
        ("x^2", "sin(x + t)", None),
    ],
)
def test_time_enters_at_two_places(before, after, constants):
    found = list(insertions(PLANE.tree(before), PLANE.encoding.symbol("t"), ("x",)))
    if constants is None:  # another function altogether
        assert not reaches(found, after, (1.0, -1.0))
    else:
        assert reaches(found, after, constants)


def test_long_formulas_and_systems_have_too_many_places():
    long = PLANE.tree(" + ".join(f"sin({n}*x)" for n in range(1, 9)))
    assert not list(insertions(long, PLANE.encoding.symbol("t")))
    pair = writing("acoustics-standing")
    both = pair.encoding.system(pair.trees("x", "t"))
    assert not list(insertions(both, pair.encoding.symbol("t")))
