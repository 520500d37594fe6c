"""What is seen of a solution that is known by its values, and formulas for it."""

import numpy as np
import pytest

from support.views import AWAY, PLANE, known, seen
from symplex.codes import ReferenceCode, RunCode
from symplex.expression import CONSTANT, apply, leaf, number, symbol
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.numerics.reference.result import NoReference, Reference
from symplex.origin import UNRECORDED
from symplex.problem import Problem
from symplex.propose.structure.explain import Explainer, without_scale
from symplex.propose.structure.findings import Kind, findings, view_of
from symplex.propose.structure.method import SeenStructure, families
from symplex.propose.structure.reference_cache import ReferenceCache
from symplex.propose.structure.view import Remembered, View
from symplex.reasons import Code, Reason
from symplex.solver.polish.completion import Skeleton
from symplex.solver.solution.finisher import Finisher
from symplex.solver.solution.textbook import Textbook
from symplex.work.boundary import Boundary
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

MODULE = "symplex.propose.structure.reference_cache"

# What is seen of a solution: facts and formulas.

HEAT = Problem(
    ["u_t = k*u_xx"],
    {"x": [-1, 1], "t": [0, 1]},
    [("t = 0", "u = sin(2*x)")],
    parameters={"k": [0.5, 2]},
)
CHOICES = [{"k": 1.25}, {"k": 0.5}, {"k": 2.0}]
REFERENCE = known(HEAT, {"u": "exp(-4*k*t)*sin(2*x)"}, CHOICES)


def test_products_are_said_in_a_sentence():
    facts = findings(REFERENCE, Budget.unlimited()).facts
    products = [fact.sentence for fact in facts if fact.kind is Kind.SEPARABILITY]
    assert products == ["u is a product of functions of x and functions of t"]
    assert any("sin(2*x)" in fact.sentence for fact in facts if fact.kind is Kind.FORMULA)


def test_what_is_seen_is_said_of_the_first_choice_of_the_parameters():
    found = findings(REFERENCE, Budget.unlimited())
    (first, *_) = found.formulas["u"]
    assert to_text(first.rounded_formula) == "exp(-5*t)*sin(2*x)"
    assert first.error < 1e-9
    assert any(fact.sentence.startswith("at k = 1.25, u is within") for fact in found.facts)


def test_a_sample_is_a_view():
    view = view_of(REFERENCE, 0, Budget.unlimited())
    assert view.names == ("x", "t")
    assert view.error == 1e-11


def test_errors_are_those_of_the_formula_that_is_printed_beside_the_range():
    line = Problem(["u_x = 1/3"], {"x": [0, 1]}, [("x = 0", "u = 1000")])
    found = findings(known(line, {"u": "1000 + x/3"}), Budget.unlimited())
    errors = {to_text(one.rounded_formula): one.error for one in found.formulas["u"]}
    assert errors["1000 + 0.3333333333*x"] == pytest.approx(1e-10, rel=0.2)


def test_what_fails_or_takes_too_long_is_noted(monkeypatch):
    ended = findings(REFERENCE, Budget(Deadline(0.0)))
    (remark,) = ended.remarks
    assert remark.codes == (ReferenceCode.STRUCTURE_ENDED, Code.BUDGET_TIME)

    def fail(*_):
        raise OverflowError("too large")

    monkeypatch.setattr("symplex.propose.structure.findings.formulas_of", fail)
    assert findings(REFERENCE, Budget.unlimited()).remarks == (
        Reason(ReferenceCode.STRUCTURE_FAILED, unknown="u", error="too large"),
    )


# From values to formulas in several variables.

SPACE = {**PLANE, "y": (-1.0, 1.0)}


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("exp(-t)*sin(x) + exp(-4*t)*sin(2*x)/2", PLANE),
        ("2 + x*exp(t)", PLANE),
        ("log(2 + exp(-t)*cos(x))", PLANE),
        ("sqrt(x^2 + exp(-2*t))", AWAY),
        ("exp(-t)*sqrt(1 + x^2)*(y + 3)", SPACE),
        ("4*atan(sin(t)/cosh(x))", PLANE),
    ],
)
def test_a_function_is_explained(text, box):
    found = Explainer(Budget.unlimited()).explain(seen(text, box))
    assert found
    points = seen(text, box).points(50, 9)
    truth = seen(text, box, 0.0).values(points)
    again = seen(to_text(found[0].formula), box, 0.0).values(points)
    assert again == pytest.approx(truth, abs=1e-6)


def test_what_has_no_structure_is_not_explained():
    view = seen("exp(sin(3*x)*t) + log(3 + x^3 + t*x)", PLANE)
    assert Explainer(Budget.unlimited()).explain(view) == []


def test_the_scale_of_a_factor_is_left_to_others():
    assert without_scale(parse("exp(x)", Scope(("x",)))) == parse("exp(x)", Scope(("x",)))
    shape, scale = apply("exp", symbol("x")), leaf(CONSTANT, 3.0)
    assert without_scale(scale * shape) == shape
    assert without_scale(scale / shape) == number(1) / shape


