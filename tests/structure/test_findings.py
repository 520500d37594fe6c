"""What is seen of a solution: facts and formulas."""

from support.views import known
from symplex.budget import Budget
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.structure.findings import Kind, findings, formulas_of, view_of

HEAT = Problem(
    ["u_t = k*u_xx"],
    {"x": [-1, 1], "t": [0, 1]},
    [("t = 0", "u = sin(2*x)")],
    parameters={"k": [0.5, 2]},
)
CHOICES = [{"k": 1.25}, {"k": 0.5}, {"k": 2.0}]
REFERENCE = known(HEAT, {"u": "exp(-4*k*t)*sin(2*x)"}, CHOICES)


def test_products_are_said_in_a_sentence():
    facts = findings(HEAT, REFERENCE, Budget(60.0)).facts
    products = [fact.sentence for fact in facts if fact.kind is Kind.SEPARABILITY]
    assert products == ["u is a product of functions of x and functions of t"]
    assert any("sin(2*x)" in fact.sentence for fact in facts if fact.kind is Kind.FORMULA)


def test_constants_become_functions_of_the_parameters():
    (first, *_) = formulas_of(HEAT, REFERENCE, 0, Budget(60.0))
    assert to_text(first.meant) == "exp(-4*(k*t))*sin(2*x)"
    assert first.misfit < 1e-9


def test_a_sample_is_a_view():
    view = view_of(REFERENCE, 0, Budget.unlimited(), 2)
    assert view.names == ("x", "t")
    assert view.error == 1e-11
