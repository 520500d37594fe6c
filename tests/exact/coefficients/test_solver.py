"""The solver of equations for constants, and its state."""

import math

import pytest

from support.fields import read
from symplex.exact.coefficients.solver import Solver
from symplex.exact.coefficients.state import State, composed, substituted


def test_a_value_is_put_into_equations_and_into_other_values() -> None:
    made = read("A", "B", "A^2 + B*k - 1", "B + 1/k")
    ring, (a, b) = made.field.ring, (made.field.ring.index(top) for top in made.tops[:2])
    state = State((made.tops[2],), {a: made.elements[3]}).solved(ring, b, ring.number(2))
    assert state.equations[0] == made.poly("A^2 + 2*k - 1") * 2
    assert made.written(state.values[a]) == "(2*k + 1)/k"


def test_equations_that_hold_are_dropped_and_divisors_are_remembered() -> None:
    made = read("A", "A*k - 1", "1/k")
    ring = made.field.ring
    state = State((made.tops[1],)).solved(ring, ring.index(made.tops[0]), made.elements[2])
    assert state.equations == ()
    assert [made.text(divisor) for divisor in state.nonzero] == ["k"]


def test_a_quotient_in_a_polynomial_and_in_a_quotient() -> None:
    made = read("A", "A^2 + A*B", "k/w", "1/(A + 1)")
    ring = made.field.ring
    index = ring.index(made.tops[0])
    top = substituted(ring, made.tops[1], index, made.elements[2])
    assert top / top.leading_coefficient() == made.poly("k^2 + k*w*B")
    assert made.written(composed(ring, made.elements[3], index, made.elements[2])) == "w/(k + w)"


def test_constants_functions_of_constants_and_roots_are_told_apart() -> None:
    made = read("A*exp(B*k)*sin(C*x) + sqrt(D)")
    unknowns = made.unknowns()
    trees = made.field.ring.trees
    assert set(unknowns.leaves) == {"A", "B", "C", "D"}
    assert [repr(trees[index]) for index in unknowns.bound] == ["Expression('exp(k*B)')"]
    assert [repr(trees[index]) for index in unknowns.roots] == ["Expression('sqrt(D)')"]


def solved(*texts: str, near: dict[str, float] | None = None) -> list[dict[str, str]]:
    """The values of the constants in every state that has no equations left."""
    made = read(*texts, values=near)
    unknowns = made.unknowns()
    start = State((*made.tops, *unknowns.roots_in(made.field.ring, made.tops)))
    names = {index: name for name, index in unknowns.leaves.items()}
    return [
        {names[i]: made.written(value) for i, value in state.values.items() if i in names}
        for state in Solver(made.field, unknowns, made.near).solutions(start)
        if not state.equations
    ]


def test_linear_equations_over_the_parameters() -> None:
    assert solved("k*A + B - w", "A - B") == [{"A": "w/(k + 1)", "B": "w/(k + 1)"}]


def test_products_are_branches_and_no_constant_vanishes_first() -> None:
    assert solved("A*(B + C^2)", "C - 2") == [
        {"C": "2", "B": "-4"},
        {"C": "2", "A": "0"},
    ]


def test_fitted_values_choose_the_branch() -> None:
    near = {"A": 0.0, "B": 1.0, "C": 2.0, "D": 0.0}
    assert solved("A*(B + C^2)", "C - 2", near=near) == [{"C": "2", "A": "0"}]


def test_only_real_roots_are_kept_and_the_positive_one_is_first() -> None:
    assert solved("A^4 - k^4") == [{"A": "k"}, {"A": "-k"}]
    assert solved("A^2 + k") == []


def test_the_nearest_root_is_first() -> None:
    assert solved("A^2 - 2", near={"A": -1.4, "B": 0, "C": 0, "D": 0})[0] == {"A": "-sqrt(2)"}


def test_a_basis_where_nothing_else_helps() -> None:
    found = solved("A^2 + B^2 - 5", "A*B - 2", "A^3 - B - 7")
    assert found == [{"A": "2", "B": "1"}]


def test_a_contradiction_has_no_solution() -> None:
    assert solved("A - 1", "A - 2") == []
    assert solved("A*0 + k") == []


def test_roots_of_constants_are_unknowns() -> None:
    assert solved("sqrt(A) - 2*k") == [{"A": "4*k^2"}]
    assert solved("sqrt(A) + 2*k") == []


@pytest.mark.parametrize(
    ("text", "value"),
    [("exp(A) - k", "log(k)"), ("exp(2*A) - exp(6)", "3"), ("log(A) - 3", "exp(3)")],
)
def test_functions_of_a_constant_are_inverted(text: str, value: str) -> None:
    assert solved(text) == [{"A": value}]


def test_more_constants_than_equations_leave_one_to_be_chosen() -> None:
    assert solved("A^2*B^2 - 3")[0] == {"A": "sqrt(3)", "B": "1"}


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_fitted_value_that_is_no_number_chooses_nothing(value: float) -> None:
    near = {"A": 1.0, "B": value, "C": 0.0, "D": 0.0}
    assert solved("A^2*B^2 - 3", near=near)[0] == {"A": "sqrt(3)", "B": "1"}


def test_what_depends_on_values_that_were_found_is_handed_out_unsolved() -> None:
    made = read("A - k", "exp(A)*B - 1 + C*sin(A)")
    states = list(Solver(made.field, made.unknowns(), made.near).solutions(State(made.tops)))
    assert all(len(state.equations) == 1 for state in states)
    assert [made.written(v) for v in states[0].values.values()] == ["k"]