# Which reference is looked at.

DECAY = Problem(
    ["u_t = -a*b*u"],
    {"t": [0, 1]},
    [("t = 0", "u = 2")],
    parameters={"a": [0.5, 2], "b": [1, 3]},
)


def test_a_reference_is_found_in_the_middle_of_the_parameters():
    found = ReferenceCache().find(DECAY, Budget.unlimited())
    assert isinstance(found, Reference)
    assert [sample.parameters for sample in found.samples] == [{"a": 1.25, "b": 2.0}]


def test_without_data_there_is_none():
    nothing = Problem(["u_t = -u"], {"t": [0, 1]})
    assert isinstance(ReferenceCache().find(nothing, Budget.unlimited()), NoReference)


def test_a_reference_without_parameters_is_kept_for_others():
    line = Problem(["u_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 2")])
    cache, other = ReferenceCache(), ReferenceCache()
    found = cache.find(line, Budget.unlimited())
    assert cache.found is found
    other.find(DECAY, Budget.unlimited())
    assert other.found is None  # approximations are fitted at other values of the parameters
    assert not cache.was_cut


@pytest.mark.parametrize("cut", [False, True])
def test_what_is_given_up_is_told_from_what_cannot_be_found(monkeypatch, cut):
    none = NoReference(Reason(Code.BUDGET_STEPS), 0.1, cut=cut)
    monkeypatch.setattr(f"{MODULE}.reference", lambda *_, **__: none)
    cache = ReferenceCache()
    assert cache.find(DECAY, Budget.unlimited()) is none
    assert cache.was_cut == cut


# The method that looks before it names.

POROUS = Problem(
    ["u_t = diff(u*u_x, x)"],
    {"x": [0, 1], "t": [1, 2]},
    [
        ("t = 1", "u = 2 - x^2/6"),
        ("x = 0", "u_x = 0"),
        ("x = 1", "u = 2*t^(-1/3) - 1/(6*t)"),
    ],
)


def test_a_solution_that_is_seen_is_proved():
    first, *_ = SeenStructure().propose(POROUS, Budget.unlimited())
    finisher = Finisher(POROUS, Deadline())
    attempts = finisher.completed(Skeleton(first.formulas, first.constants), UNRECORDED, first.near)
    assert any(polished.certificate.is_exact for polished in attempts)


def test_constants_are_named_across_the_unknowns():
    one, other = leaf(CONSTANT, 2.0) * symbol("t"), leaf(CONSTANT, 3.0) + symbol("t")
    (family,) = families({"u": [one], "v": [other]}, {"k": 1.25})
    assert [to_text(formula) for formula in family.formulas.values()] == ["c#1*t", "c#2 + t"]
    assert family.near == {"k": 1.25, "c#1": 2.0, "c#2": 3.0}


def test_a_problem_without_a_reference_has_no_proposals():
    nothing = Problem(["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]})
    assert list(SeenStructure().propose(nothing, Budget.unlimited())) == []


def test_a_look_that_is_given_up_says_so(monkeypatch):
    nothing = NoReference(Reason(Code.BUDGET_STEPS), 8.0, cut=True)
    monkeypatch.setattr(f"{MODULE}.reference", lambda *_, **__: nothing)
    boundary = Boundary()
    book = Textbook(
        POROUS, (SeenStructure(),), Finisher(POROUS, Deadline()), None, Deadline(), boundary
    )
    assert list(book.turns()) == []
    who = Reason(RunCode.INGREDIENT_METHOD, name="seen structure")
    assert boundary.remarks == [
        Reason(RunCode.INGREDIENT_STOPPED, who=who, why=Code.BUDGET_REFERENCE)
    ]


# Functions known by their values: restrictions, outer functions, memory.


def test_a_view_with_a_variable_held_has_the_others():
    view = seen("x + 2*t", PLANE, 0.0).at({"t": 0.5})
    assert view.names == ("x",)
    assert view.values({"x": np.array([0.25])}) == pytest.approx([1.25])


def test_errors_grow_through_outer_functions():
    view = seen("2 + x", PLANE, 1e-9).through(np.log, 1.0)
    assert view.values({"x": np.zeros(1), "t": np.zeros(1)}) == pytest.approx([np.log(2)])
    assert view.error == 1e-9
    assert view.tolerance >= 1e-9


def test_a_function_that_is_nothing_but_noise_is_zero():
    assert seen("0*x", PLANE, 1e-9).is_zero
    assert not seen("x", PLANE, 1e-9).is_zero


def test_costly_values_are_counts_for_once():
    counts = []

    def costly(columns):
        counts.append(len(columns["x"]))
        return columns["x"]

    view = View({"x": (0.0, 1.0)}, Remembered(costly), 0.0)
    points = {"x": np.linspace(0, 1, 5)}
    assert np.array_equal(view.values(points), view.values(points))
    view.values({"x": np.linspace(0, 1, 6)})
    assert counts == [5, 6]
