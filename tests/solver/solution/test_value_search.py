"""A search by values."""

from support.yardsticks import yardstick_of
from symplex.expression.evaluate import evaluate
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.problem import Problem
from symplex.propose.candidates.settings import DEFAULT
from symplex.solver.search.state import RunOptions
from symplex.solver.solution.by_values import ValueSearch
from symplex.work.budget import Budget

CLOCK = Budget.unlimited()
LINE = Problem(["u_x = 1"], {"x": [0, 1]}, [("x = 0", "u = 1")])
"""What it says is of no importance here."""


def search(saved=None):
    yardstick = yardstick_of(LINE, "2 + sin(3*x)*exp(-x)")
    options = RunOptions(seed=1, threads=1, time_limit=999, make_evaluator=evaluator)
    return ValueSearch(LINE, DEFAULT, options, yardstick, saved)


def test_it_ends_its_turn_with_its_share():
    made = search()
    assert list(made.turns(0, CLOCK)) == []
    assert made.candidates == 0
    list(made.turns(1_000, CLOCK))
    assert 500 <= made.candidates < 4_000


def test_what_has_the_values_is_found():
    made = search()
    tree = next(made.turns(200_000, CLOCK)).tree
    x = {"x": 0.37}
    truth = yardstick_of(LINE, "2 + sin(3*x)*exp(-x)")
    assert truth.measure({"u": tree}).maximum < 1e-6
    assert evaluate(tree, x) > 2


def test_its_front_is_by_errors():
    made = search()
    list(made.turns(4_000, CLOCK))
    losses = [one.loss for one in made.front]
    assert losses == sorted(losses, reverse=True)
    assert made.below(1.0)
    assert all(one in made.front for one in made.below(0.1))


def test_it_goes_on_from_where_it_was():
    whole = search()
    list(whole.turns(3_000, CLOCK))
    saved = whole.saved()
    again = search(saved)
    assert again.candidates == whole.candidates
    for made in (whole, again):
        list(made.turns(12_000, CLOCK))
    assert whole.front == again.front
    assert whole.candidates == again.candidates


def test_the_clock_ends_its_turn():
    made = search()
    assert list(made.turns(1_000, Budget(0.0))) == []
    assert made.candidates == 0
