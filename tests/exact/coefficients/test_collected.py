from support.fields import read
from symplex.exact.coefficients.collected import combination, equations_of


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
