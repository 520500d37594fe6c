"""A new unknown in which the equation is linear or shorter."""

import pytest

from support.partial import cauchy, named, square
from support.textbook import is_solved, proposals
from symplex.expression import apply, symbol
from symplex.expression import operators as op
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.problem.method import Family, Reduction
from symplex.propose.textbook.pdes.factored import Factored
from symplex.propose.textbook.pdes.pde import Pde
from symplex.propose.textbook.pdes.substitution import Substitution
from symplex.work.budget import Budget

# A new unknown that is a function of the old one.

PROBLEM = cauchy("u_t = u_xx + u_x^2", "u = log(2 + x^2)")
LOGARITHM = Substitution("w", apply(op.LOG, symbol("w#")), apply(op.EXP, symbol("u#")))


def smaller():
    pde = Pde(PROBLEM, Budget.unlimited())
    problem = LOGARITHM.problem(pde)
    assert problem is not None
    return pde, problem


def test_the_statement_for_the_new_unknown():
    _, problem = smaller()
    (equation,), (condition,) = problem.equations, problem.conditions
    assert Pde(problem, Budget.unlimited()).linear is not None
    assert "u" not in {derivative.of for derivative in equation.derivatives}
    assert to_text(condition.right) in ("x^2 + 2", "2 + x^2")


def test_the_way_back():
    pde, problem = smaller()
    reduction = LOGARITHM.reduction(pde, problem, "test")
    (family,) = reduction.back({"w": parse("2 + 2*t + x^2", problem.answer_scope)})
    assert to_text(family.formulas["u"]) == "log(2 + 2*t + x^2)"
    assert list(reduction.back({"w": parse("2 + x^2", problem.answer_scope)})) == []


def test_proposals_for_the_new_unknown_are_returned():
    pde, problem = smaller()
    good = {"w": parse("2 + 2*t + x^2", problem.answer_scope)}
    inner = [Family("inner", good), Reduction("inner", problem, lambda _: [Family("inner", good)])]
    first, second = LOGARITHM.returned(pde, inner, "test")
    assert isinstance(first, Family)
    assert isinstance(second, Reduction)
    (third,) = second.back({})
    assert first.formulas == third.formulas


COLE_HOPF = named("Cole and Hopf's transformation")


class TestColeHopf:
    """Burgers' equation."""

    @pytest.mark.parametrize(
        ("equation", "data"),
        [
            ("u_t + u*u_x = k*u_xx", "2*k*sin(x)/(3 + cos(x))"),
            ("u_t + u*u_x = u_xx", "-2/(5 + x^2)*0 - 4*x/(1 + x^2)"),
            ("u_t + 2*u*u_x + u_x = k*u_xx", "-2*k*x/(4 + x^2)"),
            ("u_t + u*u_x = k*u_xx", "(1 - sign(x))/2"),  # a shock that is smoothed
        ],
    )
    def test_its_potential_is_found(self, equation, data):
        assert is_solved(COLE_HOPF, cauchy(equation, f"u = {data}", parameters={"k": [1, 2]}))

    def test_other_equations_are_left_alone(self):
        assert proposals(COLE_HOPF, cauchy("u_t + u*u_x = u_xx + u", "u = x")) == []
        assert proposals(COLE_HOPF, cauchy("u_t + u^2*u_x = u_xx", "u = x")) == []


LINEARISED = named("substitution that makes it linear")


class TestLinearised:
    """A new unknown in which an equation is linear."""

    @pytest.mark.parametrize(
        ("equation", "data"),
        [
            ("u_t = u_xx + u_x^2", "log(3 + cos(x))"),
            ("u_t = u_xx - 2*u_x^2", "-log(2 + x^2)/2"),
            ("u*u_t = u*u_xx + 3*u_x^2", "(2 + sin(x))^(1/4)"),
            ("u*u_t = u*u_xx - 2*u_x^2", "1/(5 + x^2)"),
        ],
    )
    def test_logarithms_and_powers(self, equation, data):
        assert is_solved(LINEARISED, cauchy(equation, f"u = {data}"))

    def test_kirchhoffs_integral(self):
        faces = (f"u = sqrt({inside})" for inside in ("1 + y", "2 + y", "1 + x", "2 + x"))
        assert is_solved(LINEARISED, square("diff(u*u_x, x) + diff(u*u_y, y) = 0", *faces))

    def test_equations_that_stay_what_they_are(self):
        assert proposals(LINEARISED, cauchy("u_t = u_xx + u_x^2 + u^3", "u = x")) == []
        assert proposals(LINEARISED, cauchy("u_t = u_xx", "u = x")) == []


FACTORED = named("a factor taken out")


class TestFactored:
    """Factors that take first derivatives out."""

    @pytest.mark.parametrize("data", ["exp(-r^2)", "1/(1 + r^2)", "r"])
    def test_spherical_waves(self, data):
        problem = cauchy(
            "u_tt = u_rr + 2*u_r/r", f"u = {data}", "u_t = 0", t=(0, "1/2"), r=[1, 2], free=["r"]
        )
        found = proposals(Factored(), problem)
        (reduction,) = found
        assert isinstance(reduction, Reduction)
        assert len(reduction.problem.equations[0].derivatives) == 2
        assert is_solved(FACTORED, problem)

    def test_a_damped_wave(self):
        problem = cauchy(
            "u_tt + 2*k*u_t + k^2*u = u_xx", "u = 1/(1 + x^2)", "u_t = 0", parameters={"k": [1, 2]}
        )
        assert is_solved(FACTORED, problem)

    def test_nothing_to_take_out(self):
        assert proposals(FACTORED, cauchy("u_tt = u_xx", "u = x", "u_t = 0")) == []
