"""What is seen of a solution that is known by its values, and formulas for it."""

import math

import numpy as np
import pytest

from support.views import AWAY, PLANE, known, seen
from symplex.codes import ReferenceCode, RunCode
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import NoReference, Reference
from symplex.origin import UNRECORDED
from symplex.problem import Problem
from symplex.propose.structure.explain import Explainer, without_scale, without_terms
from symplex.propose.structure.findings import Kind, findings, formulas_of, view_of
from symplex.propose.structure.looking import Sight, choices, looked
from symplex.propose.structure.method import SeenStructure, families
from symplex.propose.structure.tidy import exact
from symplex.propose.structure.view import Remembered, View
from symplex.reasons import Code, Reason
from symplex.solver.polish.completion import Skeleton
from symplex.solver.solution.finisher import Finisher
from symplex.solver.solution.textbook import Textbook
from symplex.work.boundary import Boundary
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

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
    facts = findings(HEAT, REFERENCE, Budget.unlimited()).facts
    products = [fact.sentence for fact in facts if fact.kind is Kind.SEPARABILITY]
    assert products == ["u is a product of functions of x and functions of t"]
    assert any("sin(2*x)" in fact.sentence for fact in facts if fact.kind is Kind.FORMULA)


def test_constants_become_functions_of_the_parameters():
    (first, *_) = formulas_of(HEAT, REFERENCE, 0, Budget.unlimited())
    assert to_text(first.meant) == "exp(-4*(k*t))*sin(2*x)"
    assert first.misfit < 1e-9


def test_a_sample_is_a_view():
    view = view_of(REFERENCE, 0, Budget.unlimited(), 2)
    assert view.names == ("x", "t")
    assert view.error == 1e-11


def test_the_error_is_that_of_the_formula_that_is_printed():
    third = Problem(["u_x = 0.3333336*u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
    reference = known(third, {"u": "exp(0.3333336*x)"})
    found = findings(third, reference, Budget.unlimited())
    (first, *_) = found.formulas["u"]
    assert to_text(first.meant) == "exp(x/3)"
    off = math.exp(0.3333336) - math.exp(1 / 3)
    assert first.error == pytest.approx(off / math.expm1(0.3333336), rel=0.1)
    (fact, *_) = [fact for fact in found.facts if fact.kind is Kind.FORMULA]
    assert fact.sentence == "u is within about 1e-06 of its range of exp(x/3)"


def test_errors_are_beside_the_range_and_not_the_size():
    far = Problem(["u_x = 0.3333336"], {"x": [0, 1]}, [("x = 0", "u = 1000")])
    found = findings(far, known(far, {"u": "1000 + 0.3333336*x"}), Budget.unlimited())
    errors = {to_text(one.meant): one.error for one in found.formulas["u"]}
    assert max(errors.values()) > 1e-7, errors


def test_formulas_count_at_every_choice_of_the_parameters():
    (first, *_) = findings(HEAT, REFERENCE, Budget.unlimited()).formulas["u"]
    assert first.everywhere
    assert first.error < 1e-9


def test_what_fails_or_takes_too_long_is_noted(monkeypatch):
    ended = findings(HEAT, REFERENCE, Budget(Deadline(0.0)))
    (remark,) = ended.remarks
    assert remark.codes == (ReferenceCode.STRUCTURE_ENDED, Code.BUDGET_TIME)

    def fail(*_):
        raise OverflowError("too large")

    monkeypatch.setattr("symplex.propose.structure.findings.formulas_of", fail)
    assert findings(HEAT, REFERENCE, Budget.unlimited()).remarks == (
        Reason(ReferenceCode.STRUCTURE_FAILED, unknown="u", error="too large"),
    )


# From values to formulas in several variables.

SPACE = {**PLANE, "y": (-1.0, 1.0)}


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("exp(-t)*sin(x) + exp(-4*t)*sin(2*x)/2", PLANE),
        ("x^4 + 12*x^2*t + 12*t^2", PLANE),
        ("log(2 + exp(-t)*cos(x))", PLANE),
        ("sqrt(x^2 + exp(-2*t))", AWAY),
        ("exp(-x^2/(1 + 4*t))/sqrt(1 + 4*t)", PLANE),
        ("1/cosh(x - y - 2*t)^2", SPACE),
        ("exp(-t)*sqrt(1 + x^2 + y^2)", SPACE),
        ("sin(x - t^2/2) + t", PLANE),
        ("min(x - t/2, 0)", PLANE),
        ("4*atan(sin(t)/cosh(x))", PLANE),
    ],
)
def test_a_function_is_explained(text, box):
    found = Explainer(Budget.unlimited()).explain(seen(text, box))
    assert found
    points = seen(text, box).points(50, 9)
    truth = seen(text, box, 0.0).values(points)
    again = seen(to_text(exact(found[0].formula)), box, 0.0).values(points)
    assert again == pytest.approx(truth, abs=1e-6)


