"""Lifts: the answer of one stage carried into the next, and formulas in the parameters."""

import numpy as np
import pytest

from support.reaching import PLANE, reaches
from support.writing import GIVEN, Writing, is_whole, text_of, writing
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.lifts import Lifts, lifts
from symplex.propose.candidates.parameters import parameter_lifts

# What becomes of an earlier answer when a variable is released.

HEAT = writing("parametric-heat")
T = HEAT.encoding.symbol("t")
PAIR = writing("acoustics-standing")


@pytest.mark.parametrize("text", ["sin(x)*cos(y)", "max(x, 0) + y", "exp(-x^2)"])
def test_time_lifts_contain_the_formula_that_they_lift(text):
    """With the right constants each is the old formula: at t = 0, or for a zero constant."""
    point = {"x": 0.3, "y": -0.7, "kappa": 1.0}
    later = {**point, "t": 0.5}
    before = evaluate(parse(text, HEAT.problem.answer_scope), point)
    found = [HEAT.encoding.decode(tree) for tree in lifts(HEAT.tree(text), T, ("x", "y"))]
    assert len(found) > 50
    # A slot of 0 makes every constant's term vanish; a few lifts multiply by it and are left out.
    trivial = [lift.with_constants([0.0] * len(lift.constants)) for lift in found]
    same = [lift for lift in trivial if np.isclose(evaluate(lift, later), before)]
    assert len(same) > len(found) / 2
    decayed = evaluate(parse(f"({text})*exp(t)", HEAT.problem.answer_scope), later)
    assert any(np.isclose(evaluate(lift, later), decayed) for lift in found)


def test_lifts_of_what_cannot_be_differentiated_are_left_out():
    """A stage may be solved by a formula whose derivatives grow past all bounds."""
    text = "sin(x)"
    for _ in range(7):
        text = f"exp({text})*cos({text})"
        if len(text) > 1500:
            break
    assert list(lifts(HEAT.tree(text), T, ("x", "y")))


def test_the_unknowns_of_a_system_are_lifted_together_and_one_by_one():
    before = PAIR.encoding.system(PAIR.trees("sin(x)", "cos(x)"))
    found = list(lifts(before, PAIR.encoding.symbol("t"), ("x",)))
    assert all(is_whole(tree) and len(tree.components) == 2 for tree in found)
    texts = {tuple(map(text_of, tree.components)) for tree in found}
    assert ("sin(x)*exp(1*t)", "cos(x)*exp(1*t)") in texts
    assert ("sin(x)", "cos(x)*exp(1*t)") in texts


def test_the_first_three_answers_are_lifted_and_only_where_a_variable_is_released():
    start, evolution, parameter = stages(HEAT.problem)
    earlier = HEAT.trees("sin(x)", "sin(y)", "x", "y")
    found = list(Lifts().propose(HEAT.context(evolution, earlier=earlier)))
    assert {proposal.origin for proposal in found} == {Origin(Writer.LIFT, of=GIVEN)}
    plain = {tree for tree in earlier if any(tree == proposal.tree for proposal in found)}
    assert plain == set(earlier[:3])
    assert not list(Lifts().propose(HEAT.context(start, earlier=earlier)))
    scaled = {text_of(p.tree) for p in Lifts().propose(HEAT.context(parameter, earlier=earlier))}
    assert "sin(x)*kappa" in scaled


# An earlier answer is scaled by powers of a released parameter.

K = PLANE.encoding.symbol("k")


def test_all_slots_are_scaled_at_once():
    found = list(parameter_lifts(PLANE.tree("(exp(2*x) - 1)/(exp(2) - 1)"), K, "t"))
    assert reaches(found, "(exp(2*k*x) - 1*k)/(exp(2*k) - 1*k)", (1.0,))


def test_time_is_scaled():
    texts = {text_of(tree) for tree in parameter_lifts(PLANE.tree("sin(x)*exp(-2*t)"), K, "t")}
    assert "sin(x)*exp(-2*(t*k))" in texts


def test_time_has_the_name_that_the_statement_gives_it():
    domain = {"t": [0, 1], "s": [0, 1]}
    ranges = {"k": ["1/2", 2]}
    stated = Problem(["u_s = k*u_t"], domain, [("s = 0", "u = t")], parameters=ranges, time="s")
    writing = Writing(stated)
    *_, parameter = stages(stated)
    earlier = writing.trees("sin(t)*exp(-2*s)")
    found = {text_of(p.tree) for p in Lifts().propose(writing.context(parameter, earlier=earlier))}
    assert "sin(t)*exp(-2*(s*k))" in found
