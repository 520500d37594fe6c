import pytest

from symplex.problem import Problem
from symplex.problem.analysis.review import warnings

DOMAIN = {"x": [0, 1], "t": [0, 1]}
START = ("t = 0", "u = sin(x)")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"equations": ["u_t = u_xx", "x = t"]}, "equations[1]: 'x = t' does not contain u"),
        (
            {"conditions": [START, ("x = 0.5", "u = 1 - t")]},
            "conditions[1]: x = 1/2 lies inside the interval [0, 1] of x",
        ),
        ({"domain": {**DOMAIN, "z": [0, 1]}}, "no equation or condition uses the variable 'z'"),
        ({"equations": ["u_t = x*u"]}, "no equation differentiates by the variable 'x'"),
        ({"parameters": {"k": [1, 2]}}, "no equation or condition uses the parameter 'k'"),
        ({"unknowns": ["u", "v"]}, "no equation contains the unknown 'v'"),
        ({"unknowns": ["u", "v"]}, "1 for 2 unknowns leave the solution undetermined"),
        ({"conditions": []}, "none are given"),
        ({"conditions": [("x = 0", "u = 0")]}, "none is given at a time"),
    ],
)
def test_a_warning_for_what_looks_wrong(changes, sentence):
    raw = {"equations": ["u_t = u_xx"], "domain": DOMAIN, "conditions": [START], **changes}
    found = warnings(Problem(**raw))
    assert any(sentence in warning for warning in found), found


@pytest.mark.parametrize(
    "conditions",
    [
        [START, ("x = 0", "u = 0"), ("x = 1", "u = sin(1)*exp(-t)")],
        [START, ("x = 0", "u_x = exp(-t)")],
        [START, ("x = 0", "u_x + 2*u = 3")],
        [START, ("t = 1", "u = 5")],
        [("t = 0", "u = x"), ("t = 0", "u_t = 0"), ("x = 0", "u = 0")],
        [START, ("t = 0", "u = cos(x)")],
    ],
)
def test_no_warning_for_what_conditions_say(conditions):
    assert warnings(Problem(["u_t = u_xx"], DOMAIN, conditions)) == ()
