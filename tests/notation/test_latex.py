"""LaTeX that is read: its tokens, names, functions and values."""

import numpy as np
import pytest

from support.random_trees import ALL_OPERATORS, random_tree
from symplex.errors import ExpressionError
from symplex.expression.operators import RELU
from symplex.expression.parse import Scope, parse
from symplex.expression.render import normal_form, to_text
from symplex.notation.latex import read_latex_equations, read_latex_formula
from symplex.notation.latex.latex_tokens import MAX_CHARACTERS, Kind, latex_lines
from symplex.notation.printers import to_latex

# LaTeX formulas: what is written can be read, and lines and sides are told apart.

NAMES = ("x", "y", "t", "kappa", "c1", "Re")
WRITTEN_APART = [row for row in ALL_OPERATORS if row is not RELU]  # it is printed as max(…, 0)
SCOPE = Scope(("x", "y", "t"), ("kappa", "c1", "Re"), ("u", "v"))


def test_what_is_written_can_be_read():
    random = np.random.default_rng(18)
    for size in range(1, 25):
        for _ in range(12):
            tree = random_tree(random, size, NAMES, WRITTEN_APART)
            text = to_text(tree)
            read = parse(read_latex_formula(to_latex(tree), SCOPE).text, SCOPE)
            assert normal_form(read) == parse(text, SCOPE), (text, to_latex(tree))


def test_lines_and_chains_make_several_equations():
    found = read_latex_equations(r"u_t &= v, \\ v_t &= u = 0.", SCOPE)
    assert [one.text for one in found] == ["u_t = v", "v_t = 0", "u = 0"]


def test_a_formula_is_one_line_without_a_sign():
    with pytest.raises(ExpressionError, match="expected one formula"):
        read_latex_formula(r"x \\ y", SCOPE)
    with pytest.raises(ExpressionError, match="column 3: expected an operator or the end"):
        read_latex_formula("x = y", SCOPE)


def test_columns_lead_back_to_the_latex():
    (found,) = read_latex_equations(r"\partial_t u = \kappa x", SCOPE)
    assert found.text == "u_t = kappa*x"
    assert found.columns[found.text.index("kappa")] == 16
    assert len(found.columns) == len(found.text)


def test_whatever_stands_there_is_read_or_said():
    pieces = (
        *(
            r"\frac",
            r"\partial",
            r"\nabla",
            r"\Delta",
            r"\sin",
            r"\max",
            r"\sqrt",
            r"\left",
            r"\dot",
        ),
        *(r"\right", r"\lvert", r"\cdot", r"\kappa", r"\left.", r"\right|", r"\\", r"\mathrm{d}"),
        *("u", "v", "x", "t", "d", "e", "_", "^", "{", "}", "(", ")", "|", "=", "+", "-", "/", ","),
        *(r"\quad", "\n", "$", r"\begin{cases}", r"\end{cases}", r"\begin{array}"),
        *("2", "12", "'", " ", "[", "]", "&", ".", "u_t", "(x,y,0)", r"^{2}", "_{x}"),
    )
    random = np.random.default_rng(7)
    read = 0
    for _ in range(4000):
        text = "".join(random.choice(pieces) for _ in range(int(random.integers(1, 14))))
        try:
            for equation in read_latex_equations(f"u = {text}", SCOPE):
                assert len(equation.text) == len(equation.columns)
                parse(equation.text.partition(" = ")[2], SCOPE)
            read += 1
        except ExpressionError as error:
            assert "\n" not in str(error)
    assert read > 10


# Sums, products, powers and brackets of LaTeX.


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        ("2xy", "2*x*y"),
        ("-x^2", "-x^2"),
        (r"\frac12 x", "1/2*x"),
        (r"\frac{x}{y}t", "x/y*t"),
        (r"x/2 \cdot y", "x/2*y"),
        (r"|x||y|", "abs(x)*abs(y)"),
        (r"|x - |y||", "abs(x - abs(y))"),
        (r"e", "exp(1)"),
        (r"e^{-\kappa t}", "exp(-kappa*t)"),
        (r"\left(x+1\right)\left(x-1\right)", "(x + 1)*(x - 1)"),
        (r"\{x\}^3", "x^3"),
        (r"10^{-3}", "10^(-3)"),
        (r"(u^2)_{xy}", "diff(u^2, x, y)"),
        (r"\dot u \ddot{u}", "u_t*u_tt"),
        (r"\pi x", "pi*x"),
    ],
)
def test_formulas_mean_what_they_mean_in_print(latex, meant):
    assert parse(read_latex_formula(latex, SCOPE).text, SCOPE) == parse(meant, SCOPE)


