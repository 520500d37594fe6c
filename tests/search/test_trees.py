"""Surgery on trees: whatever moves, lifts and cuts make is a whole tree of the vocabulary."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symplex.expression import symbol, tree
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.problem import bundled
from symplex.search.candidate import Candidate, Garden
from symplex.search.memory import Memory, levenshtein
from symplex.search.proposers.insertions import parameter_lifts
from symplex.search.proposers.lifts import lifts
from symplex.search.proposers.moves import Mover
from symplex.search.proposers.statement_formulas import blocks, seeds
from symplex.search.settings import MemorySettings
from symplex.search.shrink import smaller_forms
from symplex.search.vocabulary import search_vocabulary

PROBLEM = bundled("parametric-heat")
WORDS = search_vocabulary(PROBLEM)
GARDEN = Garden(WORDS.vocabulary)
TREES = [
    parse(text, PROBLEM.answer_scope)
    for text in ("sin(x)*cos(y)", "x + 2*t", "max(x, y) - exp(kappa*t)", "x", "1/(1 + x^2)")
]


def whole(sprout) -> bool:
    return tree.is_complete([GARDEN.arities[token] for token in sprout.ids])


@given(st.integers(0, 10_000))
def test_moves_make_whole_trees(seed):
    rng = random.Random(seed)
    allowed = sorted(WORDS.allowed(("x", "y", "t", "kappa"), 2), key=repr)
    mover = Mover(GARDEN, allowed, [GARDEN.sprout(TREES[0])], 40)
    parents = [GARDEN.sprout(expression) for expression in TREES]
    for _ in range(5):
        sprout = mover.move(parents, rng)
        if sprout is not None:
            assert whole(sprout)
            assert len(sprout) <= 40
            assert len(sprout.values) == len(sprout.ids)
            parents.append(sprout)


def test_a_sprout_is_its_expression():
    for expression in TREES:
        assert GARDEN.expression(GARDEN.sprout(expression)) == expression


def test_skeletons_forget_the_order_of_commutative_arguments_only():
    def key(text):
        return GARDEN.skeleton(GARDEN.sprout(parse(text, PROBLEM.answer_scope)).ids)

    assert key("x + sin(y)") == key("sin(y) + x")
    assert key("x*(y + t)") == key("(t + y)*x")
    assert key("x - y") != key("y - x")


@pytest.mark.parametrize("text", ["sin(x)*cos(y)", "max(x, 0) + y", "exp(-x^2)"])
def test_time_lifts_contain_the_formula_that_they_lift(text):
    """With the right constants each is the old formula: at t = 0, or for a zero constant."""
    formula = parse(text, PROBLEM.answer_scope)
    point = {"x": 0.3, "y": -0.7, "kappa": 1.0}
    before = evaluate(formula, point)
    found = list(lifts(formula, symbol("t"), ("x", "y")))
    assert len(found) > 50
    # A slot of 0 makes every constant's term vanish; a few lifts multiply by it and are left out.
    trivial = [lift.with_constants([0.0] * len(lift.constants)) for lift in found]
    same = [lift for lift in trivial if np.isclose(evaluate(lift, {**point, "t": 0.5}), before)]
    assert len(same) > len(found) / 2
    decayed = parse(f"({text})*exp(t)", PROBLEM.answer_scope)
    assert any(
        np.isclose(evaluate(lift, {**point, "t": 0.5}), evaluate(decayed, {**point, "t": 0.5}))
        for lift in found
    )


def test_parameter_lifts_scale_time():
    formula = parse("sin(x)*exp(-2*t)", PROBLEM.answer_scope)
    texts = {to_text(lift) for lift in parameter_lifts(formula, symbol("kappa"))}
    assert "sin(x)*exp(-2*(t*kappa))" in texts


def test_seeds_are_the_statement_s_own_formulas():
    assert "sin(x)*cos(y)" in {to_text(seed) for seed in seeds(PROBLEM)}
    parts = {to_text(block) for block in blocks(PROBLEM)}
    assert {"sin(x)", "cos(y)"} <= parts


def test_data_on_a_face_are_read_as_functions_of_the_variable_that_it_fixes():
    found = {to_text(seed) for seed in seeds(bundled("poisson-exp"))}
    assert "exp(x) + exp(y)" in found


def test_smaller_forms_are_smaller_or_plainer():
    sprout = GARDEN.sprout(parse("sin(x) + 2*t", PROBLEM.answer_scope))
    forms = smaller_forms(GARDEN, sprout)
    assert all(whole(form) and len(form) <= len(sprout) for form in forms)
    assert "sin(x)" in {to_text(GARDEN.expression(form)) for form in forms}


def remembered(*pairs, **settings):
    memory = Memory(
        MemorySettings(**settings),
        lambda c: np.array(
            [evaluate(GARDEN.expression(c.sprout), {"x": 0.3, "y": 0.2, "t": 0.1, "kappa": 1})]
        ),
    )
    memory.offer(
        [Candidate(GARDEN.sprout(parse(t, PROBLEM.answer_scope)), loss) for t, loss in pairs]
    )
    return memory


def texts(candidates):
    return [to_text(GARDEN.expression(candidate.sprout)) for candidate in candidates]


def test_the_memory_keeps_one_of_what_behaves_alike():
    memory = remembered(("x + x", 0.5), ("2*x", 0.5), ("y", 0.7))
    assert texts(memory.best) == ["x + x", "y"]


def test_the_memory_keeps_the_best_few():
    memory = remembered(("x", 3.0), ("y", 2.0), ("t", 1.0), best=2)
    assert texts(memory.best) == ["t", "y"]


def test_the_front_has_no_larger_formula_that_is_not_better():
    memory = remembered(("x", 1.0), ("x + y", 2.0), ("sin(x)", 0.5), ("x + y*t", 0.1))
    assert texts(memory.front) == ["x", "sin(x)", "x + y*t"]


def test_among_perfect_candidates_the_smaller_is_better():
    memory = remembered(("x + 0*y", 1e-31), ("x", 1e-29))
    assert texts(memory.best)[0] == "x"


def test_structural_distance():
    assert levenshtein(b"abc", b"abx", 5) == 1
    assert levenshtein(b"abc", b"c", 5) == 2
    assert levenshtein(b"abcdef", b"", 3) == 3


def test_lifts_of_what_cannot_be_differentiated_are_left_out():
    """A stage may be solved by a formula whose derivatives grow past all bounds."""
    text = "sin(x)"
    for _ in range(7):
        text = f"exp({text})*cos({text})"
        if len(text) > 1500:
            break
    formula = parse(text, PROBLEM.answer_scope)
    assert list(lifts(formula, symbol("t"), ("x", "y")))
