"""A problem, summarised."""

from symplex.problem import Problem
from symplex.problem.overview import check

BURGERS = Problem(
    ["u_t + u_x^2/2 = x^(5/2)"],
    {"x": [0, 1], "t": [0, 1]},
    [("t = 0", "u = -x^2"), ("x = 0", "u_x + u = 0")],
    parameters={"nu": 2},
    name="sample",
)


def test_the_page_holds_the_statement():
    page = str(check(BURGERS))
    assert "Problem   sample" in page
    assert "Find      u(x, t)" in page
    assert "such that u_t + u_x^2/2 = x^(5/2)" in page
    assert "first-order, fully nonlinear" in page
    assert "on        x in [0, 1], t in [0, 1]" in page
    assert "where     nu = 2" in page


def test_conditions_have_their_names():
    page = str(check(BURGERS))
    assert "u = -x^2   at t = 0 (initial condition)" in page
    assert "u_x + u = 0   at x = 0 (Robin condition)" in page


def test_the_hamiltonian_and_the_operators_are_shown():
    overview = check(BURGERS)
    assert overview.hamilton_jacobi is not None
    search = str(overview).splitlines()[-1] if not overview.warnings else str(overview)
    assert "^(5/2)" in search
    assert "abs max min" in search
    assert "learnt in the order space, time" in search


def test_what_is_declared_is_said():
    disc = Problem(
        ["u_s = u_rr + u_r/r"],
        {"r": [0, "2*pi"], "s": [0, 1]},
        [("s = 0", "u = 1")],
        time="s",
        free=["r"],
        open=["s = 1"],
    )
    lines = str(check(disc)).splitlines()
    assert "on        r in [0, 2*pi], s in [0, 1], where s is time" in lines
    assert "free      r: nothing is stated there; the answer is continuous up to it" in lines
    assert "open      s = 1: not in the domain" in lines
    assert not any(line.startswith("infinite") for line in lines)


def test_what_is_read_is_said():
    page = str(check(BURGERS))
    assert "infinite  x = 1: nothing is stated there, and the domain goes on to infinity" in page
    assert "notion    viscosity, forwards in time, where the answer is not smooth" in page


def test_warnings_come_last():
    lonely = Problem(["u_x = 0"], {"x": [0, 1], "y": [0, 1]})
    lines = str(check(lonely)).splitlines()
    assert lines[-1].startswith("warning")
    assert any("'y'" in line for line in lines if line.startswith("warning"))


def test_high_orders_are_counted():
    beam = Problem(["diff(u, x, 5) = 0"], {"x": [0, 1]}, [("x = 0", "u = 0")])
    assert "order 5, linear, homogeneous" in str(check(beam))
