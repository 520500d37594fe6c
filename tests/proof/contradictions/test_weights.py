import pytest

from support.statements import faces, on_rod, on_square
from symplex.expression.render import to_text
from symplex.proof.contradictions.linear_form import linear_form
from symplex.proof.contradictions.traces import Traces
from symplex.proof.contradictions.weights import weights

CLAMPED = (("x = 0", "u = 0"), ("x = pi", "u = 0"))


def texts(problem):
    form = linear_form(problem.equations[0])
    assert form is not None
    return [to_text(one) for one in weights(problem, form, Traces(problem))]


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


def test_value_and_slope_on_one_face_make_hyperbolic_functions():
    box = faces("u = 0", "u = 0", "u = 0", "u = 0")
    found = texts(on_square("u_xx + u_yy = 0", *box, ("x = 0", "u_x = 0")))
    assert "sinh(pi*(x - 1))*sin(pi*y)" in found


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