def test_depth_is_limited():
    with pytest.raises(ExpressionError, match="nested 60 deep"):
        read_latex_formula("(" * 80 + "x" + ")" * 80, SCOPE)


@pytest.mark.parametrize(
    "latex", ["x^", "x +", r"\frac{x}", "x^+", "{", "|", "_x", "x_", "^2", "''"]
)
def test_what_is_broken_is_one_sentence(latex):
    with pytest.raises(ExpressionError, match=r"^column [0-9]+: "):
        read_latex_formula(latex, SCOPE)


# The alphabet of LaTeX formulas.


def texts(text):
    return [[token.text for token in line] for line in latex_lines(text)]


def test_spaces_sizes_and_what_stands_around_mean_nothing():
    assert texts(r"$$ a \, b\!c \; \bigl( d \bigr) $$") == [["a", "b", "c", "(", "d", ")", ""]]
    assert texts(r"\begin{cases} a b & \\[2pt] c, \\ \end{cases}") == [["a", "b", ""], ["c", ""]]


def test_room_inside_a_line_is_a_token():
    (line,) = latex_lines(r"a \quad b & c")
    gaps = [token for token in line if token.kind is Kind.GAP]
    assert [(token.text, token.column) for token in gaps] == [(r"\quad", 3), ("&", 11)]


def test_the_same_thing_is_one_token():
    assert texts(r"\left[a\right] \dfrac \cdot \{ \vert") == [
        ["(", "a", ")", r"\frac", "*", "{|", "|", ""]
    ]
    assert texts(r"\mathrm{Re} \operatorname{erf} \mathrm d") == [["Re", "erf", "d", ""]]


def test_columns_and_adjacency_are_known():
    (line,) = latex_lines(r"u_x x")
    assert [token.column for token in line] == [1, 2, 3, 5, 6]
    assert [token.adjacent for token in line] == [False, True, True, False, False]
    assert line[0].kind is Kind.LETTER
    assert line[-1].kind is Kind.END


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x # y", "column 3: '#' is not used in formulas"),
        ("x \\", "column 3: a backslash is followed by no command"),
        ("é", "column 1: '\\xe9' is not an ASCII character; write a command such as \\kappa"),
        (
            "x" * (MAX_CHARACTERS + 1),
            "a formula may have 10000 characters, found 10001; shorten it",
        ),
    ],
)
def test_what_does_not_belong_is_said(text, sentence):
    with pytest.raises(ExpressionError) as found:
        latex_lines(text)
    assert str(found.value) == sentence


# The names of a problem in LaTeX.

GREEK = Scope(("x", "x1"), ("kappa", "epsilon", "lamda", "c_0", "Re", "e"), ("u",))


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\kappa", "kappa"),
        (r"\varepsilon", "epsilon"),
        (r"\lambda", "lamda"),
        ("c_0", "c_0"),
        ("x_{1}", "x1"),
        (r"\mathrm{Re}", "Re"),
        ("e", "e"),
    ],
)
def test_a_name_is_found_as_it_is_printed(latex, text):
    assert read_latex_formula(latex, GREEK).text == text


@pytest.mark.parametrize(
    ("latex", "sentence"),
    [
        (
            "kappa",
            r"column 1: 'kappa' reads as a product of letters in LaTeX; write \mathrm{kappa} or \kappa",
        ),
        (
            r"\kapa",
            r"column 1: unknown symbol '\kapa'; this problem has u, x, x1, kappa, epsilon, lamda, c_0, Re and e; did you mean 'kappa'?",
        ),
        (
            "c_1",
            "column 1: unknown symbol 'c'; this problem has u, x, x1, kappa, epsilon, lamda, c_0, Re and e",
        ),
    ],
)
def test_a_name_that_is_none_is_said(latex, sentence):
    with pytest.raises(ExpressionError) as found:
        read_latex_formula(latex, GREEK)
    assert str(found.value) == sentence


# Functions of textbooks and how far their arguments go.

