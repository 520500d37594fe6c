"""Shocks: of the flux as written, with sources, of the right speed and direction."""

import pytest

from support.proving import XT, is_exact, stated

START = "t = 0"
JUMP, STEP = "u = -sign(x)", "u = (1 - sign(x))/2"
WRITTEN_JUMPS = [
    ("u_t + diff(u^2/2 + sign(x), x) = 0", JUMP, "-sign(x)"),
    ("u_t + diff(u^2/2, x) + diff(sign(x), x) = 0", JUMP, "-sign(x)"),
    ("u_t + diff(u^2/2, x) + diff(diff(sign(x), x), x) = 0", JUMP, "-sign(x)"),
    ("diff(u, t) + diff(u^2/2 + sign(u), x) = 0", JUMP, "-sign(x)"),
    ("u_t + diff(u^2/2 + atan(u) + atan(1/u), x) = 0", JUMP, "-sign(x)"),
    ("u_t + diff(u^2/2 + sign(u - 1/2), x) = 0", STEP, "(1 - sign(x - t/2))/2"),
    ("diff(u + sign(x - t/2), t) + diff(u^2/2, x) = 0", STEP, "(1 - sign(x - t/2))/2"),
    ("diff(u + sign(u)/2, t) + diff(u^2/2, x) = 0", "u = 1 - sign(x)", "1 - sign(x - t)"),
    ("u_t + diff(u^3, x) - 3*u*diff(u^2/2, x) + diff(u^2/2, x) = 0", JUMP, "-sign(x)"),
    (
        "u_t + diff(u^2/2, x) + diff(u^3, x) - u*diff(3*u^2/2, x) = 0",
        STEP,
        "(1 - sign(x - t/2))/2",
    ),
    (
        "u_t + diff(u^2/2, x) + diff(u^2/2, x, 2) - u*u_xx - diff(2*u, x)^2/4 = 0",
        JUMP,
        "-sign(x)",
    ),
    ("u_t + u^2*diff(u^2/2, x) = 0", STEP, "(1 - sign(x - t/4))/2"),
]


@pytest.mark.parametrize(("equation", "start", "text"), WRITTEN_JUMPS)
def test_a_shock_is_one_of_the_flux_as_written(equation, start, text):
    """Expanded and integrated again, a flux forgets its own jumps, and products of jumps."""
    assert not is_exact(stated(equation, XT, (START, start)), text)


def test_shocks_of_written_fluxes_are_proved():
    for equation in ("u_t + diff(u^2/2, x) = 0", "3*u_t + diff(u^2, x) + diff(u^2/2, x) = 0"):
        assert is_exact(stated(equation, XT, (START, STEP)), "(1 - sign(x - t/2))/2")


SHOCKS = [
    ("u_t + diff(exp(u), x) = 0", STEP, "(1 - sign(x - (exp(1) - 1)*t))/2"),
    ("u_t - diff(exp(u), x) = 0", "u = (1 + sign(x))/2", "(1 + sign(x + (exp(1) - 1)*t))/2"),
    ("2*u_t + diff(u^2 + 2*cosh(u), x) = 0", JUMP, "-sign(x)"),
    ("u_t + diff(u^2/2, x) + u = 0", STEP, "exp(-t)*(1 - sign(x - (1 - exp(-t))/2))/2"),
    ("u_t + u*u_x + u = 0", STEP, "exp(-t)*(1 - sign(x - (1 - exp(-t))/2))/2"),
]
NO_SHOCKS = [
    ("u_t + diff(exp(u), x) = 0", STEP, "(1 - sign(x - exp(1)*t))/2"),
    ("u_t + diff(exp(u), x) = 0", "u = (1 + sign(x))/2", "(1 + sign(x - (exp(1) - 1)*t))/2"),
    ("u_t - diff(exp(u), x) = 0", STEP, "(1 - sign(x + (exp(1) - 1)*t))/2"),
    ("u_t + exp(u)*u_x = 0", STEP, "(1 - sign(x - (exp(1) - 1)*t))/2"),
    ("u_t + diff(sin(u), x) = 0", STEP, "(1 - sign(x - sin(1)*t))/2"),
    ("u_t + diff(u^2/2, x) + u = 0", STEP, "exp(-t)*(1 - sign(x - t/2))/2"),
    ("u*u_t + diff(u - u^2/2, t) + diff(u^2/2, x) = 0", STEP, "(1 - sign(x - t/2))/2"),
    ("u_t + diff(u^2/2, x) + u_x^2*0 + u - u = 0", "u = sign(x)", "sign(x)"),
    ("u_t + diff(u^2/2, x) + abs(u) = 0", STEP, "exp(-t)*(1 - sign(x - (1 - exp(-t))/2))/2"),
]


