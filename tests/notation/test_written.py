"""Formulas and problems written for LaTeX, MathML and SymPy."""

from xml.etree import ElementTree

import pytest
import sympy

from symplex.expression import CONSTANT, Derivative, leaf, symbol
from symplex.expression.parse import Scope, parse
from symplex.notation.latex_text import latex_of, name_latex
from symplex.notation.mathml import equation_mathml, math_element, name_mathml, to_mathml
from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem

# LaTeX of trees as they stand; the readable form is `render`'s.


def test_a_tree_shows_itself_in_a_notebook():
    tree = leaf(CONSTANT, 1e-20) * symbol("kappa") ** 2
    assert tree._repr_latex_() == r"$\displaystyle 1 \cdot 10^{-20} \kappa^{2}$"
    assert latex_of(leaf(CONSTANT, float("inf"))) == "inf"


def test_names_are_letters_with_indices():
    assert name_latex("c_1") == name_latex("c1") == "c_{1}"
    assert name_latex("lamda") == r"\lambda"
    assert name_latex("Re") == r"\mathrm{Re}"


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


# Problems written for LaTeX and SymPy; that they read back is shown with the readers.


def test_latex_is_a_textbooks():
    assert bundled("parametric-heat").latex() == (
        r"u_{t} = \kappa \left(u_{x x} + u_{y y}\right) \\"
        "\n"
        r"u\left(x, y, 0\right) = \sin\left(x\right) \cos\left(y\right)"
    )


def test_a_derivative_of_a_formula_stays_one():
    domain = {"x": [0, 1], "t": [0, 1]}
    problem = Problem(["v1_t = diff(x*diff(v1*v1_x, x), x)"], domain, unknowns=["v1"])
    inner = r"\frac{\partial}{\partial x}\left(v_{1} \partial_{x} v_{1}\right)"
    outer = rf"\frac{{\partial}}{{\partial x}}\left(x {inner}\right)"
    assert problem.latex() == rf"\partial_{{t}} v_{{1}} = {outer}"


def test_what_is_declared_is_written():
    problem = Problem(
        ["u_s = u_xx"], {"x": [0, "pi"], "s": [0, 1]}, time="s", free=["x = pi"], open=["s = 1"]
    )
    said = r"s \text{ is time},\; x = \pi \text{ is free},\; s = 1 \text{ is open}"
    assert said in problem._repr_latex_()
    assert Problem(**problem.sympy()).declared == problem.declared
    assert Problem(**problem.sympy()).time == "s"


def test_sympy_has_functions_and_values():
    stated = bundled("parametric-heat").sympy()
    x, y, t, kappa = sympy.symbols("x y t kappa", real=True)
    u = sympy.Function("u")(x, y, t)
    assert stated["equations"] == [sympy.Eq(u.diff(t), kappa * (u.diff(x, 2) + u.diff(y, 2)))]
    assert stated["conditions"] == [sympy.Eq(u.subs(t, 0), sympy.sin(x) * sympy.cos(y))]
    assert stated["domain"][x] == (-1, 1)
    assert stated["parameters"][kappa] == (sympy.Rational(1, 2), 2)
