"""Signs, empty places and solved guards, by hints that are replayed."""

from dataclasses import replace
from fractions import Fraction

import pytest

from symplex.budget import Budget
from symplex.expression import number
from symplex.expression.operators import Rule
from symplex.expression.parse import Scope, parse
from symplex.proof.checker.place import Ends, Place, Refused
from symplex.proof.kernel.advice import Proof

UNIT = Ends(number(-1), number(1))


def read(text):
    return parse(text, Scope(("x", "y")))


@pytest.fixture
def place():
    return Place({"x": UNIT, "y": UNIT}, ("x", "y"), Proof(), Budget.unlimited())


def holds(place, text, record, rule=Rule.POSITIVE):
    signs = {(read(text), rule): [record]}
    return replace(place, proof=replace(place.proof, signs=signs)).holds(read(text), rule)


def cut(point, first, second):
    return "ranges", 64, ("cut", "x", Fraction(point), first, second)


def test_ranges_decide_on_covers(place):
    assert place.holds(read("x + 2"), Rule.POSITIVE)
    assert not place.holds(read("x + 1"), Rule.POSITIVE)
    assert holds(place, "x*x + 1/2", cut(0, ("ok",), ("ok",)))
    assert not holds(place, "x*x + 1/2", cut(0, ("ok",), ("out", 0)))
    assert not holds(place, "x*x + 1/2", cut(2, ("ok",), ("ok",)))
    assert not holds(place, "x", cut(0, ("ok",), ("ok",)))


def test_facts_leave_out_boxes(place):
    right = place.having((read("x"), Rule.POSITIVE))
    assert holds(right, "x", ("fact", 0, Fraction(1), ("ranges", 64, ("ok",)))) is False
    assert (
        holds(right, "x + y + 1", ("fact", 0, Fraction(1), ("ranges", 64, ("ok",))), Rule.POSITIVE)
        is False
    )
    assert holds(right, "x + (y + 1)", cut(0, ("out", 0), ("ok",)), Rule.NONNEGATIVE)
    assert not holds(place, "x + (y + 1)", cut(0, ("out", 0), ("ok",)), Rule.NONNEGATIVE)


def test_factors_need_their_signs_and_their_product(place):
    ok = ("ranges", 64, ("ok",))
    factors = ("factors", Fraction(1), ((read("x + 2"), 1, 1, ok), (read("x - 2"), 1, 1, ok)))
    assert not holds(place, "(x + 2)*(x - 2)", factors)
    assert not holds(place, "x", ("factors", Fraction(1), ((read("y + 2"), 1, 1, ok),)))


def test_a_guard_without_a_hint_is_not_solved(place):
    with pytest.raises(Refused):
        place.solved(read("x - y"))


def test_a_place_is_not_empty_without_a_contradiction(place):
    assert not place.having((read("x - 2"), Rule.POSITIVE)).is_empty


def test_a_slice_keeps_what_the_box_says(place):
    line = place.where({"x": read("2*y")})
    assert [formula for formula, _ in line.facts] == [read("2*y - (-1)"), read("1 - 2*y")]
