"""Arguments as whole multiples of a few formulas."""

import numpy as np
import pytest

from symplex.expression import number
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.proof.coq.basis import canonical, multiples, root_parts
from symplex.proof.coq.sums import constant

SCOPE = Scope(("x", "t"), ("a",))


def texts(arguments: list[str], *, turning: bool = False):
    sums = [canonical(parse(text, SCOPE)) for text in arguments]
    return [
        [(count, to_text(part)) for count, part in way.parts]
        for way in multiples(sums, turning=turning)
    ]


def test_arguments_share_their_parts():
    assert texts(["x", "-2*x", "x/3"]) == [[(3, "1/3*x")], [(-6, "1/3*x")], [(1, "1/3*x")]]
    assert texts(["x + t", "x", "t"]) == [[(1, "x"), (1, "t")], [(1, "x")], [(1, "t")]]
    assert texts(["0", "a*t"]) == [[], [(1, "a*t")]]


def test_known_angles_and_logarithms_stand_apart():
    assert texts(["x + pi/2"], turning=True) == [[(1, "x"), (1, "pi/2")]]
    assert texts(["2*pi/3"], turning=True) == [[(4, "pi/6")]]
    assert texts(["2/3*log(x) + t"]) == [[(1, "t"), (2, "1/3*log(x)")]]


@pytest.mark.parametrize(
    "formula", ["(x/(2*sqrt(t)))^2", "1/(2 + 2*t)", "exp(x - x + t)/(3*x)", "sqrt(x)^3/sqrt(x)"]
)
def test_the_canonical_form_has_the_same_value(formula):
    tree = parse(formula, SCOPE)
    points = {"x": np.linspace(0.2, 0.9, 5), "t": np.linspace(0.7, 0.3, 5)}
    found = evaluate(canonical(tree).tree(), points)
    np.testing.assert_allclose(found, evaluate(tree, points), rtol=1e-12)


def test_squares_of_roots_and_equal_denominators_look_alike():
    assert canonical(parse("(x/(2*sqrt(t)))^2", SCOPE)) == canonical(parse("x^2/(4*t)", SCOPE))
    assert canonical(parse("1/(2 + 2*t)", SCOPE)) == canonical(
        number(1) / 2 * parse("1/(t + 1)", SCOPE)
    )


def test_functions_have_their_values_at_0_and_1():
    assert canonical(parse("exp(x - x) + cos(0*t) - sin(0) + log(1)", SCOPE)) == constant(2)


def test_a_root_gives_up_its_squares():
    assert [to_text(part) for part in root_parts(parse("4*x", SCOPE))] == ["2", "x"]
    assert [to_text(part) for part in root_parts(parse("9*x^2*t/4", SCOPE))] == ["3/2*x", "t"]
    assert root_parts(parse("x + t", SCOPE)) is None
