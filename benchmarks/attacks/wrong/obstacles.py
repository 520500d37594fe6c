"""Wrong answers to second-order equations that hold almost everywhere, obstacle problems above all.

A function with Lipschitz slopes that solves an elliptic equation almost everywhere solves it. The
attacks keep the equation and give up the slopes, the ellipticity or the free boundary.
"""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, PLANE, SPACE, Attack, Box, cauchy, dirichlet, statement

KIND = "obstacle"
_WIDE: Box = {"x": (-2, 2)}
_BELOW = "the slope rises at the kink: -u_xx is negative there"
_ABOVE = "the slope falls at a kink above the obstacle: -u_xx is not 0 there"


def attacks() -> Iterator[Attack]:
    """Every way to solve almost everywhere and not at all."""
    yield from _chords()
    yield from _kinked_phases()
    yield from _two_directions()
    yield from _gradient_bounds()
    yield from _in_time()
    yield from _not_elliptic()
    yield from _degenerate()
    yield from _misplaced()
    yield from _in_parameters()


def _made(equation: str, answer: str, reason: str, box: Box = LINE) -> Attack:
    return Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)


def _moving(equation: str, answer: str, reason: str, box: Box = LINE) -> Attack:
    return Attack(KIND, cauchy(equation, answer, box), {"u": answer}, reason)


def _chords() -> Iterator[Attack]:
    """Above 1 − x²: chords that are not tangent, and hats that touch nothing."""
    spellings = ("min(-u_xx, u - 1 + x^2) = 0", "max(u_xx, 1 - x^2 - u) = 0")
    for equation, k in product(spellings, ("1/2", "2/5", "53/100", "1/4")):
        # The tangent has the slope 4 − 2√3 = 0.5358…: a flatter chord meets 1 − x² at an angle.
        yield _made(equation, f"max(1 - x^2, {k}*(2 - abs(x)))", _BELOW, _WIDE)
    for equation, k in product(spellings, ("3/4", "1", "5")):
        yield _made(equation, f"{k}*(2 - abs(x)) + 1", _ABOVE, _WIDE)
        yield _made(equation, f"{k}*(2 - abs(x - 1/7)) + 1", _ABOVE, _WIDE)
    for floor in ("-u_xx", "-3*u_xx", "-u_xx^3"):
        yield _made(f"min({floor}, u) = 0", "abs(x)", _BELOW)
        yield _made(f"min({floor}, u) = 0", "relu(x - 1/3)", _BELOW)
        yield _made(f"min({floor}, u) = 0", "2 - abs(x)", _ABOVE)
        yield _made(f"min({floor}, u) = 0", "min(x + 2, 3)*10^(-9)", _ABOVE, {"x": (0, 2)})


_PHASES = (
    ("relu(x)^2/2 + relu(x)", _BELOW),
    ("relu(x)^2/2 + 10^(-12)*relu(x)", _BELOW),
    ("relu(x - 1/3)^2/2 + relu(x - 1/3)/7", _BELOW),
    ("x^2/2 + abs(x)/2", _BELOW),
    ("(abs(x) - 1/2)^2/2", _ABOVE),
    ("(abs(x) - 10^(-9))^2/2", _ABOVE),
    ("relu(1/2 - abs(x))^2/2", _ABOVE),
    ("relu(abs(x) - 1/4)^2/2 + 10^(-20)*relu(abs(x) - 1/4)", _BELOW),
)


def _kinked_phases() -> Iterator[Attack]:
    """One-phase problems u'' = 1 where u > 0, with a kink at the free boundary or inside."""
    spellings = (
        "min(1 - u_xx, u) = 0",
        "max(u_xx - 1, -u) = 0",
        "-relu(-u) + min(1 - u_xx, u) = 0",
        "min(1 - u_xx^3, u) = 0",
    )
    for equation, (answer, reason) in product(spellings, _PHASES):
        yield _made(equation, answer, reason)


def _two_directions() -> Iterator[Attack]:
    """The same in the plane and in space: two half-space solutions that meet at an edge."""
    plane, space = "min(1 - u_xx - u_yy, u) = 0", "min(1 - u_xx - u_yy - u_zz, u) = 0"
    for answer, reason in (
        ("max(relu(x)^2, relu(y)^2)/2", _BELOW),
        ("min(relu(x)^2, relu(y)^2)/2", _ABOVE),
        ("relu(x + y)^2/4 + relu(x + y)/9", _BELOW),
        ("max(relu(x)^2/2, relu(3*x/5 + 4*y/5)^2/2)", _BELOW),
        ("relu(abs(x) - 1/2)^2/2 + relu(x - 1/2)*10^(-6)", _BELOW),
        ("(abs(x) - 1/2)^2/2", _ABOVE),
        ("x^2/4 + y^2/4 + abs(x - y)", _BELOW),
        ("x^2/4 + y^2/4 + 5 - abs(x + 2*y)", _ABOVE),
    ):
        yield _made(plane, answer, f"along an edge {reason}", PLANE)
    yield _made(space, "max(relu(x)^2, relu(z)^2)/2", f"along an edge {_BELOW}", SPACE)
    yield _made(space, "relu(y)^2/2 + relu(y)/5", f"along an edge {_BELOW}", SPACE)
    yield _made("min(-u_xx - u_yy, u) = 0", "relu(x)", _BELOW, PLANE)
    yield _made("min(-u_xx - u_yy, u) = 0", "abs(x) + abs(y)", _BELOW, PLANE)
    yield _made("min(-u_xx - u_yy, u) = 0", "abs(x*y)", _BELOW, PLANE)
    yield _made("min(-u_xx - u_yy, u) = 0", "5 - abs(x) + y", _ABOVE, PLANE)


