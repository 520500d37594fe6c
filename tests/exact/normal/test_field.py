import pytest

from symplex.exact.normal.field import Field, Kind
from symplex.exact.normal.functions import field_of
from symplex.exact.normal.writing import written
from symplex.expression import CONSTANT, leaf
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.work.budget import Budget, Missing

SCOPE = Scope(("x", "t"), ("a", "b", "k"))


def field() -> Field:
    return field_of(frozenset({"x", "t"}), lambda _: 0, Budget.unlimited())


def vanishes(text: str) -> bool:
    return field().elements([parse(text, SCOPE)])[0].top.is_zero()


@pytest.mark.parametrize(
    "text",
    [
        "exp(a*t)*exp(b*t) - exp((a + b)*t)",
        "exp(t/2)^2 - exp(t)",
        "exp(a + 2)/exp(a) - exp(2)",
        "sin(x)^2 + cos(x)^2 - 1",
        "sin(a*x + b*t) - sin(a*x)*cos(b*t) - cos(a*x)*sin(b*t)",
        "cosh(x)^2 - sinh(x)^2 - 1",
        "tanh(x) - (1 - exp(-2*x))/(1 + exp(-2*x))",
        "sqrt(12) - 2*sqrt(3)",
        "log(a*x^2) - log(a) - 2*log(x)",
        "exp(3*log(x)) - x^3",
        "abs(x)^2 - x^2",
        "max(x, t) + min(x, t) - x - t",
        "sin(4*atan(x)) - 4*x*(1 - x^2)/(1 + x^2)^2",
        "cos(pi/12) - (sqrt(6) + sqrt(2))/4",
        "atan(1) - pi/4",
        "sqrt(1 + sinh(x)^2) - cosh(x)",
    ],
)
def test_identities_vanish(text: str) -> None:
    assert vanishes(text)


@pytest.mark.parametrize("text", ["exp(a*t) - exp(b*t)", "sin(x)^2 - cos(x)", "sqrt(x^2) - x"])
def test_what_is_not_an_identity_does_not(text: str) -> None:
    assert not vanishes(text)


def test_many_generators_make_a_larger_ring() -> None:
    names = tuple(f"c{index}" for index in range(60))
    total = parse(" + ".join(names), Scope((), names))
    made = field()
    assert len(made.elements([total])[0].top) == 60
    assert made.ring.size > 60


def test_fitted_constants_have_no_normal_form() -> None:
    with pytest.raises(Missing):
        field().elements([leaf(CONSTANT, 0.5)])


def test_generators_know_what_they_are() -> None:
    made = field()
    made.elements([parse("exp(a*t) + x", SCOPE)])
    assert [meaning.kind for meaning in made.meanings].count(Kind.EXP) == 1
    varying = {to_text(made.ring.trees[i]): made.varying(i) for i in range(len(made.meanings))}
    assert varying["x"]
    assert not varying["a"]


def test_a_plainly_positive_polynomial_has_a_sign() -> None:
    made = field()
    one = made.elements([parse("exp(2*x) + x^2 + 1", SCOPE)])[0]
    other = made.elements([parse("exp(x) + x", SCOPE)])[0]
    assert made.sign_of(one.top) == 1
    assert made.sign_of(other.top) == 0


def test_parts_without_variables_are_taken_out_of_an_exponential() -> None:
    made = field()
    element = made.elements([parse("exp(a*t + b + 1)", SCOPE)])[0]
    kinds = [made.varying(index) for index in made.ring.degrees(element.top)]
    assert sorted(kinds) == [False, False, True]
    assert "exp" in to_text(written(made.ring, element))
