"""Equations for constants: how they are collected, seen, reduced and inverted."""

import math

import pytest

from support.fields import CONSTANTS, Read, read
from symplex.exact.coefficients.collected import combination, equations_of
from symplex.exact.coefficients.elimination import basis
from symplex.exact.coefficients.inverse import inverted
from symplex.exact.coefficients.nearness import Nearness, values_near
from symplex.exact.coefficients.spectrum import Exponent, Function, Spectrum
from symplex.exact.coefficients.view import View, put_in, substituted
from symplex.expression import number, symbol
from symplex.expression.render import to_text


def test_coefficients_of_independent_functions() -> None:
    made = read("A*exp(k*t)*x + B*exp(k*t)*x + C*sin(x) - w*sin(x) + D")
    found = combination(made.field, made.elements[0])
    texts = {made.text(value) for value in found.coefficients.values()}
    assert texts == {"A + B", "C - w", "D"}


def test_denominators_are_cleared() -> None:
    made = read("A/(x + 1) - B/(x + 1)^2")
    found = combination(made.field, made.elements[0])
    assert {made.text(value) for value in found.coefficients.values()} == {"A", "A - B"}


def test_every_equation_is_listed_once() -> None:
    made = read("A*x", "A*t + B")
    found = equations_of([combination(made.field, element) for element in made.elements])
    assert [made.text(equation) for equation in found] == ["A", "B"]


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


def test_a_basis_shows_what_a_damped_oscillator_needs() -> None:
    made = read(
        "A", "B", "D",
        "A^2 - B^2 + 2*k*A + 1 + D*(2*A*B + 2*k*B)",
        "D*(A^2 - B^2 + 2*k*A + 1) - 2*A*B - 2*k*B",
        "A + B*D",
    )  # fmt: skip
    unknowns = [made.field.ring.index(top) for top in made.tops[:3]]
    found = basis(made.field.ring, made.tops[3:], unknowns)
    assert found is not None
    assert any(polynomial == made.poly("A + k") for polynomial in found)


def test_relations_of_roots_belong_to_it() -> None:
    made = read("A", "A^2 - sqrt(2)*A", "A - sqrt(2)")
    found = basis(made.field.ring, made.tops[1:], [made.field.ring.index(made.tops[0])])
    assert found is not None
    assert any(made.field.ring.reduced(p).is_zero() for p in found)


def test_a_basis_that_grows_too_large_is_given_up() -> None:
    made = read(
        "A", "B", "C", "D",
        "A^5 + B^4*C + C^3*D^2 + k*A*B - 1", "B^5 + C^4*D + A^3*D^2 - w*C",
        "C^5 + D^4*A + B^3*A^2 - 3", "D^5 + A*B*C*D + k + w",
    )  # fmt: skip
    unknowns = [made.field.ring.index(top) for top in made.tops[:4]]
    assert basis(made.field.ring, made.tops[4:], unknowns) is None


@pytest.mark.parametrize(
    ("text", "near", "expected"),
    [
        ("sin(2*A)", 4.7, ["2*A - 3*pi"]),
        ("cos(A)", 4.7, ["A - 3*pi/2"]),
        ("sin(A)", None, ["A - pi"]),
        ("sin(A)", math.nan, ["A - pi"]),
        ("cos(A)", math.inf, ["A - 3*pi/2"]),
        ("exp(A) - 2*k", None, ["A - log(2) - log(k)"]),
        ("exp(A + B) - exp(C)*k", None, ["A + B - C - log(k)"]),
        ("exp(2*A) + 1", None, []),
        ("exp(A) + k", None, []),
        ("exp(A) + exp(B) - 1", None, []),
        ("sin(A) - 1/2", None, []),
        ("A*exp(A) - 1", None, []),
    ],
)
def test_arguments_from_values(text: str, near: float | None, expected: list[str]) -> None:
    values = None if near is None else {"A": near, "k": 1.3}
    made = read(text, values=values)
    found = inverted(made.field, made.unknowns(), made.near, made.tops[0])
    monic = [equation / equation.leading_coefficient() for equation in found]
    assert monic == [made.poly(text) for text in expected]


def test_parameters_are_in_the_middle_unless_they_are_given() -> None:
    box = {"k": (number(1), number(2))}
    assert values_near(box, ("A",), {"A": 3.0}) == {"k": 1.5, "A": 3.0}
    assert values_near(box, ("A",), {"A": 3.0, "k": 1.0}) == {"k": 1.0, "A": 3.0}


def test_values_of_some_constants_alone_are_of_no_use() -> None:
    assert values_near({}, ("A", "B"), {"A": 3.0}) is None
    assert values_near({}, ("A",), None) is None


def test_distances_are_relative_to_the_terms() -> None:
    made = read("A - B", "1000*A - 1000*B", "A*B", "sin(A)", values={"A": 1.0, "B": 1.0 + 1e-6})
    distances = [made.near.distance(top) for top in made.tops]
    assert distances[0] == pytest.approx(5e-7, rel=1e-3)
    assert distances[1] == pytest.approx(distances[0])
    assert distances[2] == pytest.approx(1.0)
    assert distances[3] == pytest.approx(math.sin(1.0))


def test_nothing_is_known_without_values() -> None:
    made = read("A - B")
    assert made.near.distance(made.tops[0]) == 1.0
    assert not made.near.is_known
    partly = Nearness(made.field.ring, {"A": 1.0})
    assert partly.distance(made.tops[0]) == 1.0


def functions(made: Read) -> list[Function]:
    return Spectrum(made.field).functions(combination(made.field, made.elements[0]))


def values(made: Read, exponent: Exponent) -> list[str]:
    return sorted(made.written(value) for value in exponent.values())


def test_exponents_add_up_in_products() -> None:
    made = read("exp(A*t)*exp(B*x)*exp(k*t)")
    (only,) = functions(made)
    assert values(made, only.exponent) == ["A + k", "B"]
    assert only.rest == ()


def test_a_square_of_a_cosine_has_three_angles() -> None:
    made = read("x*cos(A*t)^2")
    (only,) = functions(made)
    assert [values(made, angle) for angle in only.angles] == [["2*A"], [], ["-2*A"]]
    assert len(only.rest) == 1


def test_powers_beside_a_logarithm_are_exponents() -> None:
    made = read("x^2*exp(A*log(x))")
    (only,) = functions(made)
    assert values(made, only.exponent) == ["A + 2"]
    assert only.rest == ()
