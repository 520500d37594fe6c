"""The operator table on PyTorch tensors."""

import math
from fractions import Fraction

import numpy as np
import pytest
import torch

from symplex.expression.evaluate import numpy_backend
from symplex.expression.operators import OPERATORS
from symplex.numerics.evaluation.engines.torch_backend import torch_backend

TORCH, NUMPY = torch_backend(), numpy_backend()
VALUES = np.array([-0.9, -0.3, 0.2, 0.8])


@pytest.mark.parametrize("row", OPERATORS.values(), ids=lambda row: row.name)
def test_every_operator_has_numpy_s_values(row):
    columns = [VALUES, VALUES[::-1].copy()][: row.arity]
    with np.errstate(all="ignore"):
        expected = row.form(NUMPY, *columns)
    found = row.form(TORCH, *(torch.tensor(column) for column in columns))
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-14)


def test_the_sign_of_nan_is_nan():
    assert math.isnan(TORCH.sign(torch.tensor(math.nan)).item())
    assert TORCH.sign(torch.tensor(-2.0)).item() == -1


def test_whole_powers_are_smooth_at_zero():
    at = torch.zeros((), dtype=torch.float64, requires_grad=True)
    (slope,) = torch.autograd.grad(TORCH.power(at, Fraction(3)), at)
    assert slope.item() == 0


def test_numbers_are_in_double_precision():
    assert TORCH.number(Fraction(1, 3)).dtype == torch.float64
    assert TORCH.number(Fraction(1, 3)).item() == 1 / 3
