"""The normal form of a formula: a ring of polynomials, fields over it, and how it is written."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symplex.exact.quotients.branches import field_of, power
from symplex.exact.quotients.field import Field, Kind
from symplex.exact.quotients.powers import factored, primes
from symplex.exact.quotients.rationalised import RationalisedRing
from symplex.exact.quotients.ring import Relation, TreeRing
from symplex.exact.quotients.sums import Sums
from symplex.exact.quotients.writing import tree_of, written
from symplex.expression import CONSTANT, leaf, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.quotients import Element
from symplex.expression.render import to_text
from symplex.work.budget import Budget, Missing


def ring(unknowns: frozenset[str] = frozenset()) -> RationalisedRing:
    return RationalisedRing(Budget.unlimited(), 8, unknowns)


def with_root(made: RationalisedRing, radicand: int) -> Element:
    """A generator whose square is a number."""
    relation = Relation(2, made.constant(radicand), is_root=True)
    return made.element(made.new_for(symbol("r"), relation))


class TestQuotients:
    def test_common_factors_are_cancelled(self) -> None:
        made = ring()
        x, y = made.new_for(symbol("x")), made.new_for(symbol("y"))
        assert made.element(x * x - y * y, x + y) == Element(x - y, made.one, made)

    def test_a_root_leaves_the_divisor(self) -> None:
        made = ring()
        root = with_root(made, 2)
        inverse = (made.number(1) + root) ** -1
        assert inverse == root - made.number(1)

    def test_a_root_stays_where_its_conjugate_may_vanish(self) -> None:
        made = ring(frozenset({"c"}))
        root = with_root(made, 2)
        unknown = made.element(made.new_for(symbol("c")))
        found = (unknown + root) ** -1
        assert found.bottom == (unknown + root).top

    def test_a_divisor_that_is_zero_is_refused(self) -> None:
        made = ring()
        root = with_root(made, 4)
        two = root - made.number(2)
        with pytest.raises(Missing):
            (two * (root + made.number(2))) ** -1

    def test_a_full_ring_says_so(self) -> None:
        made = ring()
        for index in range(8):
            made.new_for(symbol(f"x{index}"))
        with pytest.raises(Missing):
            made.new_for(symbol("y"))


class TestPolynomials:
    def test_factors_have_leading_coefficient_one(self) -> None:
        made = ring()
        x, y = made.new_for(symbol("x")), made.new_for(symbol("y"))
        constant, factors = made.factors(4 * (x - 2 * y) ** 2 * (3 * x + y))
        product = made.constant(constant)
        for factor, times in factors:
            assert factor.leading_coefficient() == 1
            product = product * factor**times
        assert product == 4 * (x - 2 * y) ** 2 * (3 * x + y)
        assert sorted(times for _, times in factors) == [1, 2]

    def test_factors_of_a_product_of_generators(self) -> None:
        made = ring()
        x, y = made.new_for(symbol("x")), made.new_for(symbol("y"))
        constant, factors = made.factors(-3 * x * y**2)
        assert constant == Fraction(-3)
        assert sorted(map(str, factors)) == sorted(map(str, [(x, 1), (y, 2)]))

    def test_coefficients_by_one_generator_and_by_several(self) -> None:
        made = ring()
        x, y, z = (made.new_for(symbol(name)) for name in "xyz")
        polynomial = x**2 * y + 2 * x**2 * z + 5
        index = made.index(x)
        assert made.by_powers(polynomial, index) == {2: y + 2 * z, 0: made.constant(5)}
        both = made.collected(polynomial, (index, made.index(y)))
        assert both == {(2, 1): made.one, (2, 0): 2 * z, (0, 0): made.constant(5)}

    def test_powers_that_grow_too_large_are_refused(self) -> None:
        made = ring()
        with pytest.raises(Missing):
            made.power(made.new_for(symbol("x")) + 1, 1000)


def test_dependent_arguments_are_combinations_of_the_first_ones() -> None:
    ring = TreeRing(Budget.unlimited())
    a, b, t = (ring.new_for(symbol(name)) for name in "abt")
    sums = Sums({})
    assert sums.combination(ring.element(a * t), "at") == {0: 1}
    assert sums.combination(ring.element(b * t), "bt") == {1: 1}
    both = ring.element(2 * a * t - b * t / 3)
    assert sums.combination(both, "both") == {0: 2, 1: Fraction(-1, 3)}
    assert len(sums.arguments) == 2


def test_quotients_are_compared_by_their_divisors() -> None:
    ring = TreeRing(Budget.unlimited())
    x, t = (ring.new_for(symbol(name)) for name in "xt")
    sums = Sums({})
    sums.combination(ring.element(x * x, t), "kernel")
    assert sums.combination(ring.element(-x * x, 4 * t), "other") == {0: Fraction(-1, 4)}
    assert sums.combination(ring.element(x * x, t + 1), "shifted") == {1: 1}


SCOPE = Scope(("x", "t"), ("a", "b", "c", "k"))


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


HALF = Fraction(1, 2)


def field_with_sign(sign: int = 0) -> Field:
    return field_of(frozenset({"x"}), lambda _: sign, Budget.unlimited())


def root_of(text: str, exponent: Fraction = HALF, sign: int = 0) -> str:
    made = field_with_sign(sign)
    return to_text(
        written(made.ring, power(made, made.elements([parse(text, SCOPE)])[0], exponent))
    )


def test_squares_leave_a_root() -> None:
    assert root_of("4*x^2", sign=1) == "2*x"
    assert root_of("4*x^2", sign=-1) == "-2*x"
    assert root_of("x^2*12") == "2*x*sign(x)*sqrt(3)"


def test_one_factor_of_unknown_sign_is_what_stands_in_the_root() -> None:
    assert root_of("x", Fraction(3, 2)) == "x^(3/2)"
    assert root_of("1 - x", Fraction(-1, 2)) == "1/sqrt(1 - x)"


def test_negative_numbers_have_no_root() -> None:
    with pytest.raises(Missing):
        root_of("-3")


def test_factors_of_a_quotient() -> None:
    made = field_with_sign()
    element = made.elements([parse("6*(x + 1)^2/(4*x)", SCOPE)])[0]
    constant, factors = factored(made, element)
    assert constant == Fraction(3, 2)
    assert sorted(times for _, times in factors) == [-1, 2]


def test_prime_factors_of_fractions() -> None:
    assert sorted(primes(Fraction(12, 5))) == [(2, 2), (3, 1), (5, -1)]
    large = 2**200 + 1
    assert primes(Fraction(large)) == [(large, 1)]


# Every rule against numbers: the normal form has the formula's values.

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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c/sqrt(1 - c^2)", "c/sqrt(1 - c^2)"),
        ("1/4/k^4", "1/(4*k^4)"),
        ("-1/k", "-1/k"),
        ("(a + b)^2/(a - b)", "(a + b)^2/(a - b)"),
        ("exp(-k)^2*3", "3/exp(2*k)"),
        ("(sqrt(5) - 3)/2", "sqrt(5)/2 - 3/2"),
        ("sqrt(2)*sqrt(3)", "sqrt(6)"),
        ("a - a", "0"),
        ("-3/2", "-3/2"),
        ("b - a", "b - a"),
        ("-k*a^2", "-a^2*k"),
        ("-2*k", "-2*k"),
    ],
)
def test_formulas_are_written_as_a_person_would(text: str, expected: str) -> None:
    field = field_of(frozenset(), lambda _: 0, Budget.unlimited())
    assert to_text(written(field.ring, field.elements([parse(text, SCOPE)])[0])) == expected
