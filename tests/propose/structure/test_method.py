"""The method that looks before it names."""

from support.views import known
from symplex.expression.render import to_text
from symplex.numerics.reference.result import NoReference
from symplex.origin import UNRECORDED
from symplex.problem import Problem
from symplex.propose.structure.findings import formulas_of
from symplex.propose.structure.method import SeenStructure, families
from symplex.reasons import Code, Reason
from symplex.solver.polish.completion import Skeleton
from symplex.solver.solution.finisher import Finisher
from symplex.solver.solution.textbook import Textbook
from symplex.work.boundary import Boundary
from symplex.work.budget import Budget

CLOCK = Budget.unlimited()
POROUS = Problem(
    ["u_t = diff(u*u_x, x)"],
    {"x": [0, 1], "t": [1, 2]},
    [
        ("t = 1", "u = 2 - x^2/6"),
        ("x = 0", "u_x = 0"),
        ("x = 1", "u = 2*t^(-1/3) - 1/(6*t)"),
    ],
)
FRONT = Problem(
    ["u_t = u_xx + u*(1 - u)"],
    {"x": [-2, 2], "t": [0, 1]},
    [("t = 0", "u = 1/(1 + exp(x/sqrt(6)))^2")],
)


def test_a_solution_that_is_seen_is_proved():
    first, *_ = SeenStructure().propose(POROUS, Budget.unlimited())
    finisher = Finisher(POROUS, Budget.unlimited())
    attempts = finisher.completed(Skeleton(first.formulas, first.constants), UNRECORDED, first.near)
    assert any(polished.certificate.is_exact for polished in attempts)


def test_numbers_are_exact_first_and_free_after_that():
    reference = known(FRONT, {"u": "1/(1 + exp(x/sqrt(6) - 5*t/6))^2"})
    seen = {"u": formulas_of(FRONT, reference, 0, Budget.unlimited())}
    first, *_ = families(seen, {})
    assert first.constants == ()
    found = [to_text(family.formulas["u"]) for family in families(seen, {})]
    assert "c#1/(1 + c#2*exp(c#3*(x + c#4*t)))^2" in found


def test_no_formula_is_proposed_twice():
    reference = known(FRONT, {"u": "1/(1 + exp(x/sqrt(6) - 5*t/6))^2"})
    seen = {"u": formulas_of(FRONT, reference, 0, Budget.unlimited())}
    found = [tuple(family.formulas.values()) for family in families({"u": seen["u"] * 2}, {})]
    assert len(set(found)) == len(found)


def test_a_problem_without_a_reference_has_no_proposals():
    nothing = Problem(["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]})
    assert list(SeenStructure().propose(nothing, Budget.unlimited())) == []


def test_a_look_that_is_given_up_says_so(monkeypatch):
    nothing = NoReference(Reason(Code.BUDGET_STEPS), 8.0, cut=True)
    monkeypatch.setattr("symplex.propose.structure.looking.reference", lambda *_, **__: nothing)
    boundary = Boundary()
    book = Textbook(POROUS, (SeenStructure(),), Finisher(POROUS, CLOCK), None, CLOCK, boundary)
    assert list(book.turns()) == []
    who = Reason(Code.INGREDIENT_METHOD, name="seen structure")
    assert boundary.remarks == [Reason(Code.INGREDIENT_STOPPED, who=who, why=Code.BUDGET_REFERENCE)]
