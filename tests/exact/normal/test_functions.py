"""Every rule against numbers: the normal form has the formula's values."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symplex.exact.normal.functions import field_of
from symplex.exact.normal.writing import tree_of, written
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.work.budget import Budget, Missing

SCOPE = Scope(("x", "t"), ("a",))
FORMULAS = (
    "sin(2*x - t/3)*cos(x)",
    "tan(x + pi/4)",
    "cosh(x - a*t)*exp(-x)",
    "tanh(a*x)/(1 + exp(t))",
    "log((x + 2)^2*exp(a*t)/sqrt(t + 1))",
    "sqrt((x + 2)^3/(t + 1))",
    "(x + 2)^(2/3)*(x + 2)^(-1/6)",
    "max(x, t)*min(x, a) + abs(x - t) - relu(t - x)",
    "sign(x - t)*sign(2*t - 2*x)",
    "acos(x/4) + asin(1/2) + erf(-x)",
    "cos(3*atan(x)) + sin(2*atan(-t))",
    "1/(sqrt(a) + sqrt(2))",
    "exp(2*log(t + 1) + x)",
    "cos(5*pi/12)*x + sin(7*pi/4)",
)


@pytest.mark.parametrize("text", FORMULAS)
@pytest.mark.parametrize("write", [written, tree_of])
def test_the_normal_form_has_the_same_values(text: str, write: object) -> None:
    formula = parse(text, SCOPE)
    field = field_of(frozenset({"x", "t"}), lambda _: 0, Budget.unlimited())
    element = field.elements([formula])[0]
    assert callable(write)
    for point in ({"x": 0.4, "t": 0.9, "a": 1.3}, {"x": 1.1, "t": 0.2, "a": 0.7}):
        expected = float(evaluate(formula, point))
        assert float(evaluate(write(field.ring, element), point)) == pytest.approx(expected)


def test_a_logarithm_of_zero_is_refused() -> None:
    field = field_of(frozenset(), lambda _: 0, Budget.unlimited())
    with pytest.raises(Missing):
        field.elements([parse("log(a - a)", SCOPE)])


@settings(max_examples=40, deadline=None)
@given(st.integers(-30, 30), st.sampled_from(["sin", "cos"]))
def test_twelfths_of_a_turn_are_exact(twelfths: int, name: str) -> None:
    formula = parse(f"{name}({twelfths}*pi/12)", SCOPE)
    field = field_of(frozenset(), lambda _: 0, Budget.unlimited())
    element = field.elements([formula])[0]
    assert float(evaluate(written(field.ring, element))) == pytest.approx(float(evaluate(formula)))
    assert not any(name in repr(tree) for tree in field.ring.trees)
