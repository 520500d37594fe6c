"""Wrong where rules meet: slopes at single points of a face, one value of a parameter, signs at 0.

Each answer is right almost everywhere, and in most for almost every value of its parameter.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from attacks.cases import LINE, PLANE, Attack, cauchy, statement

KIND = "glue"
Row = tuple[str, str, str]
"""An equation or a condition, an answer and the reason."""
BAND = {"x": (-1, 1), "t": (0, 1)}
_HALF = {"x": (0, 1)}
_WALL = [("x = 1", "u = u")]
"""Says nothing: the equation alone is to be solved."""


def attacks() -> Iterator[Attack]:
    """Slopes on faces, planes inside, parameters, signs, systems, ends and orientations."""
    yield from _single_points()
    yield from _shrinking()
    yield from _planes()
    yield from _at_parameters()
    yield from _equations()
    yield from _faces()
    yield from _systems()
    yield from _oriented()
    yield from _beyond()


def _single_points() -> Iterator[Attack]:
    """A piece that reaches t = 0 in a thick part, and at one point besides."""
    reason = "the piece with u_t = 1 reaches t = 0 at x = {} as well"
    for at, scale in product(("1", "1/2", "2"), ("1", "3")):
        answer = f"{scale}*max(min(x^2 - ({at})^2 + t, {at} - x), 0)"
        low, high = f"-5/4*{at}", f"2*{at}"
        faces = [
            ("t = 0", f"u_t = {scale}*(1 - sign(x + {at}))/2"),
            (f"x = {low}", f"u = {scale}*(9/16*({at})^2 + t)"),
            (f"x = {high}", "u = 0"),
        ]
        stated = statement(f"u = {answer}", {"x": (low, high), "t": (0, "1/8")}, faces)
        yield Attack(KIND, stated, {"u": answer}, reason.format(at))


def _shrinking() -> Iterator[Attack]:
    """A piece that reaches t = 0 at one point alone for one value of the parameter."""
    for shift, (answer, rate, reason) in product(
        ("0", "1/3"),
        (
            (
                "max(abs(P) - t, k)",
                "u_t + 1 = (1 - sign(abs(P) - k))/2*sign(k)",
                "for k = 0 u_t is -1 at t = 0 off one point, and 0 there",
            ),
            (
                "max(k + t - (P)^2, 0)",
                "u_t = (1 + sign(k - (P)^2))/2*sign(k)",
                "for k = 0 u_t is 0 at t = 0 off one point, and 1 there",
            ),
            (
                "max(k + t - abs(P), 0)",
                "u_t = (1 + sign(k - abs(P)))/2*sign(k)",
                "for k = 0 u_t is 0 at t = 0 off one point, and 1 there",
            ),
            (
                "max(k^2 + t - abs(P), 0)",
                "u_t = (1 + sign(k^2 - abs(P)))/2*sign(k)",
                "for k = 0 u_t is 0 at t = 0 off one point, and 1 there",
            ),
        ),
    ):
        place = f"x - {shift}"
        formula, given = answer.replace("P", place), rate.replace("P", place)
        stated = statement(f"u = {formula}", BAND, [("t = 0", given)], {"k": [0, 1]})
        yield Attack(KIND, stated, {"u": formula}, reason)


_TWO_SLOPES = "the slopes on the two sides of the plane differ"
_IN_THE_PLANE: Sequence[Row] = (
    *((f"u_x = {value}", "abs(x)", _TWO_SLOPES) for value in ("0", "1", "-1", "sign(y)")),
    ("u_x^2 = 1", "abs(x)", _TWO_SLOPES),
    ("abs(u_x) = 1", "abs(x)", _TWO_SLOPES),
    ("sign(u_x)^2 = 1", "abs(x)", _TWO_SLOPES),
    ("u_xx = 0", "abs(x)", "u_xx is 2δ"),
    ("u*u_xx = 0", "abs(x)", "2δ has no values in the plane"),
    ("diff(x*u_x, x) = 1", "abs(x)", "it is the sign of x, not 1, on the left"),
    *((f"u_xx = {value}", "relu(x)^2", _TWO_SLOPES) for value in ("0", "1", "2")),
    ("u_xxx = 0", "relu(x)^3", _TWO_SLOPES),
)


def _planes() -> Iterator[Attack]:
    for (condition, answer, reason), where in product(_IN_THE_PLANE, ("x = 0", "x = 0, y = 0")):
        stated = statement(f"u = {answer}", PLANE, [(where, condition)])
        yield Attack(KIND, stated, {"u": answer}, reason)


def _at_parameters() -> Iterator[Attack]:
    """Wrong for one value of k, at an end of its range or inside."""
    for source, ends in (
        ("1 - sign(k)^2", (-1, 1)),
        ("1 - sign(k)", (0, 1)),
        ("1 - sign(1 - k)", (0, 1)),
        ("1 - sign(2 - k^2)", (0, "2/sqrt(2)")),
        ("1 - sign(sqrt(2) - k)", (0, "sqrt(2)")),
        ("relu(k^2 - 2)", (0, "sqrt(2) + 10^(-40)")),
        ("1 - sign(abs(k - 1/2))", (-1, 1)),
    ):
        stated = statement(f"u_t = {source}", BAND, [("t = 0", "u = 1")], {"k": list(ends)})
        yield Attack(KIND, stated, {"u": "1"}, "for one value of k the source is not 0")
    for condition, end in (("u_x = -1", "x = 0"), ("u_x = 1", "x = 1"), ("u_x = 1 - 2*k", "x = 1")):
        stated = statement("u_x = sign(x - k)", _HALF, [(end, condition)], {"k": [0, 1]})
        yield Attack(KIND, stated, {"u": "abs(x - k)"}, "with the kink on the face u_x differs")
    for answer, right in (("x + 0*log(k)", "1"), ("x*k/k", "1"), ("exp(0*log(k)) - 1 + x", "1")):
        stated = statement(f"u_x = {right}", _HALF, [("x = 1", "u = 1")], {"k": [0, 1]})
        yield Attack(KIND, stated, {"u": answer}, "not defined for k = 0")


_AT_ZERO = "a sign is 0 at 0"
_ROWS: Sequence[Row] = (
    *(("u^2 = 1", answer, _AT_ZERO) for answer in ("sign(x)", "abs(sign(x))", "sign(x)^2")),
    *(("u = 1", answer, _AT_ZERO) for answer in ("sign(abs(x))", "sign(x^2)", "sign(sign(x)^2)")),
    *(("u_x = 0", answer, _AT_ZERO) for answer in ("sign(x)^2", "1 - sign(x)^2", "sign(x)")),
    ("u_x = 1", "x*sign(x)^2 + 1 - sign(x)^2", _AT_ZERO),
    ("u_x = sign(x)^2", "x", _AT_ZERO),
    ("sign(x)^2 = 1", "0", "no unknown, and wrong at 0"),
    ("sign(u)^2 = 1", "x", _AT_ZERO),
    ("u*x = x", "x*sign(x)/abs(x)", "not defined at 0"),
    ("u_xxx = 0", "x^2*sign(x)", "u_xxx is 4δ"),
    ("u = diff(abs(x), x)^2", "1", "the square of a derivative that does not exist at 0"),
    (
        "diff((x^2)^(1/2), x)^2 = 1 + 0*u",
        "x",
        "the square of a derivative that does not exist at 0",
    ),
    ("u_x^2 = 1", "sign(x)*x", "a valley of u_x² = 1 as it is written"),
)


def _equations() -> Iterator[Attack]:
    for equation, answer, reason in _ROWS:
        yield Attack(KIND, statement(equation, LINE, _WALL), {"u": answer}, reason)


def _faces() -> Iterator[Attack]:
    """Conditions that are not defined, or not what the answer gives, on their own face."""
    for condition in (
        *("u/x = 1", "x/u = 1", "u_x/u = 1/u", "log(u) = log(u)", "sign(u) = 1"),
        *("u_x = sign(x)", "u = x/x - 1", "sign(x) = 1"),
    ):
        stated = statement("u_x = 1", _HALF, [("x = 0", condition)])
        yield Attack(KIND, stated, {"u": "x"}, "not defined, or a sign that is 0, at x = 0")
    for condition in ("0*u = 0", "x*u = 0", "exp(u) = 0"):
        stated = statement("x*u_x = 1", _HALF, [("x = 1", "u = 0"), ("x = 0", condition)])
        yield Attack(KIND, stated, {"u": "log(x)"}, "the answer is infinite where values are given")


def _systems() -> Iterator[Attack]:
    """One unknown has a kink, and the other is its slope or a product with it."""
    reason = "a product with a derivative that does not exist at 0, or a jump without a value"
    for equations, v in (
        (("u_x = v", "v^2 = 1"), "sign(x)"),
        (("u_x = v", "v_x = 0"), "sign(x)"),
        (("u_x*v_x = 1", "u = v"), "abs(x)"),
        (("u_x = sign(x)", "v = u_x^2"), "1"),
        (("diff(u - v, x, 2) = 0", "v_x^2 = 1"), "abs(x)"),
    ):
        stated = statement(equations, LINE, _WALL, unknowns=("u", "v"))
        yield Attack(KIND, stated, {"u": "abs(x)", "v": v}, reason)


def _oriented() -> Iterator[Attack]:
    """The valley abs(x) − t, in equations and with data that hide how time runs."""
    valley = "abs(x) - t"
    for equation in (
        "u_t + u_x*diff(u, x) = 0",
        "u_t + u_x^2 = 0*diff(abs(x), x)",
        "u_t + u_x^2 + 0*u_xx = 0",
    ):
        yield Attack(KIND, cauchy(equation, valley), {"u": valley}, "no viscosity solution")
    for faces in (
        [("t = -2", "u = abs(x) + 2"), ("t = -1", "u_x = u_x")],
        [("t = -3/2", "u = abs(x) + 3/2")],
    ):
        stated = statement("u_t + u_x^2 = 0", {"x": (-1, 1), "t": (-2, -1)}, faces)
        yield Attack(KIND, stated, {"u": valley}, "not oriented, or forwards: a valley")


def _beyond() -> Iterator[Attack]:
    """Wrong behind a face that only a corner, a point or a plane inside speaks of."""
    start, left = ("t = 0", "u = x"), ("x = -1", "u = -1 - t")
    for where, value in (
        ("x = 1, t = 0", "1"),
        ("x = 1/2", "1/2 - t"),
        ("x = 1 - 10^(-30)", "x - t"),
    ):
        stated = statement("u_t + u_x = 0", BAND, [start, left, (where, f"u = {value}")])
        yield Attack(KIND, stated, {"u": "x - t + relu(x - 4)*t"}, "wrong for x > 4")
