"""What the methods see of a problem in several variables."""

from support.partial import cauchy, square
from symplex.expression import number
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.textbook.pdes.pde import lone_pde, pde_of
from symplex.work.budget import Budget


def test_linear_equations_have_coefficients_and_a_source():
    pde = lone_pde(cauchy("u_t = (1 + x)*u_xx - 2*u + sin(x)", "u = x"), Budget.unlimited())
    assert pde is not None
    assert pde.linear is not None
    (equation,) = pde.linear
    assert to_text(equation.coefficient("u", "t")) == "1"
    assert to_text(equation.coefficient("u")) == "2"
    assert to_text(equation.source) == "sin(x)"


def test_others_are_not_linear():
    pde = lone_pde(cauchy("u_t + u*u_x = 0", "u = x"), Budget.unlimited())
    assert pde is not None
    assert pde.linear is None
    assert pde.order == 1


def test_data_on_one_slice():
    pde = lone_pde(cauchy("u_tt = u_xx", "u = x + t", "u_t = 1"), Budget.unlimited())
    assert pde is not None
    (data,) = pde.marching()
    assert data.variable == "t"
    assert to_text(data.values["u", 0]) == "x + 0"
    assert data.values["u", 1] == number(1)


def test_two_slices_are_no_beginning():
    pde = lone_pde(
        square("u_xx + u_yy = 0", "u = 0", "u = 0", "u = x", "u = 1"), Budget.unlimited()
    )
    assert pde is not None
    assert list(pde.marching()) == []
    assert len(list(pde.slices("x"))) == 2


def test_new_names_are_not_those_of_the_problem():
    pde = lone_pde(cauchy("u_t = a*u_x", "u = x", parameters={"a": [1, 2]}), Budget.unlimited())
    assert pde is not None
    assert pde.fresh(3, "au") == ("a1", "u1", "a2")


def test_ordinary_equations_and_systems_are_others():
    ordinary = Problem(["u_t = u"], {"t": [0, 1]}, [("t = 0", "u = 1")])
    assert pde_of(ordinary, Budget.unlimited()) is None
    system = Problem(["u_t = v_x", "v_t = u_x"], {"x": [0, 1], "t": [0, 1]}, unknowns=["u", "v"])
    assert pde_of(system, Budget.unlimited()) is not None
    assert lone_pde(system, Budget.unlimited()) is None
