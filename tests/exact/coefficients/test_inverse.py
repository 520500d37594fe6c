import math

import pytest

from support.fields import read
from symplex.exact.coefficients.inverse import inverted


@pytest.mark.parametrize(
    ("text", "near", "expected"),
    [
        ("sin(2*A)", 4.7, ["2*A - 3*pi"]),
        ("cos(A)", 4.7, ["A - 3*pi/2"]),
        ("sin(A)", None, ["A - pi"]),
        ("sin(A)", math.nan, ["A - pi"]),
        ("cos(A)", math.inf, ["A - 3*pi/2"]),
        ("exp(A) - 2*k", None, ["A - log(2) - log(k)"]),
        ("exp(A + B) - exp(C)*k", None, ["A + B - C - log(k)"]),
        ("exp(2*A) + 1", None, []),
        ("exp(A) + k", None, []),
        ("exp(A) + exp(B) - 1", None, []),
        ("sin(A) - 1/2", None, []),
        ("A*exp(A) - 1", None, []),
    ],
)
def test_arguments_from_values(text: str, near: float | None, expected: list[str]) -> None:
    values = None if near is None else {"A": near, "k": 1.3}
    made = read(text, values=values)
    found = inverted(made.field, made.unknowns(), made.near, made.tops[0])
    monic = [equation / equation.leading_coefficient() for equation in found]
    assert monic == [made.poly(text) for text in expected]
