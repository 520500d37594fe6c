"""Conservation laws and their fronts."""

import pytest

from symplex.budget import Budget, Undecided
from symplex.expression import apply, tuple_of
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.proof.answer import read_answer
from symplex.proof.context import ProofContext
from symplex.proof.pieces.cut import cut
from symplex.proof.pieces.surfaces import interfaces
from symplex.proof.weak.conservation import law_of, require_flux, require_shock

LINE = {"x": [-1, 1], "t": [0, 1]}


def case(equation, text):
    problem = Problem([equation], LINE, [("t = 0", "u = x")])
    context = ProofContext.of(problem.box, Budget.unlimited(), "t")
    tree = read_answer(problem, text)["u"]
    law = law_of(problem, problem.equations[0], context.normaliser)
    found = interfaces(cut(apply(tuple_of(1), tree), context), context)
    return law, found


def test_the_parts_of_a_law():
    law, _ = case("2*u_t + u*u_x = 3*u_xx", "x")
    assert to_text(law.rate) == "2"
    assert law.unknown == "u" and law.space == "x" and law.time == "t"


@pytest.mark.parametrize("equation", ["u_t = u_x^3", "u_t = x*u_xx", "u_tt = u_xx"])
def test_other_equations_are_no_laws(equation):
    assert case(equation, "x")[0] is None


def test_a_shock_travels_at_the_speed_of_rankine_and_hugoniot():
    law, (front,) = case("u_t + u*u_x = 0", "(1 - sign(x - t/2))/2")
    require_shock(law, front)
    law, (front,) = case("u_t + u*u_x = 0", "(1 - sign(x - t/3))/2")
    with pytest.raises(Undecided, match="Rankine"):
        require_shock(law, front)


def test_a_rarefaction_shock_breaks_the_entropy_condition():
    law, (front,) = case("u_t + u*u_x = 0", "(1 + sign(x - t/2))/2")
    with pytest.raises(Undecided, match="entropy"):
        require_shock(law, front)


def test_the_flux_is_continuous_across_a_porous_front():
    law, (front,) = case("u_t = diff(u*u_x, x)", "max(t - x, 0)")
    require_flux(law, front)
    law, (front,) = case("u_t = diff((u + 1)*u_x, x)", "max(t - x, 0)")
    with pytest.raises(Undecided, match="flux"):
        require_flux(law, front)
