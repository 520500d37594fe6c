"""The rules by which an answer made of pieces solves an equation across its kinks."""

import pytest

from symplex.budget import Budget
from symplex.expression import apply, tuple_of
from symplex.problem import Problem
from symplex.problem.analysis.classify import Linearity
from symplex.problem.analysis.extent import verification_box
from symplex.proof.answer import read_answer
from symplex.proof.context import ProofContext
from symplex.proof.pieces.cut import cut
from symplex.proof.weak.kinks import check_kinks, dependence

LINE = {"x": [-1, 1], "t": [0, 1]}


def problem_of(equation):
    return Problem([equation], LINE, [("t = 0", "u = 0")])


def checks(equation, text):
    problem = problem_of(equation)
    context = ProofContext.of(verification_box(problem), Budget.unlimited(), "t")
    answer = read_answer(problem, text)
    pieces = cut(apply(tuple_of(1), *answer.values()), context)
    return check_kinks(problem, answer, pieces, context)


def test_a_smooth_answer_needs_no_check():
    assert checks("u_t = u_xx", "x") == []


@pytest.mark.parametrize(
    ("equation", "text", "how"),
    [
        ("u_t + u_x = 0", "abs(x - t)", "a Lipschitz function"),
        ("u_tt = u_xx", "abs(x - t)", "the kink runs along a characteristic"),
        ("u_t = diff(u*u_x, x)", "max(t - x, 0)", "the flux of the conservation law"),
        ("u_t = u_xx", "max(x, 0)^3", "derivatives"),
    ],
)
def test_each_rule_is_named(equation, text, how):
    (found,) = checks(equation, text)
    assert found.proved
    assert how in found.how


@pytest.mark.parametrize(
    ("equation", "text", "why"),
    [
        ("u_t = u_xx", "abs(x)", "x = 0 is a kink, and no characteristic"),
        ("u_tt = u_xx", "abs(x - t/2)", "no characteristic"),
        ("u_t + u_xxx = 0", "max(x, 0)^2", "match below order 2 only"),
    ],
)
def test_what_no_rule_allows_is_not_proved(equation, text, why):
    (found,) = checks(equation, text)
    assert not found.proved
    assert why in found.how


def test_a_shock_is_continuous_or_allowed_by_its_law():
    (shock, _) = checks("u_t + u*u_x = 0", "(1 - sign(x - t/2))/2")
    assert shock.proved and shock.what == "the answer is a shock"
    (jump, _) = checks("u_t + u*u_x = 0", "(1 - sign(x - t))/2")
    assert not jump.proved


@pytest.mark.parametrize(
    ("equation", "kind"),
    [
        ("u_t = u_xx", Linearity.LINEAR),
        ("u_t = u_xx + u^2", Linearity.SEMILINEAR),
        ("u_t = diff(u*u_x, x)", Linearity.QUASILINEAR),
        ("u_t + u_x^2 = 0", Linearity.NONLINEAR),
        ("u_t + u*u_x - u*u_x + u_x = 0", Linearity.LINEAR),
    ],
)
def test_how_an_equation_depends_on_its_unknown(equation, kind):
    problem = problem_of(equation)
    normaliser = ProofContext.of(verification_box(problem)).normaliser
    assert dependence(problem.equations[0], normaliser) is kind
