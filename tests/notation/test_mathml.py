from xml.etree import ElementTree

import pytest

from symplex.expression import Derivative, leaf, symbol
from symplex.expression.parse import Scope, parse
from symplex.notation.mathml import equation_mathml, math_element, name_mathml, to_mathml
from symplex.notation.problem_files import bundled, bundled_names

SCOPE = Scope(("x", "y", "t"), ("kappa", "mu", "x_1"), (), {})
SIGNS = str.maketrans({"\u2062": "", "\u2061": "", "·": "*", "\u2212": "-"})


def elements(text):
    return ElementTree.fromstring(math_element(to_mathml(parse(text, SCOPE))))


def reading(text):
    """What stands in the formula from left to right."""
    return "".join(elements(text).itertext()).translate(SIGNS)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("exp(-2*kappa*t)*sin(x)", "e-2κtsin(x)"),
        ("(x + y)*t", "(x+y)t"),
        ("x - (y - t)", "x-(y-t)"),
        ("-(x + 1)^2", "-(x+1)2"),
        ("2*3*x", "2*3x"),
        ("abs(x) + relu(t)", "|x|+max(t,0)"),
        ("(x^2)^3", "(x2)3"),
        ("x*(-3)", "x(-3)"),
        ("1e-20*x", "1*10-20x"),
        ("pi/mu", "πμ"),
        ("max(x, y)", "max(x,y)"),
    ],
)
def test_formulas_read_as_they_are_meant(text, shown):
    assert reading(text) == shown


@pytest.mark.parametrize(
    ("text", "name"), [("x/y", "mfrac"), ("sqrt(x)", "msqrt"), ("x^(2/3)", "msup"), ("x_1", "msub")]
)
def test_structure_has_elements_of_its_own(text, name):
    assert elements(text).find(f".//{{*}}{name}") is not None


def test_brackets_grow_only_around_what_is_tall():
    assert elements("sin(y)").find(".//*[@stretchy='true']") is None
    assert elements("sin(x/y)").find(".//*[@stretchy='true']") is not None


def test_names_are_escaped():
    assert name_mathml("<b>&") == "<mi>&lt;b&gt;&amp;</mi>"
    assert name_mathml("x12") == "<msub><mi>x</mi><mi>12</mi></msub>"
    assert to_mathml(symbol("<b>")) == "<mrow><mi>&lt;b&gt;</mi></mrow>"


def test_derivatives_have_an_index():
    made = to_mathml(leaf(Derivative("u", ("x", "x"))))
    assert made == "<mrow><msub><mi>u</mi><mrow><mi>x</mi><mi>x</mi></mrow></msub></mrow>"


def test_every_bundled_equation_is_sound():
    for name in bundled_names():
        for equation in bundled(name).all_equations:
            content = equation_mathml(equation.left, equation.right)
            ElementTree.fromstring(math_element(content, block=True))
