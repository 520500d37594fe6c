from support.statements import formula, on_rod
from symplex.expression import Derivative
from symplex.proof.contradictions.traces import Traces

TRACES = Traces(
    on_rod(
        "u_t = u_xx",
        ("t = 0", "u = sin(x)"),
        ("x = pi", "2*u_x = t"),
        ("x = 0", "u + u_x = 0"),
        ("x = 1", "u = 5"),
    )
)


def test_formulas_on_faces():
    assert TRACES.known[("t", False), Derivative("u")] == (formula("sin(x)"), 0)
    assert TRACES.known[("x", True), Derivative("u", ("x",))] == (formula("t/2"), 1)


def test_what_is_no_derivative_on_a_face_is_left_out():
    assert len(TRACES.known) == 2


def test_orders_across_a_face():
    assert TRACES.orders(("x", True), "u") == {1: 1}
    assert TRACES.orders(("x", False), "u") == {}