def _gradient_bounds() -> Iterator[Attack]:
    """Elastic and plastic torsion: the plastic cone has an edge where it has to be elastic."""
    plastic = "the roof has -u_xx = +delta on its ridge, and max(-u_xx - 2, …) must not be positive"
    valley = "below the valley a parabola touches with slope 0: max(-u_xx - 2, |u_x| - 1) < 0"
    for equation, (answer, reason) in product(
        ("max(-u_xx - 2, abs(u_x) - 1) = 0", "max(-u_xx - 2, u_x^2 - 1) = 0"),
        (
            ("1 - abs(x)", plastic),
            ("1/2 - abs(x - 1/2)", plastic),
            ("abs(x)", valley),
            ("abs(abs(x) - 1/2)", valley),
            ("min(1 - abs(x), 1/2 + abs(x))", valley),
        ),
    ):
        yield _made(equation, answer, reason)


def _in_time() -> Iterator[Attack]:
    """Parabolic obstacle problems: the front of a kinked answer creates or destroys heat."""
    heat = "min(u_t - u_xx, u) = 0"
    yield _moving(heat, "relu(exp(x + t) - 1)", _BELOW)
    yield _moving(heat, "relu(exp(2*x + 4*t) - 3)", _BELOW)
    yield _moving(heat, "relu(x^2 + 2*t - 1)", _BELOW)
    yield _moving(heat, "relu(x)", _BELOW)
    yield _moving("max(u_t - u_xx, u) = 0", "-relu(exp(x + t) - 1)", "turned: " + _BELOW)
    yield _moving("min(u_t - u_xx, u) = 0", "3 - abs(x)", _ABOVE)
    phase = "min(u_t - u_xx + 1, u) = 0"
    yield _moving(phase, "2*exp(relu(x + t)) - 2 - relu(x + t)", "u_x jumps by 1 at the front")
    yield _moving(phase, "exp(relu(-x + t)) - 1 - relu(-x + t)*999/1000", "u_x jumps at the front")
    yield _moving("u_t = u_xx", "abs(x)", "u_xx is a delta at 0")
    yield _moving("u_t = max(u_xx, 0)", "abs(x)", "the corner is filled at once: u_xx is not 0")
    yield _moving("u_t = min(u_xx, 2*u_xx)", "-abs(x)", "the corner is worn off at once")
    yield _moving("u_t = u_xx^3", "relu(x)", "the corner is filled at once")


_NOT_ELLIPTIC = (
    ("abs(u_xx) = 1", "x*abs(x)/2"),
    ("u_xx^2 = 1", "x*abs(x)/2"),
    ("u_xx^4 = 1", "x*abs(x)/2"),
    ("sqrt(u_xx^2) = 1", "x*abs(x)/2"),
    ("max(u_xx, -u_xx) = 1", "x*abs(x)/2"),
    ("relu(u_xx) + relu(-u_xx) = 1", "x*abs(x)/2"),
    ("u_xx^3 = u_xx", "relu(x)^2/2"),
    ("u_xx^2 = u_xx", "relu(x)^2/2"),
    ("u_xx*(u_xx - 1) = 0", "relu(x)^2/2"),
    ("u_xx = sign(u_xx)", "x*abs(x)/2"),
    ("abs(u_xx - 1) = 1", "relu(x)^2"),
    ("abs(u_xx) - u_xx^2 = 0", "relu(x)^2/2"),
    ("u_xx/abs(u_xx) = u_xx", "x*abs(x)/2"),
    ("cos(pi*u_xx) = -1", "x*abs(x)/2"),
    ("exp(u_xx) + exp(-u_xx) = exp(1) + exp(-1)", "x*abs(x)/2"),
    ("min(u_xx, 1 - u_xx) = 0", "relu(x)^2/2"),
    ("max(u_xx - 1, -u_xx) = 0", "relu(x)^2/2"),
    ("cosh(u_xx) = cosh(1)", "x*abs(x)/2"),
    ("u_xx^2 = 1", "abs(x^2 - 1/9)/2"),
)


