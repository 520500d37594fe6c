"""Waves: d'Alembert's formula, travelling waves."""

import pytest

from support.partial import cauchy
from support.textbook import is_solved, proposals
from symplex.problem import Problem
from symplex.propose.textbook.pdes.dalembert import DAlembert
from symplex.propose.textbook.pdes.travelling_wave import TravellingWave

DALEMBERT = DAlembert()


class TestDAlembert:
    """Waves on a line and on a half line."""

    @pytest.mark.parametrize(
        ("equation", "height", "rate"),
        [
            ("u_tt = 9*u_xx", "exp(-x^2)", "0"),
            ("u_tt = u_xx", "1/(2 + x^2)", "x*exp(-x^2)"),
            ("u_tt = 4*u_xx + t*cos(x)", "0", "x"),
            ("u_tt - u_xx = x^2 + exp(-t)", "tanh(x)", "0"),
        ],
    )
    def test_on_the_line(self, equation, height, rate):
        assert is_solved(DALEMBERT, cauchy(equation, f"u = {height}", f"u_t = {rate}"))

    def test_with_a_symbolic_speed(self):
        problem = cauchy("u_tt = c^2*u_xx", "u = x^3", "u_t = cos(x)", parameters={"c": [1, 2]})
        assert is_solved(DALEMBERT, problem)

    @pytest.mark.parametrize(
        ("height", "face"), [("x^4", "u_x = 0"), ("x^3*(2 + x)", "u = 0"), ("exp(-x^2)", "u_x = 0")]
    )
    def test_with_images_at_a_face(self, height, face):
        conditions = [("t = 0", f"u = {height}"), ("t = 0", "u_t = 0"), ("x = 0", face)]
        problem = Problem(["u_tt = u_xx"], {"x": [0, 2], "t": [0, 2]}, conditions)
        assert is_solved(DALEMBERT, problem)

    @pytest.mark.parametrize(
        ("height", "rate", "low", "high", "end"),
        [
            ("min(x, 1 - x)", "0", "u = 0", "u = 0", 1),  # plucked
            ("min(x, 1 - x)", "0", "u = 0", "u = 0", 2),
            ("min(2*x, 1 - x)", "0", "u = 0", "u = 0", 1),
            ("min(x/a, (1 - x)/(1 - a))", "0", "u = 0", "u = 0", 1),
            ("x*(1 - x)", "0", "u = 0", "u = 0", 2),
            ("0", "1", "u = 0", "u = 0", 1),  # struck
            ("0", "x", "u_x = 0", "u_x = 0", 1),
            ("x^2", "0", "u_x = 0", "u_x = 2", 1),  # no reflection is asked for
        ],
    )
    def test_between_two_ends(self, height, rate, low, high, end):
        conditions = [("t = 0", f"u = {height}"), ("t = 0", f"u_t = {rate}")]
        conditions += [("x = 0", low), ("x = 1", high)]
        parameters = {"a": ["1/4", "3/4"]}
        domain = {"x": [0, 1], "t": [0, end]}
        problem = Problem(["u_tt = u_xx"], domain, conditions, parameters=parameters)
        assert is_solved(DALEMBERT, problem)

    def test_a_plucked_string_with_a_symbolic_speed(self):
        conditions = [("t = 0", "u = min(x, 1 - x)"), ("t = 0", "u_t = 0")]
        conditions += [("x = 0", "u = 0"), ("x = 1", "u = 0")]
        domain, speeds = {"x": [0, 1], "t": [0, 1]}, {"c": ["1/2", 1]}
        problem = Problem(["u_tt = c^2*u_xx"], domain, conditions, parameters=speeds)
        assert is_solved(DALEMBERT, problem)

    @pytest.mark.parametrize(
        "rate",
        [
            "(sign(x + 1) - sign(x - 1))/2",
            "max(1 - abs(x), 0)",
        ],
    )
    def test_rates_in_pieces(self, rate):
        assert is_solved(DALEMBERT, cauchy("u_tt = u_xx", "u = 0", f"u_t = {rate}"))

    def test_other_equations_are_left_alone(self):
        assert proposals(DALEMBERT, cauchy("u_tt = u_xx - u", "u = x^2", "u_t = 0")) == []


TRAVELLING = TravellingWave()


class TestTravellingWaves:
    """Data that move with constant speeds."""

    @pytest.mark.parametrize(
        ("equation", "data"),
        [
            ("u_t + 6*u*u_x + u_xxx = 0", ["u = 1/2/cosh(x/2)^2"]),  # a soliton
            ("u_t = u_xx + u*(1 - u)", ["u = 1/(1 + exp(x/sqrt(6)))^2"]),  # a front
            (
                "u_tt = u_xx - sin(u)",
                ["u = 4*atan(exp(5*x/3))", "u_t = -16/3*exp(5*x/3)/(1 + exp(10*x/3))"],
            ),
            ("u_t + 2*u_x = u", ["u = 1/(1 + x^2)"]),  # it grows as well
        ],
    )
    def test_on_a_line(self, equation, data):
        assert is_solved(TRAVELLING, cauchy(equation, *data))

    def test_in_the_plane_with_a_parameter(self):
        problem = cauchy(
            "u_t + k*u_x - u_y = 0",
            "u = exp(-x^2)*y",
            parameters={"k": [1, 2]},
            x=[-1, 1],
            y=[0, 1],
        )
        assert is_solved(TRAVELLING, problem)

    def test_what_changes_its_shape_is_left_alone(self):
        assert proposals(TRAVELLING, cauchy("u_t = u_xx", "u = exp(-x^2)")) == []
