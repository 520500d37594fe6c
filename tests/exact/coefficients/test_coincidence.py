from collections.abc import Iterable

from support.fields import Read, read
from symplex.exact.coefficients.coincidence import Coincidences, Condition
from symplex.exact.coefficients.collected import Combination, combination


def view(made: Read) -> tuple[Coincidences, list[Combination]]:
    found = Coincidences(made.field, made.unknowns(), made.near)
    return found, [combination(made.field, element) for element in made.elements]


def are(made: Read, conditions: Iterable[Condition], *expected: str) -> bool:
    """Whether the conditions have one equation each, and which."""
    wanted = {str(made.poly(text)) for text in expected}
    return {str(equation) for (equation,) in conditions} == wanted


def test_a_function_that_cannot_vanish_must_coincide_with_another() -> None:
    made = read("A*exp(B*t) + exp(k*t)")
    coincidences, residuals = view(made)
    assert are(made, coincidences.forced(residuals), "B - k")


def test_angles_coincide_in_both_directions() -> None:
    made = read("A*sin(B*x) - sin(k*x)")
    coincidences, residuals = view(made)
    assert are(made, coincidences.forced(residuals), "B + k", "B - k")


def test_nothing_is_forced_where_every_coefficient_may_vanish() -> None:
    made = read("A*exp(B*t) + C*exp(k*t)")
    coincidences, residuals = view(made)
    assert list(coincidences.forced(residuals)) == []
    assert are(made, coincidences.possible(residuals), "B - k")


def test_fitted_values_show_what_coincides() -> None:
    near = {"A": 1.0, "B": 2.0000001, "C": 5.0, "D": 0.0, "k": 2.0, "w": 1.0}
    made = read("A*exp(B*t) - exp(k*t) + D*exp(C*t)", values=near)
    coincidences, residuals = view(made)
    assert are(made, [coincidences.near_ones(residuals)], "B - k")


def test_a_frequency_that_is_nearly_zero_coincides_with_none() -> None:
    near = {"A": 1.0, "B": 1e-9, "k": 2.0, "w": 1.0}
    made = read("A*cos(B*t) - 1", values=near)
    coincidences, residuals = view(made)
    assert are(made, [coincidences.near_ones(residuals)], "B")


def test_arguments_of_logarithms_coincide_but_for_a_factor() -> None:
    near = {"A": 2.0, "B": 3.0, "k": 1.0, "w": 1.0}
    made = read("log(A*x + B) - log(2*x + 3)", values=near)
    coincidences, residuals = view(made)
    assert len(coincidences.near_ones(residuals)) == 1


def test_what_divides_does_not_vanish() -> None:
    made = read("A", "A^2*x", "B*x")
    coincidences = Coincidences(made.field, made.unknowns(), made.near, (made.tops[0],))
    residuals = [combination(made.field, element) for element in made.elements]
    assert [bool(coincidences.stuck(residual)) for residual in residuals] == [True, True, False]


def test_arcs_in_angles_have_whole_multiples() -> None:
    near = {"A": 4.0000001, "B": 2.5, "k": 1.0, "w": 1.0}
    made = read("sin(A*atan(x)) + cos(B*atan(t))", values=near)
    coincidences, residuals = view(made)
    assert are(made, [coincidences.near_ones(residuals)], "A - 4")


def test_logarithms_in_exponents_have_plain_multiples() -> None:
    near = {"A": 0.49999999, "B": 0.123, "k": 1.0, "w": 1.0}
    made = read("exp(A*log(x + 1)) + exp(B*log(t + 1))", values=near)
    coincidences, residuals = view(made)
    assert are(made, [coincidences.near_ones(residuals)], "A - 1/2")


def test_a_kink_that_is_nearly_in_the_middle_is_there() -> None:
    near = {"A": 1e-10, "B": 0.3, "k": 1.0, "w": 1.0}
    made = read("max(x - t, A) + abs(x - B)", values=near)
    coincidences, residuals = view(made)
    assert are(made, [coincidences.near_ones(residuals)], "A")
