"""WENO as a rival: its orders, measured against solutions that are known."""

import numpy as np
import pytest

from symplex.errors import SymplexError
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.weno import WENO
from symplex_benchmarks.rivals.weno.evolve import Evolution
from symplex_benchmarks.rivals.weno.grid import Axis, Grid, between_nodes, with_ghosts
from symplex_benchmarks.rivals.weno.hamiltonian import Hamiltonian, godunov, lax_friedrichs
from symplex_benchmarks.rivals.weno.slopes import GHOSTS, one_sided

SMALL = WENO(nodes=(100, 30, 12))


def _error(problem, truth, weno=SMALL):
    answer = weno.solve(problem, seed=0, seconds=999)
    points = problem.box.sample(np.random.default_rng(1), 1000)
    return answer, np.abs(answer.values(points)["u"] - truth(**points))


def test_the_paper_s_burgers_problem():
    answer, error = _error(load("burgers"), lambda x, y, t: np.abs(x) + np.abs(y) + t)
    assert np.mean(error**2) < 1e-3
    assert answer.storage == 30 * 30 * 8 * (int(answer.settings["steps"]) + 1)


@pytest.mark.slow
def test_the_paper_s_burgers_problem_on_the_stated_grid():
    answer, error = _error(load("burgers"), lambda x, y, t: np.abs(x) + np.abs(y) + t, WENO())
    assert np.sqrt(np.mean(error**2)) < 1e-3
    assert np.mean(error) < 1e-3
    assert np.max(error) < 1e-2  # in the cells that a kink goes through
    assert answer.settings["grid"].startswith("100 nodes")


