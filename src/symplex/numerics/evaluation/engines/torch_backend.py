"""The operator table's primitives on PyTorch tensors, for the fallback evaluator alone."""

import math
from fractions import Fraction
from types import SimpleNamespace

import torch

from symplex.expression.evaluate import Backend, nearest_float

_FUNCTIONS = (
    *("sin", "cos", "tan", "exp", "log", "abs", "erf", "sinh", "cosh", "tanh"),
    *("asin", "acos", "atan", "maximum", "minimum"),
)


def _power(base: torch.Tensor, exponent: Fraction) -> torch.Tensor:
    if exponent == Fraction(1, 2):
        return torch.sqrt(base)
    if exponent.denominator == 1:
        return torch.pow(base, int(exponent))
    return torch.pow(base, float(exponent))


def _sign(a: torch.Tensor) -> torch.Tensor:
    # torch.sign(NaN) is 0; ours passes NaN on.
    return torch.where(torch.isnan(a), a, torch.sign(a))


def _number(value: Fraction | int) -> torch.Tensor:
    return torch.tensor(nearest_float(value), dtype=torch.float64)


def torch_backend() -> Backend:
    """PyTorch in double precision."""
    functions = {name: getattr(torch, name) for name in _FUNCTIONS}
    pi = torch.tensor(math.pi, dtype=torch.float64)
    return SimpleNamespace(**functions, sign=_sign, power=_power, number=_number, pi=pi)  # pyright: ignore[reportReturnType]
