import pytest

from support.reasons import codes_of
from symplex.problem import Problem
from symplex.problem.analysis.review import warnings
from symplex.reasons import Code

DOMAIN = {"x": [0, 1], "t": [0, 1]}
START = ("t = 0", "u = sin(x)")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (
            {"equations": ["u_t = u_xx", "x = t"]},
            Code.WARNING_WITHOUT_UNKNOWN,
        ),
        (
            {"conditions": [START, ("x = 0.5", "u = 1 - t")]},
            Code.WARNING_OFF_BOUNDARY,
        ),
        ({"domain": {**DOMAIN, "z": [0, 1]}}, Code.WARNING_UNUSED_VARIABLE),
        ({"equations": ["u_t = x*u"]}, Code.WARNING_NOT_DIFFERENTIATED),
        ({"parameters": {"k": [1, 2]}}, Code.WARNING_UNUSED_PARAMETER),
        ({"unknowns": ["u", "v"]}, Code.WARNING_UNUSED_UNKNOWN),
        ({"unknowns": ["u", "v"]}, Code.WARNING_TOO_FEW_EQUATIONS),
        ({"conditions": []}, Code.WARNING_NO_CONDITIONS),
        ({"conditions": [("x = 0", "u = 0")]}, Code.WARNING_NO_START),
    ],
)
def test_a_warning_for_what_looks_wrong(changes, code):
    raw = {"equations": ["u_t = u_xx"], "domain": DOMAIN, "conditions": [START], **changes}
    found = warnings(Problem(**raw))
    assert code in codes_of(found), found


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
