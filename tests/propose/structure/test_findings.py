"""What is seen of a solution: facts and formulas."""

import math

import pytest

from support.views import known
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.structure.findings import Kind, findings, formulas_of, view_of
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget

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
    ended = findings(HEAT, REFERENCE, Budget(0.0))
    (remark,) = ended.remarks
    assert remark.codes == (Code.STRUCTURE_ENDED, Code.BUDGET_TIME)

    def fail(*_):
        raise OverflowError("too large")

    monkeypatch.setattr("symplex.propose.structure.findings.formulas_of", fail)
    assert findings(HEAT, REFERENCE, Budget.unlimited()).remarks == (
        Reason(Code.STRUCTURE_FAILED, unknown="u", error="too large"),
    )
