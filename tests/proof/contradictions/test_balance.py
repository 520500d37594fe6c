"""Integrals that data must balance, and the functions that weigh them."""

import pytest

from support.statements import SQUARE, faces, formula, on_rod, on_square
from symplex.codes import StatementCode
from symplex.expression.render import to_text
from symplex.proof.contradictions.balance import balance
from symplex.proof.contradictions.exact import is_zero
from symplex.proof.contradictions.facts import rebuilt_form
from symplex.proof.contradictions.integrate import integral
from symplex.proof.contradictions.test_functions import test_functions as functions_of
from symplex.proof.contradictions.traces import Traces
from symplex.reasons import Reason
from symplex.work.budget import Budget

COLD = (("x = 0", "u = 0"), ("x = pi", "u = 0"))
SHUT = (("x = 0", "u_x = 0"), ("x = pi", "u_x = 0"))
FLUXES = faces("u_x = 0", "u_x = 2", "u_y = 0", "u_y = 2")


@pytest.mark.parametrize(
    ("problem", "bad"),
    [
        (on_square("u_xx + u_yy = 4", *FLUXES), False),
        (on_square("u_xx + u_yy = 3", *FLUXES), True),
        (
            on_square("u_xx + u_yy = 12*x^2", *faces("u_x = 0", "u_x = 4", "u_y = 0", "u_y = 0")),
            False,
        ),
        (
            on_square(
                "diff((1 + x)*u_x, x) + u_yy = 1",
                *faces("u_x = 0", "u_x = 0", "u_y = 0", "u_y = 0"),
            ),
            True,
        ),
        (on_rod("u_t = u_xx", ("t = 0", "u = 1"), ("t = 1", "u = 2"), *SHUT), True),
        (on_rod("u_t = u_xx", ("t = 0", "u = 1"), ("t = 1", "u = 1"), *SHUT), False),
        (on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), ("t = 1", "u = sin(x)"), *COLD), True),
        (
            on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), ("t = 1", "u = exp(-1)*sin(x)"), *COLD),
            False,
        ),
        # Well-posed, and with data of which no integral is known.
        (on_rod("u_t = u_xx", ("t = 0", "u = sin(x)"), *COLD), False),
        (on_square("u_xx + u_yy = exp(sin(x*y))", *FLUXES), False),
        # Regular at the axis or not: nobody says.
        (
            on_square(
                "x*u_xx + u_x + x*u_yy = x", *faces("u_x = 0", "u_x = 0", "u_y = 0", "u_y = 0")[1:]
            ),
            False,
        ),
    ],
)
def test_data_in_and_out_of_balance(problem, bad):
    assert bool(list(balance(problem, Budget.unlimited()))) is bad


def test_a_system_is_balanced_equation_by_equation():
    flow = faces("u = 1", "u = 0", "v = 0", "v = 0")
    problem = on_square(["u_x + v_y = 0", "u_y = v_x"], *flow, unknowns=["u", "v"])
    (found,) = balance(problem, Budget.unlimited())
    assert found.first == "equations[0] (u_x + v_y = 0)"
    facts = {"inside": "0", "boundary": "-1"}
    assert found.because == Reason(StatementCode.CONTRADICTION_INTEGRALS, **facts)


CLAMPED = (("x = 0", "u = 0"), ("x = pi", "u = 0"))


def texts(problem):
    form = rebuilt_form(problem.equations[0].residual)
    assert form is not None
    return [to_text(one) for one in functions_of(problem, form, Traces(problem))]


@pytest.mark.parametrize(
    "problem",
    [
        on_rod("u_t = u_xx", ("t = 0", "u = 0"), *CLAMPED),
        on_rod("u_tt = u_xx", ("t = 0", "u = 0"), ("t = 0", "u_t = 0"), *CLAMPED),
        on_square("u_xx + u_yy = 0", *faces("u = 0", "u = 0", "u = 0", "u = 0")),
        on_rod("u_t = x*u_xx", ("t = 0", "u = 0"), ("t = 1", "u = 0"), *CLAMPED),
    ],
)
def test_well_posed_problems_have_the_constant_alone(problem):
    assert texts(problem) == ["1"]


def test_data_at_both_ends_of_time_make_exponentials():
    found = texts(on_rod("u_t = u_xx", ("t = 0", "u = 0"), ("t = 1", "u = 0"), *CLAMPED))
    assert "exp(t)*sin(x)" in found
    assert "exp(4*t)*sin(2*x)" in found


def test_slopes_at_both_ends_make_cosines():
    ends = ("x = 0", "u_x = 0"), ("x = pi", "u_x = 0")
    found = texts(on_rod("u_t = u_xx", ("t = 0", "u = 0"), ("t = 1", "u = 0"), *ends))
    assert "exp(t)*cos(x)" in found


def test_a_slope_at_one_end_makes_quarter_waves():
    ends = ("x = 0", "u = 0"), ("x = pi", "u_x = 0")
    found = texts(on_rod("u_t = u_xx", ("t = 0", "u = 0"), ("t = 1", "u = 0"), *ends))
    assert any("sin(x/2)" in text for text in found)


def test_resonances_are_found():
    found = texts(
        on_rod("u_xx + u_tt + (1 + pi^2)*u = 0", ("t = 0", "u = 0"), ("t = 1", "u = 0"), *CLAMPED)
    )
    assert found[1:] == ["sin(x)*sin(pi*t)"]


def test_drift_tilts_a_wave():
    found = texts(on_rod("u_t + u_x = u_xx", ("t = 0", "u = 0"), ("t = 1", "u = 0"), *CLAMPED))
    assert any("exp(-(x/2))*sin(x)" in text for text in found)


def test_hinged_beams_have_sines():
    ends = (*CLAMPED, ("x = 0", "u_xx = 0"), ("x = pi", "u_xx = 0"))
    found = texts(on_rod("u_t + u_xxxx = 0", ("t = 0", "u = 0"), ("t = 1", "u = 0"), *ends))
    assert "exp(t)*sin(x)" in found


BOX = on_square("u_x = 0").domain


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", "3"),
        ("x*y", "1/4"),
        ("x^2 + y", "5/6"),
        ("exp(x)*sin(pi*y)", "2*(exp(1) - 1)/pi"),
        ("sqrt(x)", "2/3"),
        ("1/(1 + x)", "log(2)"),
        ("x*exp(x*y)", "exp(1) - 2"),
    ],
)
def test_integrals_over_a_square(text, value):
    found = integral(formula(text), BOX, Budget.unlimited())
    assert found is not None
    assert is_zero(found - formula(value))


@pytest.mark.parametrize("text", ["exp(sin(x*y))", "abs(x - y)", "1/x", "u*x", "max(x, y)"])
def test_what_is_not_shown_is_none(text):
    assert integral(formula(text), BOX, Budget.unlimited()) is None


def test_the_box_is_that_of_the_statement():
    assert list(BOX) == list(SQUARE)
