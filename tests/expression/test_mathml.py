"""MathML: well-formed, with the brackets that the meaning needs, and never markup of the user's."""

from xml.etree import ElementTree

import pytest

from symplex.expression import CONSTANT, Derivative, Expression, Symbol, leaf, number
from symplex.expression.mathml import equation_to_mathml, to_mathml
from symplex.expression.parse import Scope, parse
from symplex.problem import bundled, bundled_names

SCOPE = Scope(("x", "y", "t"), ("kappa", "a_1", "c2", "speed"), ("u",))


def plain(text, digits=None):
    """The characters of a formula, without what is invisible."""
    root = ElementTree.fromstring(to_mathml(parse(text, SCOPE), digits=digits))
    return "".join(root.itertext()).replace("\u2061", "").replace("\u2062", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x + y*t", "x+yt"),
        ("(x + y)*t", "(x+y)t"),
        ("x - (y - t)", "x−(y−t)"),
        ("-x^2", "−x2"),
        ("(-x)^2", "(−x)2"),
        ("(x^2)^3", "(x2)3"),
        ("sin(x)^2", "(sin(x))2"),
        ("exp(-t)*sin(x)", "e−tsin(x)"),
        ("exp(x)^2", "(ex)2"),
        ("2*3*x", "2⋅3x"),
        ("x*2", "x⋅2"),
        ("x/2 + 1/3", "x2+13"),
        ("max(x, y)", "max(x,y)"),
        ("relu(x)", "max(x,0)"),
        ("abs(x)", "|x|"),
        ("asin(x)", "arcsin(x)"),
        ("kappa*pi*a_1*c2*speed", "κπa1c2speed"),
        ("u_xx + u", "uxx+u"),
        ("x^(3/2)", "x3/2"),
        ("x^(-2)", "x−2"),
        ("1.5e-30*x", "1.5⋅10−30x"),
        ("x*(-3)", "x(−3)"),
        ("-(1/3)*x", "−13x"),
    ],
)
def test_formulas_are_written_as_a_person_would(text, shown):
    assert plain(text) == shown


def test_elements_say_what_is_above_and_below():
    assert "<mfrac><mrow><mi>x</mi></mrow><mrow><mi>y</mi></mrow></mfrac>" in to_mathml(
        parse("x/y", SCOPE)
    )
    assert "<msqrt><mrow><mi>x</mi></mrow></msqrt>" in to_mathml(parse("sqrt(x)", SCOPE))


def test_long_decimals_are_rounded_only_when_told():
    assert plain("0.123456789*x") == "0.123456789x"
    assert plain("0.123456789*x", digits=4) == "0.1235x"
    fitted = Expression((CONSTANT,), (-2.5e-9,))
    assert "10" in to_mathml(fitted)


def test_names_are_never_markup():
    wicked = leaf(Symbol("<script>alert(1)</script>")) + leaf(Derivative("<b>", ("&",)))
    written = to_mathml(wicked)
    assert "<script" not in written
    assert "<b>" not in written
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in written


@pytest.mark.parametrize("name", bundled_names())
def test_every_bundled_statement_is_well_formed(name):
    for equation in bundled(name).all_equations:
        root = ElementTree.fromstring(equation_to_mathml(equation.left, equation.right))
        assert root.tag.endswith("math")


def test_a_relation_may_be_another_one():
    assert "<mo>&lt;</mo>" in equation_to_mathml(number(0), number(1), sign="<")
