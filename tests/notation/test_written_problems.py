"""Problems written for LaTeX and SymPy; that they read back is shown with the readers."""

import sympy

from symplex.notation.problem_files import bundled
from symplex.problem import Problem


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


def test_sympy_has_functions_and_values():
    stated = bundled("parametric-heat").sympy()
    x, y, t, kappa = sympy.symbols("x y t kappa", real=True)
    u = sympy.Function("u")(x, y, t)
    assert stated["equations"] == [sympy.Eq(u.diff(t), kappa * (u.diff(x, 2) + u.diff(y, 2)))]
    assert stated["conditions"] == [sympy.Eq(u.subs(t, 0), sympy.sin(x) * sympy.cos(y))]
    assert stated["domain"][x] == (-1, 1)
    assert stated["parameters"][kappa] == (sympy.Rational(1, 2), 2)
