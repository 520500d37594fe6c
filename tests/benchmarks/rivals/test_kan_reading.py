"""Formulas read off a KAN."""

from importlib import import_module

import numpy as np
import pytest
import torch

from symplex.work.clock import now

pytest.importorskip("kan", reason="pykan is of the extra symplex-benchmarks[rivals]")
pytestmark = pytest.mark.filterwarnings("ignore")
RNG = np.random.default_rng(0)


def _reader(checked):
    from symplex_benchmarks.rivals.kan.reading import Reader

    torch.set_default_dtype(torch.float64)
    model = import_module("kan").KAN(width=[2, 2, 1], grid=3, k=3, seed=0, auto_save=False)
    model.speed()
    rows = torch.tensor(RNG.uniform(-1, 1, (20, 2)))
    return Reader(model, rows, torch.tensor(checked))


def test_without_time_every_edge_becomes_the_simplest_function():
    reader = _reader(RNG.uniform(-1, 1, (20, 2)))
    assert reader.fits == 1
    reader.read(now())
    assert reader.fits == 1 + len(reader.edges)
    assert {
        name for layer in reader.model.symbolic_fun for row in layer.funs_name for name in row
    } == {"x"}
    assert reader.is_finite()


def test_the_whole_library_is_expected_to_cost_more_than_a_fit_on_every_edge():
    reader = _reader(RNG.uniform(-1, 1, (20, 2)))
    assert len(reader.edges) == 6
    assert reader.expected > 6 * 12 * reader.cost


def test_functions_that_are_undefined_somewhere_are_replaced(monkeypatch):
    from symplex_benchmarks.rivals.kan import reading

    # Far outside of where it is read off, a logarithm has no value.
    reader = _reader([[-100.0, -100.0], [100.0, 100.0]])
    monkeypatch.setattr(reading, "LIBRARY", ("log", "sqrt"))
    reader.read(now() + 999)
    assert reader.is_finite()
    names = {name for layer in reader.model.symbolic_fun for row in layer.funs_name for name in row}
    assert not names & reading.PARTIAL
