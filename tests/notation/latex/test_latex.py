"""LaTeX formulas: what is written can be read, and lines and sides are told apart."""

import numpy as np
import pytest

from support.random_trees import ALL_OPERATORS, random_tree
from symplex.errors import ExpressionError
from symplex.expression.operators import RELU
from symplex.expression.parse import Scope, parse
from symplex.expression.render import normal_form, to_text
from symplex.notation.latex import read_latex_equations, read_latex_formula
from symplex.notation.printers import to_latex

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