def test_what_has_no_structure_is_not_explained():
    view = seen("exp(sin(3*x)*t) + log(3 + x^3 + t*x)", PLANE)
    assert Explainer(Budget.unlimited()).explain(view) == []


def test_scales_and_known_terms_are_left_to_others():
    fitted = seen_formula("exp(x)")
    assert without_scale(fitted) == fitted
    members = [seen_formula("1"), seen_formula("x")]
    assert without_terms(seen_formula("exp(x)"), members) == seen_formula("exp(x)")


def seen_formula(text):
    return parse(text, Scope(("x",)))


# Which reference is looked at.

DECAY = Problem(
    ["u_t = -a*b*u"],
    {"t": [0, 1]},
    [("t = 0", "u = 2")],
    parameters={"a": [0.5, 2], "b": [1, 3]},
)


def test_choices_fill_the_ranges():
    found = choices(DECAY)
    assert len(found) == 5
    assert len({tuple(choice.values()) for choice in found}) == 5
    assert all(0.5 < choice["a"] < 2 and 1 < choice["b"] < 3 for choice in found)
    assert choices(DECAY) == found


def test_a_reference_has_a_sample_for_each_choice():
    found = looked(DECAY, Budget.unlimited())
    assert isinstance(found, Reference)
    assert [sample.parameters for sample in found.samples] == choices(DECAY)


def test_without_data_there_is_none():
    nothing = Problem(["u_t = -u"], {"t": [0, 1]})
    assert isinstance(looked(nothing, Budget.unlimited()), NoReference)


def test_a_reference_without_parameters_is_kept_for_others():
    line = Problem(["u_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 2")])
    sight, other = Sight(), Sight()
    found = sight.find(line, Budget.unlimited())
    assert sight.found is found
    other.find(DECAY, Budget.unlimited())
    assert other.found is None  # approximations are fitted at other values of the parameters
    assert not sight.was_cut


@pytest.mark.parametrize("missing", [0, 1])
@pytest.mark.parametrize("cut", [False, True])
def test_what_is_given_up_is_told_from_what_cannot_be_found(monkeypatch, missing, cut):
    """The first or the second reference is missing."""
    calls = []

    def partly(problem, *, budget, parameters):
        calls.append(parameters)
        if len(calls) == missing + 1:
            return NoReference(Reason(Code.BUDGET_STEPS), 0.1, cut=cut)
        return reference(problem, budget=budget, parameters=parameters)

    monkeypatch.setattr("symplex.propose.structure.looking.reference", partly)
    sight = Sight()
    assert isinstance(sight.find(DECAY, Budget.unlimited()), Reference) == bool(missing)
    assert sight.was_cut == cut


# The method that looks before it names.

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
    finisher = Finisher(POROUS, Deadline())
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
    book = Textbook(
        POROUS, (SeenStructure(),), Finisher(POROUS, Deadline()), None, Deadline(), boundary
    )
    assert list(book.turns()) == []
    who = Reason(RunCode.INGREDIENT_METHOD, name="seen structure")
    assert boundary.remarks == [
        Reason(RunCode.INGREDIENT_STOPPED, who=who, why=Code.BUDGET_REFERENCE)
    ]


# Functions known by their values: slopes, restrictions, outer functions, memory.


def test_slopes_are_those_of_the_formula():
    view = seen("exp(x)*sin(3*t)", PLANE, 0.0)
    points = view.points(20, 1, 0.7)
    slopes = view.slopes(points)
    x, t = points["x"], points["t"]
    assert slopes["x"] == pytest.approx(np.exp(x) * np.sin(3 * t), abs=1e-10)
    assert slopes["t"] == pytest.approx(3 * np.exp(x) * np.cos(3 * t), abs=1e-10)


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
