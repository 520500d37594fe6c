"""Data with corners: maxima and minima of solutions."""

import pytest

from support.partial import cauchy, named
from support.textbook import is_solved, proposals

PIECES = named("piece by piece")


class TestPieces:
    """Data with corners, piece by piece."""

    @pytest.mark.parametrize(
        ("equation", "data", "t"),
        [
            ("u_t + u*u_x = 0", "max(3*x, 0)", (0, 1)),  # a ramp that spreads
            ("u_t + u*u_x = 0", "min(max(x, 0), 1)", (0, 1)),
            ("u_t = diff(u^2, x, 2)", "max(1 - x^2/12, 0)", (1, 2)),  # a hill with an edge
            ("u_t + 2*u_x = -u", "abs(x)", (0, 1)),
        ],
    )
    def test_on_a_line(self, equation, data, t):
        assert is_solved(PIECES, cauchy(equation, f"u = {data}", t=t))

    def test_smooth_data_are_left_alone(self):
        assert proposals(PIECES, cauchy("u_t + u*u_x = 0", "u = x")) == []
