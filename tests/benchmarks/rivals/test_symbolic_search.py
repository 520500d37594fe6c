"""The search of symbolic rivals, and its answers."""

import numpy as np

from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ADD, EXP, MULTIPLY, SIN
from symplex.expression.sequences.grammar import Grammar
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex_benchmarks.rivals.symbolic.answers import answer_of
from symplex_benchmarks.rivals.symbolic.genetic import GeneticSettings
from symplex_benchmarks.rivals.symbolic.queue import Scored
from symplex_benchmarks.rivals.symbolic.recurrent import RecurrentSettings
from symplex_benchmarks.rivals.symbolic.scorer import Scorer
from symplex_benchmarks.rivals.symbolic.search import RecurrentSearch, SearchSettings
from symplex_benchmarks.rivals.symbolic.words import vocabulary_of

DECAY = Problem(["u_t = -2*u"], {"t": [0, 1]}, [("t = 0", "u = 3")])


def search(seed=0, *, genetic=True):
    encoding = TreeEncoding(vocabulary_of(DECAY, (ADD, MULTIPLY, EXP, SIN)))
    scorer = Scorer(draw(DECAY, np.random.default_rng(0)), encoding)
    chosen = SearchSettings(
        batch=50,
        policy=RecurrentSettings(),
        genetic=GeneticSettings(population=50, generations=3) if genetic else None,
    )
    grammar = Grammar(encoding.vocabulary, max_length=10)
    return RecurrentSearch(scorer, grammar, chosen, seed), scorer


def test_a_decay_is_found_and_the_seed_fixes_what_is_found():
    runs = [search(seed=1) for _ in range(2)]
    found = [one.run(1e-12, 60) for one, _ in runs]
    assert found[0] is not None
    assert found[0].loss <= 1e-12
    assert found[0] == found[1]
    assert runs[0][1].candidates == runs[1][1].candidates


def test_first_trees_take_part():
    one, scorer = search()
    encoding = scorer.encoding
    solution = encoding.slot(3.0) * encoding.apply(EXP, encoding.slot(-2.0) * encoding.symbol("t"))
    found = one.run(1e-12, 60, [solution])
    assert found is not None
    assert found.tree.ids == solution.ids
    assert scorer.candidates == 1


def test_it_ends_with_its_time_and_tells_all_that_it_scored():
    one, scorer = search(genetic=False)
    told: list[bytes] = []
    one.every = lambda scored: told.extend(each.tree.ids for each in scored)
    one.run(-1.0, 0.3)
    assert len(set(told)) == scorer.candidates > 0


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
