from support.fields import CONSTANTS, read
from symplex.exact.coefficients.view import View, put_in, substituted
from symplex.expression import number, symbol
from symplex.expression.render import to_text


def test_steps_that_solve_everything_are_last() -> None:
    made = read("(A - k)*x + (B + A)*t")
    (step,) = View.of(made.field, made.elements, CONSTANTS, None).steps()
    assert step.is_last
    assert {name: to_text(value) for name, value in step.values.items()} == {"A": "k", "B": "-k"}


def test_coincidences_that_are_assumed_are_called_so() -> None:
    made = read("A*exp(B*t) - exp(k*t)")
    steps = list(View.of(made.field, made.elements, CONSTANTS, None).steps())
    assert [(dict(step.values), step.is_assumed) for step in steps] == [({"B": symbol("k")}, True)]


def test_residuals_that_can_be_solved_come_before_those_that_cannot() -> None:
    made = read("A*exp(B*t) - exp(k*t)", "B - k")
    first = next(View.of(made.field, made.elements, CONSTANTS, None).steps())
    assert not first.is_assumed
    assert dict(first.values) == {"B": symbol("k")}


def test_constants_in_divisors_are_named() -> None:
    made = read("A/(B + x) - C/(B + x)")
    step = next(View.of(made.field, made.elements, CONSTANTS, None).steps())
    assert step.divisors == {"B"}


def test_values_are_put_into_values() -> None:
    found = put_in({"A": symbol("B") + 1, "B": symbol("C") * 2, "C": number(3)})
    assert {name: tree.symbols for name, tree in found.items()} == dict.fromkeys("ABC", frozenset())


def test_formulas_without_a_constant_stay_the_same_object() -> None:
    tree = symbol("x") + 1
    assert next(substituted([tree], {"A": number(1)})) is tree
