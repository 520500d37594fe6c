"""What a formula is as a sum of exponentials."""

from support.textbook import arithmetic, formula
from symplex.exact.formulas.read_exponentials import Reader


def test_terms_have_a_power_a_rate_and_a_frequency():
    found = Reader(arithmetic(), "x").read(formula("x^2*exp(k*x)*cos(3*x)"))
    assert found is not None
    (term,) = found
    assert term.power == 2
    assert (term.rate, term.frequency) == (formula("k"), formula("3"))
    assert (term.weight.real, term.weight.imaginary) == (formula("1"), formula("0"))


def test_a_formula_without_the_variable_is_a_constant():
    assert Reader(arithmetic(), "x").read(formula("0")) == ()
    found = Reader(arithmetic(), "x").read(formula("log(k)"))
    assert found is not None
    assert found[0].weight.real == formula("log(k)")


def test_long_products_are_given_up():
    text = "*".join(f"(1 + cos({k}*x) + sin({k}^2*x))" for k in range(1, 8))
    assert Reader(arithmetic(), "x").read(formula(text)) is None
