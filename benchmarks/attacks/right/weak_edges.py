"""True answers beside the wrong ones of `wrong.weak_edges`: traces and kinks that are allowed."""

from collections.abc import Iterator, Sequence

from attacks.cases import PLANE, Attack, cauchy, dirichlet, statement
from attacks.wrong.weak_edges import BAND, LINE

KIND = "weak edge, true"


def attacks() -> Iterator[Attack]:
    """Conditions, laws and kinks."""
    for equation, box, conditions, answer, reason in _TRACES:
        stated = statement(equation, box, conditions)
        yield Attack(KIND, stated, {"u": answer}, reason, is_right=True)
    for equation, answer, reason in _MOVING:
        yield Attack(KIND, cauchy(equation, answer), {"u": answer}, reason, is_right=True)
    for equation, answer, reason in _IN_THE_PLANE:
        stated = dirichlet(equation, answer, PLANE)
        yield Attack(KIND, stated, {"u": answer}, reason, is_right=True)
    stated = cauchy("u_t + u*u_x = 0", "-k*sign(x)", parameters={"k": [0, 1]})
    yield Attack(KIND, stated, {"u": "-k*sign(x)"}, "for k = 0 there is no jump", is_right=True)


_CARRIED = "u_t + u_x = 0"
_TRACES = (
    (
        "u_t + u*u_x = 0",
        BAND,
        [("t = 0", "u = -sign(x)"), ("x = 1/2", "u = -1")],
        "-sign(x)",
        "the face is off the jump",
    ),
    (
        "u_t + u*u_x = 0",
        BAND,
        [("t = 0", "u = 1 - sign(x)"), ("x = 1, t = 0", "u = 0")],
        "1 - sign(x - t)",
        "the corner is off the jump",
    ),
    (
        _CARRIED,
        BAND,
        [("t = 0", "u_x = sign(x)"), ("x = 0, t = 0", "u = 0")],
        "abs(x - t)",
        "the slope of a kink is a function on the face",
    ),
    (
        _CARRIED,
        BAND,
        [("t = 0", "u = abs(x)"), ("x = -1", "u_xx = 0")],
        "abs(x - t)",
        "the kink does not reach the face",
    ),
    (
        _CARRIED,
        BAND,
        [("t = 0", "u_xx = 1 + sign(x)"), ("x = -1", "u = 0")],
        "relu(x - t)^2",
        "the slope does not jump, and u_xx is a function on the face",
    ),
    (
        "min(1 - u_xx, u) = 0",
        LINE,
        [("x = -1", "u_xx = 0"), ("x = 1", "u_xx = 1"), ("x = 0", "u_x^2 = u")],
        "relu(x)^2/2",
        "the slope is continuous",
    ),
)
_MOVING: Sequence[tuple[str, str, str]] = (
    ("-2*u_t + diff(u^2, x) = 0", "sign(x)", "f is concave"),
    ("u_t + diff(exp(u), x) = 0", "-sign(x - sinh(1)*t)", "f is convex"),
    ("u_t + diff(u^2/2, x) + u = 0", "-exp(-t)*sign(x)", "a shock that decays"),
    ("(1 + t)*u_t + abs(u_x) = 0", "-abs(x) - log(1 + t)", "a ridge"),
)
_IN_THE_PLANE: Sequence[tuple[str, str, str]] = (
    ("max(abs(u_x), abs(u_y)) = 1", "-abs(x) - abs(y)", "a roof"),
    ("max(abs(u_x), abs(u_y)) = 1", "abs(x) + y", "a valley whose slopes all have F = 0"),
)