WITH_N = Scope(("x", "t"), ("kappa", "n"), ("u",))


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\sin 2\pi x", "sin(2*pi*x)"),
        (r"\sin n x \cos \kappa t", "sin(n*x)*cos(kappa*t)"),
        (r"\sin x^2 + 1", "sin(x^2) + 1"),
        (r"\sin^2 x", "sin(x)^2"),
        (r"\sin^{3}\left(x\right) t", "sin(x)^3*t"),
        (r"\ln|x| t", "log(abs(x))*t"),
        (r"\exp{-x}", "exp(-x)"),
        (r"\sin x \cdot t", "sin(x)*t"),
        (r"\sin(2) \cdot t", "sin(2)*t"),
        (r"\sec x", "1/cos(x)"),
        (r"\max(x, t, 0)", "max(x, t, 0)"),
        (r"\min\{x, t\}", "min(x, t)"),
        (r"\operatorname{sgn}(x)", "sign(x)"),
        (r"\sqrt[3]{x}", "x^(1/3)"),
        (r"\sqrt x", "sqrt(x)"),
        (r"\cosh\frac{x}{2}", "cosh(x/2)"),
    ],
)
def test_arguments_reach_as_far_as_in_print(latex, meant):
    assert parse(read_latex_formula(latex, WITH_N).text, WITH_N) == parse(meant, WITH_N)


@pytest.mark.parametrize(
    "latex",
    [
        r"\ln 2 \cdot x",
        r"\sin \frac{1}{2} \cdot x",
        r"\sin x t",
        r"\sin x (t+1)",
        r"\sin x e^{t}",
        r"\sin x/2",
        r"\sin(x)^2",
        r"\cos^{-1} x",
    ],
)
def test_what_may_be_meant_otherwise_is_refused(latex):
    with pytest.raises(ExpressionError, match="this is unclear"):
        read_latex_formula(latex, WITH_N)


@pytest.mark.parametrize("latex", [r"\sin", r"\max x", r"\sqrt[x]{x}", r"\sqrt[0]{x}", r"\sin + 1"])
def test_what_is_missing_is_said(latex):
    with pytest.raises(ExpressionError, match=r"column \d+: (expected|the degree)"):
        read_latex_formula(latex, WITH_N)


# Values of unknowns at points.

PLANE = Scope(("x", "t"), ("k",), ("u",))
LINE = Scope(("x",), (), ("y",))


@pytest.mark.parametrize(
    ("latex", "text", "fixed", "scope"),
    [
        ("u(x,t) = 0", "u = 0", (), PLANE),
        ("u(0,t) = t", "u = t", (("x", "0"),), PLANE),
        (r"u_x(\pi/2, 0) = 1", "u_x = 1", (("x", "pi/2"), ("t", "0")), PLANE),
        (r"\partial_t u(x,0) = 1", "u_t = 1", (("t", "0"),), PLANE),
        (r"u|_{t=0} = x", "u = x", (("t", "0"),), PLANE),
        (r"0 = u(0,t)", "0 = u", (("x", "0"),), PLANE),
        (r"u(1-u) = 0", "u*(1 - u) = 0", (), PLANE),
        ("y'(0) = 1", "y_x = 1", (("x", "0"),), LINE),
        ("y(x) = x", "y = x", (), LINE),
        ("y(1 - y) = x", "y*(1 - y) = x", (), LINE),
    ],
)
def test_arguments_say_where(latex, text, fixed, scope):
    (found,) = read_latex_equations(latex, scope)
    assert (found.text, found.at.fixed) == (text, fixed)


@pytest.mark.parametrize(
    ("latex", "scope"),
    [
        ("y(x + 1) = 0", LINE),
        ("u(t, x) = 0", PLANE),
        (r"u|_{t=x} = 0", PLANE),
        (r"u(0,t)|_{t=0} = 0", PLANE),
        ("u(1,2,3) = 0", PLANE),
    ],
)
def test_what_is_no_place_is_refused(latex, scope):
    with pytest.raises(ExpressionError, match=r"column \d+: "):
        read_latex_equations(latex, scope)


@pytest.mark.parametrize("latex", [r"\left.\sin(x)\right|_{x=1} = u(0,t)", r"u(0,t) = t|_{t=1}"])
def test_a_bar_without_an_unknown_is_refused(latex):
    with pytest.raises(ExpressionError, match="a bar says where an unknown is taken"):
        read_latex_equations(latex, PLANE)
