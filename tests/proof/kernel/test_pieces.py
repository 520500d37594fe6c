"""Pieces cover the region, and on each the formula is what it says."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.proving import formula, lying, region, space, value_at
from support.reasons import refused
from support.strategies import trees
from symplex.expression import apply, number, symbol
from symplex.expression.operators import Rule
from symplex.proof.kernel.pieces import NotZeroError, pieces, require_defined, resolve, vanishes
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing, OutOfBudget
from symplex.work.clock import Deadline

BOX = region(x=(-1, 1), y=(-1, 1))
BRANCHING = ("abs(", "sign(", "max(", "min(", "relu(")
affine = st.sampled_from(["x", "y", "x + y", "x - 2*y + 1/2", "1", "x*y", "x^2 - y"])
choices = st.tuples(st.sampled_from(["max", "min"]), affine, affine) | st.tuples(
    st.sampled_from(["abs", "relu"]), affine
)
grid = st.integers(-16, 16).map(lambda count: Fraction(count, 16))


def holds(guard, point):
    """Whether a point is on the right side of a guard, or on its zero set."""
    return not value_at(guard, point) < 0


@settings(max_examples=40)
@given(st.lists(choices, min_size=1, max_size=2), grid, grid)
def test_every_point_lies_in_a_piece_with_the_right_value(terms, x, y):
    tree = formula(" + ".join(f"{name}({', '.join(rest)})" for name, *rest in terms))
    point, found = {"x": x, "y": y}, pieces((tree,), space(BOX))
    around = [piece for piece in found if all(holds(guard, point) for guard in piece.guards)]
    assert around
    for piece in around:
        assert (value_at(piece.formulas[0], point) - value_at(tree, point)).contains(0)


def cut(tree):
    """The pieces of a formula; none if it may be undefined, or cannot be cut."""
    try:
        require_defined(tree, space(BOX), "it")
        return pieces((tree,), space(BOX))
    except Missing:
        return []


leaves = st.sampled_from([symbol("x"), symbol("y"), number(1), number(Fraction(-1, 3))])


@settings(max_examples=60)
@given(trees(leaves, most=4), grid, grid)
def test_any_formula_has_its_value_on_each_piece(tree, x, y):
    point = {"x": x, "y": y}
    value = value_at(tree, point)
    assume(value is not None)
    found = cut(tree)
    assume(found)
    around = [p for p in found if all(holds(guard, point) for guard in p.guards)]
    assert around or any(piece.jumps for piece in found)
    for piece in around:
        strict = all(value_at(guard, point) > 0 for guard in piece.guards)
        if strict or not piece.jumps:
            assert (value_at(piece.formulas[0], point) - value).contains(0)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("abs(x)", 2),
        ("sqrt(x^2)", 2),
        ("sqrt(x^2 - 2*x*y + y^2)", 2),
        ("abs(x) + abs(y)", 4),
        ("max(x, y) - max(y, x)", 2),
        ("abs(x^2)", 1),
        ("abs(x - 2)", 1),
        ("abs(sin(x)^2 + cos(x)^2)", 1),
        ("abs(x*y)", 4),
    ],
)
def test_a_formula_is_cut_where_its_branches_meet_and_nowhere_else(text, count):
    found = pieces((formula(text),), space(BOX))
    assert len(found) == count
    assert not any(word in repr(piece.formulas) for piece in found for word in BRANCHING)


def test_a_jump_leaves_its_own_zero_out_of_every_piece():
    found = pieces((formula("sign(x)"),), space(BOX))
    assert all(piece.jumps == piece.guards for piece in found)
    assert {piece.formulas[0] for piece in found} == {number(1), number(-1)}


def test_too_many_pieces_and_a_late_hour_end_the_cutting(monkeypatch):
    monkeypatch.setattr("symplex.proof.kernel.pieces.MAX_PIECES", 5)
    with refused(Code.PIECES_TOO_MANY_OF_ANSWER):
        pieces((formula("abs(x) + abs(y) + abs(x - y)"),), space(BOX))
    with pytest.raises(OutOfBudget):
        pieces((formula("abs(x)"),), space(BOX, budget=Budget(Deadline(0.0))))


WRONG_FACTORS = [
    (Fraction(1), [(formula("x"), 2)]),
    (Fraction(-1), [(formula("x"), 1)]),
    (Fraction(1), []),
    (Fraction(0), []),
    (Fraction(1), [(formula("x^2"), 1)]),
]


@pytest.mark.parametrize("wrong", WRONG_FACTORS)
def test_wrong_factors_of_a_guard_are_refused(wrong):
    with refused(Code.PIECES_FACTORS_NOT_SHOWN):
        pieces((formula("abs(x)"),), space(BOX, lying(factors=lambda *_: wrong)))


@pytest.mark.parametrize(
    "wrong", [[(formula("x"), Fraction(1))], [(formula("x"), Fraction(3))], [(number(1), 1)]]
)
def test_a_wrong_root_is_refused(wrong):
    with pytest.raises(Missing):
        resolve(formula("sqrt(x^2)"), space(BOX, lying(root=lambda *_: wrong)))


def test_factors_that_are_undefined_somewhere_are_refused():
    here = space(BOX, lying(factors=lambda *_: (Fraction(1), [(formula("sqrt(x)"), 2)])))
    with pytest.raises(Missing):
        resolve(formula("abs(x)"), here)


@pytest.mark.parametrize(
    "text", ["1/(x + 2)", "log(2 + y)", "sqrt(x^2)", "sqrt(x^2 + y^2)", "asin(x)", "tan(x)"]
)
def test_what_is_defined_everywhere(text):
    require_defined(formula(text), space(BOX), "it")


@pytest.mark.parametrize(
    "text",
    ["1/x", "log(x + 1)", "sqrt(x - 10^(-20))", "1/(x^2 + y^2)", "acos(2*x)", "tan(2*x)", "0/x"],
)
def test_what_is_undefined_somewhere(text):
    with refused(Code.DEFINED_NOT_SHOWN):
        require_defined(formula(text), space(BOX), "it")


def test_ends_that_are_left_out_need_no_definition():
    require_defined(formula("log(x + 1)/(1 - x)"), space(BOX.interior), "it")


def test_a_product_with_zero_is_no_divisor():
    everywhere = region(x=(None, None))
    with pytest.raises(Missing):
        require_defined(formula("1/(exp(x)*relu(-1 - x^2))"), space(everywhere), "it")


def test_what_vanishes_on_each_piece_vanishes():
    assert vanishes(formula("abs(x) - max(x, -x)"), space(BOX)) == 2
    assert vanishes(formula("sin(x)^2 + cos(x)^2 - 1"), space(BOX)) == 1


@pytest.mark.parametrize(
    "text", ["sign(x)^2 - 1", "sign(abs(x)) - 1", "abs(x) - x", "sign((x - y)^2) - 1", "x*10^(-50)"]
)
def test_one_point_is_enough_not_to_vanish(text):
    left = []
    with pytest.raises(NotZeroError):
        vanishes(formula(text), space(BOX))
    assert vanishes(formula(text), space(BOX), left)
    assert left


def test_a_sign_that_is_zero_has_its_own_value():
    assert vanishes(formula("sign(x)*x^2 - x*abs(x)"), space(BOX)) > 2
    assert vanishes(formula("sign(x)"), space(region(("x", Rule.NONNEGATIVE), x=(-1, 0)))) == 1


def test_operators_are_those_of_the_table():
    assert resolve(apply("abs", formula("x + 2")), space(BOX)) == formula("x + 2")
