import numpy as np
import pytest

from symplex.errors import SymplexError
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.weno.hamiltonian import Hamiltonian, godunov


def test_the_hamiltonian_is_read_off_the_statement_with_its_factor():
    problem = Problem(["x - 2*u_t = 3*u_x^2 + u"], {"x": [1, 2], "t": [0, 1]}, [("t = 0", "u = 0")])
    made = Hamiltonian.of(problem)
    columns = {"x": np.array([2.0]), "t": np.zeros(1)}
    # −2 (u_t + H) = x − 2 u_t − 3 p² − u, so H = (3 p² + u − x)/2.
    assert made.values(columns, np.array([5.0]), [np.array([1.5])]) == pytest.approx(4.875)
    assert made.speed(0, columns, np.array([5.0]), [np.array([1.5])]) == pytest.approx(4.5)


def test_the_tip_of_a_cone_has_no_speed():
    made = Hamiltonian.of(load("eikonal"))
    assert made.speed(0, {}, np.zeros(1), [np.zeros(1), np.zeros(1)]) == 0


def test_godunov_takes_the_extremum_between_the_sides():
    made = Hamiltonian.of(load("hj-convex"))
    low, high = np.array([-1.0]), np.array([2.0])
    assert godunov(made, {}, np.zeros(1), [(low, high)]) == 0
    assert godunov(made, {}, np.zeros(1), [(high, low)]) == 2


@pytest.mark.parametrize("equation", ["u_t^2 + u_x = 0", "u_x = u", "u_t = u_xx"])
def test_other_equations_are_refused(equation):
    problem = Problem([equation], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = 0")])
    with pytest.raises(SymplexError, match="WENO"):
        Hamiltonian.of(problem)