def test_an_open_box_is_widened_so_that_what_comes_from_outside_is_there():
    # At t = 1 half of the box is filled with what was left of it.
    _, error = _error(load("hj-convex"), lambda x, t: np.minimum(x - t / 2, 0))
    assert np.max(error) < 0.02
    gaussian = "exp(-2*(x - 3*t)^2)"
    problem = Problem(
        ["u_t + 3*u_x = 0"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = exp(-2*x^2)")]
    )
    _, error = _error(problem, lambda x, t: np.exp(-2 * (x - 3 * t) ** 2), WENO(nodes=(200, 1, 1)))
    assert np.max(error) < 1e-4, gaussian


def test_values_on_faces_are_used():
    # The inflow has a corner in time which no extrapolation could know.
    problem = Problem(
        ["u_t + u_x = 0"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = 0"), ("x = 0", "u = max(t - 1/2, 0)")],
    )
    _, error = _error(problem, lambda x, t: np.maximum(t - x - 0.5, 0))
    assert np.max(error) < 0.02


def test_a_parameter_is_one_more_axis():
    def truth(x, y, t, kappa):
        return 2 * np.sin(x - kappa * t) * np.sin(y - kappa * t)

    _, error = _error(load("parametric-advection-sine"), truth)
    assert np.mean(error**2) < 1e-3


@pytest.mark.parametrize("name", ["heat", "poisson-exp"])
def test_what_it_is_not_made_for_is_said(name):
    with pytest.raises(SymplexError, match="WENO"):
        WENO().solve(load(name), seed=0, seconds=999)


def test_time_that_is_over_is_a_reason():
    answer = WENO().solve(load("burgers"), seed=0, seconds=0.0)
    assert answer.values is None
    assert "time was over" in answer.reason


def _axes(count):
    return (Axis("x", -1.0, 2.0 / (count - 1), count), Axis("t", 0.0, 1.0 / (count - 1), count))


def _values(axes, formula):
    x, t = np.meshgrid(*(axis.nodes for axis in axes), indexing="ij")
    return formula(x, t)


def _points():
    rng = np.random.default_rng(0)
    return {"x": rng.uniform(-1, 1, 500), "t": rng.uniform(0, 1, 500)}


def test_values_between_nodes_are_of_third_order():
    points, errors = _points(), []
    for count in (21, 41):
        axes = _axes(count)
        found = between_nodes(axes, _values(axes, lambda x, t: np.sin(2 * x + t)), points)
        errors.append(np.max(np.abs(found - np.sin(2 * points["x"] + points["t"]))))
    assert np.log2(errors[0] / errors[1]) > 2.5


def test_beside_a_kink_the_values_are_those_of_one_side():
    axes, points = _axes(20), _points()
    found = between_nodes(axes, _values(axes, lambda x, t: np.abs(x) + t), points)
    wrong = np.abs(found - np.abs(points["x"]) - points["t"])
    outside = np.abs(points["x"]) > axes[0].step / 2
    assert np.max(wrong[outside]) < 1e-12
    assert 1e-3 < np.max(wrong) <= axes[0].step / 2


def test_ghosts_continue_a_line():
    assert np.allclose(with_ghosts(np.array([1.0, 3.0, 4.0]), 0), [-5, -3, -1, 1, 3, 4, 5, 6, 7])


def _nodes(step):
    return step * np.arange(-GHOSTS - 10, 11 + GHOSTS)


def test_smooth_values_have_the_same_slope_from_both_sides_to_fifth_order():
    errors = []
    for step in (0.05, 0.025):
        x = _nodes(step)
        for slope in one_sided(np.sin(x), 0, step):
            errors.append(np.max(np.abs(slope - np.cos(x[GHOSTS:-GHOSTS]))))
    assert np.log2(errors[0] / errors[2]) > 4.5
    assert np.log2(errors[1] / errors[3]) > 4.5


def test_a_kink_has_its_two_slopes():
    x = _nodes(0.1)
    left, right = one_sided(np.abs(x), 0, 0.1)
    tip = np.argmin(np.abs(x[GHOSTS:-GHOSTS]))
    assert np.allclose([left[tip], right[tip]], [-1, 1], atol=1e-6)
    assert np.allclose(left[tip + 2 :], 1, atol=1e-6)


def test_slopes_are_taken_along_the_axis_that_is_asked_for():
    x, y = _nodes(0.1)[:, None], _nodes(0.1)[None, :]
    left, _ = one_sided(2 * x + 5 * y, 1, 0.1)
    assert left.shape == (x.size, y.size - 2 * GHOSTS)
    assert np.allclose(left, 5)


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


# The orders of WENO, measured against solutions that are known.


def _problem(equation: str) -> Problem:
    return Problem([equation], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = 0")])


def _last_state(problem, first, nodes, end, steps):
    """The values at the end of time on [−3, 3], of which [−1, 1] is not reached from the ends."""
    grid = Grid((Axis("x", -3.0, 6.0 / nodes, nodes + 1),))
    evolution = Evolution(Hamiltonian.of(problem), grid, lambda _, values: values)
    x = grid.axes[0].nodes
    *_, last = evolution.states(first(x), np.linspace(0, end, steps + 1))
    inside = np.abs(x) <= 1
    return x[inside], last[inside]


def _burgers_by_characteristics(x, t):
    """u_t + u_x²/2 = 0 with u = −cos(x) at first: where the characteristic begins, by Newton."""
    begin = x.copy()
    for _ in range(50):
        begin -= (begin + t * np.sin(begin) - x) / (1 + t * np.cos(begin))
    return -np.cos(begin) + t * np.sin(begin) ** 2 / 2


def test_a_smooth_solution_is_approached_with_order_five():
    end, errors = 0.4, []
    for nodes in (60, 120, 240):
        # Runge–Kutta is of third order: its steps shrink faster than the cells do.
        steps = int(np.ceil(end * 2.0 * (nodes / 6) ** (5 / 3)))
        x, found = _last_state(
            _problem("u_t + u_x^2/2 = 0"), lambda x: -np.cos(x), nodes, end, steps
        )
        errors.append(np.max(np.abs(found - _burgers_by_characteristics(x, end))))
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert orders.min() >= 4.5
    assert errors[-1] < 1e-8


def test_a_moving_kink_is_approached_with_order_one():
    errors = []
    for nodes in (61, 121, 241):
        x, found = _last_state(
            *(_problem("u_t + u_x^2/2 = 0"), lambda x: np.minimum(x, 0)),
            *(nodes, 1.0, 2 * nodes),
        )
        errors.append(np.mean(np.abs(found - np.minimum(x - 0.5, 0))))
    assert errors[-1] < 1e-3
    # In the mean the kink counts with its width too: between one and two orders.
    assert all(0.7 <= order <= 2.6 for order in np.log2(np.divide(errors[:-1], errors[1:])))


def test_the_viscosity_solution_is_found_where_smooth_pieces_would_do_as_well():
    # Both |x| − t/2 continued and the rarefaction satisfy the equation wherever they are smooth.
    x, found = _last_state(_problem("u_t + u_x^2/2 = 0"), np.abs, 240, 0.5, 400)
    true = np.where(np.abs(x) <= 0.5, x**2, np.abs(x) - 0.25)
    assert np.max(np.abs(found - true)) < 0.02
    assert found[np.argmin(np.abs(x))] > -0.02


def test_godunov_s_flux_is_taken_only_where_slope_zero_is_the_one_extremum():
    grid = Grid((Axis("x", -1.0, 0.1, 21),))
    for equation, flux in (
        ("u_t + sqrt(1 + u_x^2) = 0", godunov),
        ("u_t + 3*u_x = 0", godunov),
        ("u_t + (u_x - 1)^2 = 0", lax_friedrichs),
        ("u_t - cos(u_x) = 0", lax_friedrichs),
    ):
        made = Evolution(Hamiltonian.of(_problem(equation)), grid, lambda _, v: v)
        assert made.flux is flux, equation


def test_lax_friedrichs_converges_too():
    x, found = _last_state(
        _problem("u_t + (u_x - 1)^2/2 = 0"), lambda x: -np.cos(x) + x, 240, 0.4, 400
    )
    assert np.max(np.abs(found - x - _burgers_by_characteristics(x, 0.4))) < 1e-6
