"""Random candidates for the benches."""

import numpy as np

from symplex.expression import CONSTANT
from symplex.notation.problem_files import bundled
from symplex_benchmarks.bench._candidates import candidates, vocabulary


def test_candidates_are_those_that_the_bench_promises():
    problem = bundled("parametric-heat")
    batch, again = candidates(problem, 1000), candidates(problem, 1000)
    np.testing.assert_array_equal(batch.tokens, again.tokens)
    sizes = np.diff(batch.offsets)
    assert sizes.min() >= 5
    assert sizes.max() <= 40
    assert 15 < sizes.mean() < 17
    slot = vocabulary(problem).id_of(CONSTANT)
    constants = [int(np.sum(ids == slot)) for ids in batch]
    assert set(constants) == set(range(7))
    for ids in batch:
        vocabulary(problem).decode(ids.tolist())