@pytest.mark.parametrize(("equation", "start", "text"), SHOCKS)
def test_shocks_of_other_fluxes_and_with_sources(equation, start, text):
    assert is_exact(stated(equation, XT, (START, start)), text)


@pytest.mark.parametrize(("equation", "start", "text"), NO_SHOCKS)
def test_shocks_of_the_wrong_speed_or_direction_are_refused(equation, start, text):
    assert not is_exact(stated(equation, XT, (START, start)), text)


@pytest.mark.parametrize(
    "text",
    [
        "(1 - sign(x - t/2))/2 + 1 - sign((t - sqrt(2)/2)^2)",
        "(1 - sign(x - t/2))/2 + 1 - sign(x^2 - 2*sqrt(2)*x*t + 2*t^2)",
        "(1 - sign(x - t/2))/2 + 1 - sign(x^2 + (t - 1/2)^2)",
    ],
)
def test_a_sign_that_does_not_change_has_its_own_value_on_a_set_alone(text):
    problem = stated("u_t + u*u_x = 0", XT, ("t = 0", "u = (1 - sign(x))/2"))
    assert not is_exact(problem, text)


TWO_STEPS = "u = 1 - sign(x)/2 - sign(x - 1)/2"
BOX = "u = a*(sign(x) - sign(x - b))/2"
FAN = "max(0, min(a, x/t))"
LONGER = {"x": [-2, 4], "t": [0, 3]}


def _merging(later):
    """Two shocks that meet at t = 1, and one on a line from then on."""
    return f"1 - sign(x - min(3*t/2, {later}))/2 - sign(x - max(1 + t/2, {later}))/2"


def _eaten(level):
    """A fan eaten by the shock before it: what is left of it has the area of the box."""
    return f"{FAN}*(1 - sign({FAN}*(x - t/2*{FAN}) - {level}))/2"


def test_shocks_that_meet_go_on_as_one():
    problem = stated("u_t + u*u_x = 0", LONGER, (START, TWO_STEPS))
    assert is_exact(problem, _merging("1/2 + t"))
    for later in ("3/2", "9*t/8 + 3/8", "3*t/4 + 3/4"):  # each passes the point where they meet
        assert not is_exact(problem, _merging(later))


def test_a_shock_that_eats_a_fan():
    parameters = {"a": [1, 2], "b": [1, 2]}
    problem = stated("u_t + u*u_x = 0", LONGER, (START, BOX), parameters=parameters)
    assert is_exact(problem, _eaten("a*b"))
    for level in ("b", "a*b + t", "a*b*(1 + t)"):
        assert not is_exact(problem, _eaten(level))


def test_a_curve_with_facts_of_its_own_has_a_length():
    """On one side of t = 1 alone is the shock at rest too fast."""
    problem = stated("u_t + u*u_x = 0", LONGER, (START, "u = -sign(x)"))
    assert is_exact(problem, "-sign(x)")
    for path in ("max(0, t - 1)", "max(0, t - 1)^2", "max(t - 1, 0)*max(2 - t, 0)"):
        assert not is_exact(problem, f"-sign(x - {path})")
