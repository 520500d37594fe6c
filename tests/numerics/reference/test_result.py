"""What comes of looking for a reference."""

import pickle

import numpy as np

from symplex.numerics.reference.chebyshev import Expansion
from symplex.numerics.reference.result import Reference, Sample

LINE = Expansion(("x",), ((0.0, 2.0),), np.array([[1.0, 1.0]]))


def made(error: float, *, differentiable: bool = True) -> Sample:
    return Sample({"k": 2.0}, LINE, error, 4.0, differentiable)


def test_the_worst_sample_counts():
    found = Reference(("u",), {"x": (0.0, 2.0)}, (made(1e-9), made(4e-9)), "tests", 0.1)
    assert found.error == 4e-9
    assert found.relative_error == 1e-9


def test_values_and_derivatives_at_columns_and_numbers():
    found = Reference(("u",), {"x": (0.0, 2.0)}, (made(0.0),), "tests", 0.1)
    np.testing.assert_allclose(found.values({"x": [0.5, 2.0]}), [[0.5, 2.0]])
    np.testing.assert_allclose(found.derivatives({"x": 0.5}, ("x",)), [[1.0]])


def test_a_method_without_derivatives_gives_none():
    assert made(0.0, differentiable=False).derivatives({"x": [1.0]}, ("x",)) is None


def test_it_can_be_sent_to_another_process():
    found = Reference(("u",), {"x": (0.0, 2.0)}, (made(0.0),), "tests", 0.1)
    again = pickle.loads(pickle.dumps(found))
    np.testing.assert_array_equal(again.values({"x": [1.5]}), found.values({"x": [1.5]}))
