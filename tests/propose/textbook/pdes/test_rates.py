"""How an unknown begins to change."""

from support.partial import cauchy
from support.textbook import arithmetic, formula
from symplex.propose.textbook.pdes.pde import lone_pde
from symplex.propose.textbook.pdes.rates import rate_at_data
from symplex.work.budget import Budget


def rate(problem):
    pde = lone_pde(problem, Budget.unlimited())
    assert pde is not None
    (data,) = pde.marching()
    return rate_at_data(pde, data)


def test_from_the_equation():
    found = rate(cauchy("2*u_t + u*u_x = u_xx", "u = x^2"))
    assert found is not None
    assert arithmetic().are_equal(found, formula("1 - x^3"))


def test_as_given():
    assert rate(cauchy("u_tt = u_xx", "u = x", "u_t = 3*x")) == formula("3*x")


def test_not_where_neither_says_it():
    assert rate(cauchy("u_tt = u_xx", "u = x")) is None