def _not_elliptic() -> Iterator[Attack]:
    """Zigzags of the slope: each piece solves, and no notion allows the bend between them."""
    reason = "u_xx takes two values, F is not monotone in it: any zigzag of the slope would do"
    for equation, answer in _NOT_ELLIPTIC:
        yield _made(equation, answer, reason)
        if "x*abs(x)" in answer:
            yield _made(equation, "(x - 1/5)*abs(x - 1/5)/2", reason)
    mixed = "the determinant is not monotone: a saddle of pieces"
    both = "x*abs(x)/2 + y*abs(y)/2"
    yield _made("(u_xx*u_yy)^2 = 1", both, mixed, PLANE)
    yield _made("abs(u_xx*u_yy) = 1", both, mixed, PLANE)
    yield _made("u_xx^2 + u_yy^2 = 2", both, mixed, PLANE)
    yield _made("u_xx*u_yy - u_xy^2 = 0", "abs(x) + abs(y)", "its measure is 4 at 0", PLANE)
    yield _made("u_xx*u_yy - u_xy^2 = 0", "max(abs(x), abs(y))", "its measure is 2 at 0", PLANE)
    yield _made("u_xy = 0", "abs(x + y)", "u_xy is a delta on x = -y", PLANE)
    yield _made("u_xx - u_yy = 0", "abs(x)", "a wave with a corner that does not move", PLANE)


def _degenerate() -> Iterator[Attack]:
    """Equations of p-Laplace's and Aronsson's kind, which see corners."""
    reason = "|x| is no minimiser between its ends: the straight line is"
    for equation in (
        "u_x^2*u_xx = 0",
        "diff(u_x^3, x) = 0",
        "diff(abs(u_x)*u_x, x) = 0",
        "diff(u_x/sqrt(1 + u_x^2), x) = 0",
        "diff(abs(u_x)^3*u_x, x) = 0",
        "abs(u_x)*u_xx = 0",
    ):
        yield _made(equation, "abs(x)", reason)
        yield _made(equation, "1 - abs(x - 1/3)", reason)
    aronsson = "u_x^2*u_xx + 2*u_x*u_y*u_xy + u_y^2*u_yy = 0"
    edge = "along an edge no side of a touching function has the right curvature"
    for answer in ("abs(x) + y", "abs(x) + abs(y)", "max(x, y)", "abs(x - y)"):
        yield _made(aronsson, answer, edge, PLANE)
    yield _made(aronsson, "(x^2)^(5/6) - (y^2)^(5/6)", "the exponent is 4/3, not 5/3", PLANE)
    yield _made("diff(u_x, x) + diff(u_y, y) = 0", "abs(x) - abs(y)", "deltas on both axes", PLANE)
    steps = "the flux k*u_x jumps from one side to the other"
    for k, answer in (
        ("(3 + sign(x))/2", "max(x, 2*x)"),
        ("(3 + sign(x))/2", "x"),
        ("(2 - sign(x))", "min(x, 2*x)"),
        ("(2 + sign(x - 1/3))", "max(x - 1/3, 0)"),
    ):
        yield _made(f"diff({k}*u_x, x) = 0", answer, steps)


def _misplaced() -> Iterator[Attack]:
    """The free boundary a little off, with the data of the true one."""
    obstacle = "min(-u_xx, u - 1 + x^2) = 0"
    for shift in ("1/100", "10^(-9)", "10^(-40)", "-10^(-40)"):
        answer = f"1 - x^2 + relu(abs(x) - (2 - sqrt(3)) - ({shift}))^2"
        made = statement(obstacle, _WIDE, [("x = -2", "u = 0"), ("x = 2", "u = 0")])
        yield Attack(KIND, made, {"u": answer}, "the tangent does not end where the data are")
    tiny = "on the contact set, which is very small, -u_xx is negative"
    for size in ("10^(-6)", "10^(-12)", "1/1000"):
        rest = f"relu(abs(x) - {size})^2"
        yield _made(f"min(-u_xx, u - x^2 + 2*{rest}) = 0", f"x^2 - {rest}", tiny)
        yield _made(f"max(u_xx, -u + x^2 - 2*{rest}) = 0", f"x^2 - {rest}", tiny)
    both = ["min(1 - u_xx, u) = 0", "v_xx = 2"]
    faces = [("x = 1", "u = 3/2"), ("x = -1", "u = 0"), ("x = 1", "v = 1"), ("x = -1", "v = 1")]
    made = statement(both, LINE, faces, unknowns=("u", "v"))
    yield Attack(KIND, made, {"u": "relu(x)^2/2 + relu(x)", "v": "x^2"}, _BELOW)


def _in_parameters() -> Iterator[Attack]:
    """Lipschitz slopes, or ellipticity, for some values of a parameter alone."""
    bend, turn = "for k that is not 0 the slope jumps", "for k that is not 0 F is not elliptic"
    for kink in ("k*relu(x)", "relu(k)*relu(x)", "relu(k - 999/1000)*relu(x)", "k^2*relu(x)"):
        made = dirichlet("min(1 - u_xx, u) = 0", f"relu(x)^2/2 + {kink}", LINE, {"k": [0, 1]})
        yield Attack(KIND, made, {"u": f"relu(x)^2/2 + {kink}"}, bend)
    for equation in ("abs(k*u_xx) = k", "k*u_xx^2 = k", "max(k*u_xx, -k*u_xx) = k"):
        made = dirichlet(equation, "x*abs(x)/2", LINE, {"k": [0, 1]})
        yield Attack(KIND, made, {"u": "x*abs(x)/2"}, turn)
