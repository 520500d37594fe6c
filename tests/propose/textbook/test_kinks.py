"""Data with corners: Hopf and Lax, and maxima of solutions."""

import pytest

from support.partial import cauchy, named
from support.textbook import is_solved, proposals
from symplex.propose.textbook.pdes.hopf_lax import HopfLax

HOPF_LAX = HopfLax()


class TestHopfLax:
    """Hamilton–Jacobi equations whose data have corners."""

    @pytest.mark.parametrize(
        ("equation", "data"),
        [
            ("u_t + u_x^2 = 0", "-2*abs(x)"),
            ("u_t + sqrt(1 + u_x^2) = 0", "min(x, 1 - 3*x)"),
            ("u_t - u_x^2/2 = 0", "max(x, -x/2)"),
            ("u_t + 2*abs(u_x) = 0", "x^2"),  # the distance shrinks
            ("u_t = abs(u_x)", "x^2"),
        ],
    )
    def test_on_a_line(self, equation, data):
        assert is_solved(HOPF_LAX, cauchy(equation, f"u = {data}"))

    def test_linear_equations_are_left_alone(self):
        assert proposals(HOPF_LAX, cauchy("u_t + u_x = 0", "u = abs(x)")) == []


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
