"""The orders of WENO, measured against solutions that are known."""

import numpy as np

from symplex.problem import Problem
from symplex_benchmarks.rivals.weno.evolve import Evolution
from symplex_benchmarks.rivals.weno.grid import Axis, Grid
from symplex_benchmarks.rivals.weno.hamiltonian import Hamiltonian, godunov, lax_friedrichs


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
