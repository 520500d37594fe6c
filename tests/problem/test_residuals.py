import pytest

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.problem.residuals import residuals_of

HEAT = Problem(
    ["u_t = k*u_xx"],
    {"x": [0, "pi"], "t": [0, 1]},
    [("t = 0", "u = sin(x)"), ("x = pi", "u = 0"), ("x = 0, t = 0", "u_x = 1")],
    parameters={"k": [1, 2]},
)


def formula(text: str) -> Expression:
    return parse(text, Scope(("x", "t"), ("k", "c")))


def test_the_residuals_of_a_solution_vanish() -> None:
    for residual in residuals_of(HEAT, {"u": formula("exp(-k*t)*sin(x)")}):
        assert float(evaluate(residual, {"x": 0.7, "t": 0.3, "k": 1.4})) == pytest.approx(0.0)


def test_conditions_are_taken_at_their_faces() -> None:
    equation, start, face, corner = residuals_of(HEAT, {"u": formula("c*x*t")})
    assert float(evaluate(equation, {"c": 5.0, "x": 2.0, "t": 0.5, "k": 1.0})) == 10.0
    assert "t" not in start.symbols
    assert "x" not in face.symbols
    assert not corner.symbols & {"x", "t"}
    assert float(evaluate(corner, {"c": 5.0})) == -1.0


def test_systems_are_put_into_every_equation() -> None:
    problem = Problem(["u_t = v", "v_t = u"], {"t": [0, 1]}, unknowns=["u", "v"])
    found = residuals_of(problem, {"u": formula("exp(t)"), "v": formula("2*exp(t)")})
    assert [float(evaluate(residual, {"t": 0.0})) for residual in found] == [-1.0, 1.0]
