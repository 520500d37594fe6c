"""Room between formulas: passed over beside a relation, and an error between two formulas."""

import pytest

from symplex.errors import ExpressionError
from symplex.expression.parse import Scope
from symplex.notation.latex import read_latex_equations, read_latex_formula

SCOPE = Scope(("x", "t"), ("kappa",), ("u", "v"))


def read(text):
    return [one.text for one in read_latex_equations(text, SCOPE)]


@pytest.mark.parametrize(
    "text",
    [
        r"u_t &= v \\ v_t &= u",
        r"u_t =& v, \quad \\ v_t =& u \qquad.",
        r"& u_t = v & \\ & v_t = u &",
        r"u_t \quad = \quad v \quad, \\ \quad v_t = u",
        r"\begin{cases} u_t = v, \\ v_t = u. \end{cases}",
        r"\begin{array}{r|cl} u_t & = & v \\ v_t & = & u \end{array}",
        r"\begin{alignedat}{2} u_t &= v \\ v_t &= u \end{alignedat}",
        r"\begin{aligned}[t] u_t &= v \\[2pt] v_t &= u \end{aligned}",
        "$$\n\\begin{split}\nu_t &= v \\\\\nv_t &= u\n\\end{split}\n$$",
        r"\[ \begin{gathered} u_t = v \\ v_t = u \end{gathered} \]",
    ],
)
def test_room_beside_a_relation_and_around_lines_means_nothing(text):
    assert read(text) == ["u_t = v", "v_t = u"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (r"u_t &- v & = 0", ["u_t - v = 0"]),
        (r"u_t - \quad v = 0", ["u_t - v = 0"]),
        ("u_t =\n\\kappa\nv\n+ x", ["u_t = kappa*v + x"]),
        ("u\n= v\n= 0", ["u = 0", "v = 0"]),
        (r"u &= v &= 0", ["u = 0", "v = 0"]),
        (r"u = 2v = 0", ["u = 0", "2*v = 0"]),
        (r"u = x \cdot v = 0", ["u = 0", "x*v = 0"]),
        (r"x~u \; t = \kappa\:v", ["x*u*t = kappa*v"]),
        (r"x \, u \ t = \kappa\:v ~~", ["x*u*t = kappa*v"]),
        (r"u = \max(x, \quad t)", ["u = max(x, t)"]),
    ],
)
def test_one_equation_may_have_room(text, meant):
    assert read(text) == meant


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        (r"\begin{aligned} u_t &= v & v_t &= u \end{aligned}", 26, "at '&'"),
        (r"u_t = v \quad v_t = u", 9, r"at '\\quad'"),
        (r"u_t = v \qquad v_t = u", 9, r"at '\\qquad'"),
        (r"u_t = v \quad -v_t = u", 9, r"at '\\quad'"),
        (r"u = x \quad (2)", 7, r"at '\\quad'"),
        (r"u = x ~~ (2)", 7, "at '~~'"),
        (r"u = x \ \ u_t = 0", 7, r"at '\\ \\ '"),
        (r"u_t = v && v_t = u", 9, "at '&'"),
        (r"u_t = v & t", 9, "at '&'"),
        (r"\begin{cases} u_t = v & t \\ v_t = u & t \end{cases}", 23, "at '&'"),
        (r"u = (x \quad t)", 8, r"at '\\quad'"),
        (r"$u_t = v$ $v_t = u$", 9, r"at '\$'"),
        (r"\[u_t = v\] \[v_t = u\]", 10, r"at '\\\]'"),
        (r"\begin{math}u_t = v\end{math} \begin{math}v_t = u\end{math}", 20, r"at '\\end{math}'"),
        ("u_t = v\nv_t = u", 8, "at the end of a line"),
        ("u = x\n-u_t = v", 6, "at the end of a line"),
        (r"u_t = v v_t = u", 9, "before this factor"),
        (r"u = x \; \partial_t u = v", 10, "before this factor"),
        (r"u = x + t \Delta u = v", 11, "before this factor"),
    ],
)
def test_two_equations_side_by_side_are_refused(text, column, found):
    sentence = rf"^column {column}: this is unclear: whether a formula ends {found}; write "
    with pytest.raises(ExpressionError, match=sentence):
        read(text)


def test_a_formula_alone_is_held_to_it_too():
    with pytest.raises(ExpressionError, match="column 3: this is unclear: whether a formula ends"):
        read_latex_formula(r"2 \quad \pi", SCOPE)


def test_a_comma_is_no_end_of_an_equation():
    with pytest.raises(
        ExpressionError, match=r"column 8: .* found ','; write .* between equations"
    ):
        read(r"u_t = v, \quad v_t = u")


@pytest.mark.parametrize(
    "text",
    [
        r"\begin{pmatrix} u_t \end{pmatrix} = v",
        r"\begin{vmatrix} u_t \end{vmatrix} = v",
        r"\begin{aligned} [t] u_t = v \end{aligned}",
        r"\begin{aligned}{2} u_t = v \end{aligned}",
        r"\begin{array}{c}{2} u_t = v \end{array}",
    ],
)
def test_no_bracket_of_an_environment_becomes_a_factor(text):
    with pytest.raises(ExpressionError, match="column 1: expected an environment of equations"):
        read(text)
