import pytest

from symplex.exact.signs import ParameterBox
from symplex.expression import Expression, apply, number
from symplex.expression.parse import Scope, parse
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

BOX = {"a": (number(1), number(2)), "c": (number(0), number(1))}


def formula(text: str) -> Expression:
    return parse(text, Scope((), ("a", "c", "z")))


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("a - c/2", 1),
        ("c - a - 1/10", -1),
        ("a^2 - 2*a + 2", 1),
        ("a^2 - 2*a*c + 11/10*c^2 + 1/100", 1),
        ("a - 3/2", 0),
        ("c", 0),
        ("sqrt(2) - 1414/1000", 1),
        ("z", 0),
    ],
)
def test_signs_on_the_whole_box(text: str, sign: int) -> None:
    assert ParameterBox(BOX, Budget.unlimited()).sign(formula(text)) == sign


def test_a_formula_that_touches_zero_has_a_sign_that_is_not_strict() -> None:
    box = ParameterBox(BOX, Budget.unlimited())
    assert box.sign(formula("c"), strict=False) == 1
    assert box.sign(formula("-c"), strict=False) == -1
    assert box.sign(formula("c - 1/2"), strict=False) == 0


@pytest.mark.parametrize(
    ("text", "defined"),
    [
        ("sqrt(a^2 - 1)", True),
        ("sqrt(a - c - 1)", False),
        ("1/(a - 3/2)", False),
        ("1/(a + c)", True),
        ("log(c)", False),
        ("log(a)", True),
        ("a*z", True),
        ("1/z", False),
    ],
)
def test_definedness_on_the_whole_box(text: str, defined: bool) -> None:  # noqa: FBT001
    assert ParameterBox(BOX, Budget.unlimited()).is_defined(formula(text)) is defined


def test_ends_may_be_irrational() -> None:
    box = ParameterBox({"a": (apply("pi"), number(4))}, Budget.unlimited())
    assert box.sign(formula("a - 314/100")) == 1


def test_the_clock_is_looked_at() -> None:
    with pytest.raises(OutOfBudget):
        ParameterBox(BOX, Budget(Deadline(0.0))).sign(formula("a"))
