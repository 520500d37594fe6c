"""True answers that a verifier once called refuted, or that exist as limits only on a face."""

from collections.abc import Iterator

from attacks.cases import LINE, Attack, Box, Statement, cauchy, dirichlet, statement

KIND = "once refused"
_WIDE: Box = {"x": (-2, 2), "y": (-2, 2)}
_FRONT = "max(sqrt(x^2 + y^2) - t, 0)"
_EIKONAL = "u_t + sqrt(u_x^2 + u_y^2) = 0"
_QUARTER: Box = {"x": (0, 3), "t": (0, 1)}
_CALL = "x*(1 + erf((log(x) + t)/sqrt(2*t)))/2 - exp(-t/2)*(1 + erf(log(x)/sqrt(2*t)))/2"
_CASES: tuple[tuple[Statement, str, str], ...] = (
    (cauchy(_EIKONAL, _FRONT, _WIDE), _FRONT, "Hopf-Lax on a wider box"),
    (cauchy(_EIKONAL, _FRONT, _WIDE, (0, 2)), _FRONT, "Hopf-Lax until the front is gone"),
    (cauchy("u_t + u_x^2/2 = 0", "-100*abs(x)"), "-100*abs(x) - 5000*t", "a steep peak"),
    (cauchy("u_t + u_x^2/2 = 0", "-1000*abs(x)"), "-1000*abs(x) - 500000*t", "a steep peak"),
    (dirichlet("u_x = u/2", "sqrt(exp(800 + x))"), "sqrt(exp(800 + x))", "a large exponential"),
    (dirichlet("u_x = u/2", "sqrt(exp(800 + x))"), "exp(400 + x/2)", "a large exponential"),
    (dirichlet("u_x = u", "exp(x - 900)"), "exp(x - 900)", "a small exponential"),
    (dirichlet("u_x = u", "exp(x - 900)"), "exp(x)/exp(900)", "a small exponential"),
    (dirichlet("diff((3 + sign(x))/2*u_x, x) = 0", "min(2*x, x)"), "min(2*x, x)", "flux 2"),
    (dirichlet("diff((3 + sign(x))/2*u_x, x) = 0", "min(2*x, x)"), "(3*x - abs(x))/2", "flux 2"),
    (dirichlet("u_xx = diff(abs(x), x, 2)", "abs(x)"), "abs(x)", "both sides are 2*delta"),
    (dirichlet("u_xx = diff(abs(x), x, 2)", "abs(x)"), "sqrt(x^2)", "both sides are 2*delta"),
    (
        cauchy("u_t + abs(u_x) + abs(u_y) = 0", "max(abs(x), abs(y))", _WIDE, (0, "1/2")),
        "max(abs(x) - t, abs(y) - t, 0)",
        "Hopf-Lax: the maximum over a cube of edge 2t",
    ),
    (
        statement("2*u_t + u_x^2 = 0", {**LINE, "t": (0, 1)}, [("t = 1", "2*u = 2*abs(x)")]),
        "abs(x) + (1 - t)/2",
        "terminal data: reversed, the valley is right",
    ),
    (
        statement("u_t = u_xx", _QUARTER, [("t = 0", "u = 1"), ("x = 0", "u = 0")]),
        "erf(x/(2*sqrt(t)))",
        "the value at t = 0 is a limit",
    ),
    (
        statement("u_t = u_xx", _QUARTER, [("t = 0", "u = 0"), ("x = 0", "u = 1")]),
        "1 - erf(x/(2*sqrt(t)))",
        "the value at t = 0 is a limit",
    ),
    (
        statement("u_t = u_xx", _QUARTER, [("t = 0", "u = 0"), ("x = 0", "u_x = -1")]),
        "2*sqrt(t/pi)*exp(-x^2/(4*t)) - x*(1 - erf(x/(2*sqrt(t))))",
        "the value at t = 0 is a limit",
    ),
    (
        statement(
            "u_t = x^2*u_xx/2 + x*u_x/2 - u/2",
            {"x": ("1/2", 2), "t": (0, 1)},
            [("t = 0", "u = max(x - 1, 0)")],
        ),
        _CALL,
        "the call at expiry is a limit",
    ),
)


def attacks() -> Iterator[Attack]:
    """Each once; none may be refuted."""
    for stated, answer, reason in _CASES:
        yield Attack(KIND, stated, {"u": answer}, reason, is_right=True)
