import numpy as np

from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, MULTIPLY
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex_benchmarks.rivals.symbolic.answers import answer_of
from symplex_benchmarks.rivals.symbolic.queue import Scored
from symplex_benchmarks.rivals.symbolic.words import vocabulary_of

SYSTEM = Problem(
    ["u_x = v", "v_x = 0"],
    {"x": [0, 1]},
    [("x = 0", "u = 1"), ("x = 0", "v = 2")],
    unknowns=["u", "v"],
)
ENCODING = TreeEncoding(vocabulary_of(SYSTEM, (ADD, MULTIPLY)))
OBJECTIVE = draw(SYSTEM, np.random.default_rng(0))


def test_the_formulas_of_a_system_are_tidy_and_counted():
    x = ENCODING.symbol("x")
    line = ENCODING.slot(2.0000000001) * x + ENCODING.slot(0.9999999999)
    best = Scored(ENCODING.system([line, ENCODING.slot(2.0000000002)]), 1e-18)
    answer = answer_of(OBJECTIVE, best, 1e-15, 7, {"batch": "3"})
    assert answer.formulas == {"u": "2*x + 1", "v": "2"}
    assert answer.storage == len("2*x + 1") + 1
    assert (answer.candidates, answer.settings) == (7, {"batch": "3"})


def test_without_a_formula_the_reason_is_said():
    answer = answer_of(OBJECTIVE, None, 1e-15, 7, {})
    assert answer.formulas is None
    assert "no formula" in answer.reason
