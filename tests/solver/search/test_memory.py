"""What is remembered: diverse candidates, and the best of every size."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.writing import text_of, writing
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex.origin import Origin, Writer
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.settings import MemorySettings
from symplex.solver.search.memory import Behaviour, Memory, Remembered, levenshtein, pareto

HEAT = writing("parametric-heat")
PAIR = writing("acoustics-standing")


def behaviour_of(formulas, count=64):
    return Behaviour(draw(formulas.problem, np.random.default_rng(0), Sampling()), count)


def candidates(*pairs):
    return [Candidate(HEAT.tree(text), loss, Origin(Writer.MOVE)) for text, loss in pairs]


def remembered(*pairs, **settings):
    memory = Memory(MemorySettings(**settings), behaviour_of(HEAT))
    memory.offer(candidates(*pairs))
    return memory


def texts(found):
    return [text_of(candidate.tree) for candidate in found]


def test_the_memory_keeps_one_of_what_behaves_alike():
    memory = remembered(("x + x", 0.5), ("2*x", 0.5), ("y", 0.7))
    assert texts(memory.best) == ["x + x", "y"]


def test_a_better_one_takes_the_place_of_what_behaves_alike():
    memory = remembered(("x + x", 0.5), ("y", 0.7))
    memory.offer(candidates(("2*x", 0.4)))
    assert texts(memory.best) == ["2*x", "y"]


def test_the_memory_keeps_one_of_what_is_spelt_alike():
    memory = remembered(("x + y", 0.5), ("x - y", 0.6), ("sin(x)", 0.7), structural=2)
    assert texts(memory.best) == ["x + y", "sin(x)"]


def test_the_memory_keeps_the_best_few():
    memory = remembered(("x", 3.0), ("y", 2.0), ("t", 1.0), best=2)
    assert texts(memory.best) == ["t", "y"]


def test_the_front_has_no_larger_formula_that_is_not_better():
    memory = remembered(("x", 1.0), ("x + y", 2.0), ("sin(x)", 0.5), ("x + y*t", 0.1))
    assert texts(memory.front) == ["x", "sin(x)", "x + y*t"]


def test_among_perfect_candidates_the_smaller_is_better():
    memory = remembered(("x + 0*y", 1e-31), ("x", 1e-29))
    assert texts(memory.best)[0] == "x"


def test_what_has_no_loss_or_no_value_is_not_remembered():
    memory = remembered(("x", np.inf), ("log(0 - exp(x))", 0.5), ("y", 0.7))
    assert texts(memory.best) == ["y"]


@pytest.mark.parametrize(("loss", "is_better"), [(0.5, True), (0.95, False), (1.5, False)])
def test_only_a_clear_improvement_counts(loss, is_better):
    memory = remembered(("x", 1.0))
    assert memory.offer(candidates(("y", loss))) is is_better


def test_answers_of_earlier_stages_stay_parents():
    earlier = candidates(("sin(x)", 9.0))
    held = Remembered(protected=tuple(earlier))
    memory = Memory(MemorySettings(), behaviour_of(HEAT), held)
    memory.offer(candidates(("x", 1.0), ("y*t", 0.5)))
    assert texts(memory.parents) == ["y*t", "x", "x", "y*t", "sin(x)"]
    memory.forget()
    assert texts(memory.parents) == ["sin(x)"]
    without_front = Memory(MemorySettings(front=False), behaviour_of(HEAT), held)
    without_front.offer(candidates(("x", 1.0)))
    assert texts(without_front.parents) == ["x", "sin(x)"]


def test_a_system_behaves_as_all_of_its_formulas_do():
    same_first = [
        Candidate(PAIR.encoding.system(PAIR.trees("x", text)), 0.5, Origin(Writer.MOVE))
        for text in ("t", "2*t")
    ]
    values = [behaviour_of(PAIR, count=10)(candidate) for candidate in same_first]
    assert [len(v) for v in values] == [20, 20]
    assert np.array_equal(values[0][:10], values[1][:10])
    assert np.allclose(2 * values[0][10:], values[1][10:])


LOSSES = st.lists(st.tuples(st.sampled_from(("x", "sin(x)", "x + y", "x*y + t")), st.floats(0, 9)))


@given(LOSSES)
def test_a_front_is_what_no_other_beats(pairs):
    found = candidates(*pairs)
    front = pareto(found)
    assert [c.size for c in front] == sorted({c.size for c in front})
    beaten = [c for c in front if any(o.size <= c.size and o.loss < c.loss for o in found)]
    assert not beaten
    assert all(any(c.size <= o.size and c.loss <= o.loss for c in front) for o in found)


def test_structural_distance():
    assert levenshtein(b"abc", b"abx", 5) == 1
    assert levenshtein(b"abc", b"c", 5) == 2
    assert levenshtein(b"abcdef", b"", 3) == 3


def test_of_one_size_the_least_loss_is_in_the_front_however_small():
    memory = Memory(MemorySettings(), behaviour_of(HEAT))
    memory.offer(candidates(("x", 3e-21), ("y", 1e-22), ("t", 1e-21), ("sin(x)", np.inf)))
    assert texts(memory.front) == ["y"]
