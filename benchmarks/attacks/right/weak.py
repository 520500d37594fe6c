"""True answers with kinks: balanced fluxes that jump, obstacle problems, kinks without a formula.

Each list has a rule of its own, whose sentence the certificate is to give.
"""

from collections.abc import Iterator
from fractions import Fraction

from attacks.cases import LINE, PLANE, SPACE, Attack, Box, cauchy, dirichlet
from attacks.wrong.implicit_kinks import RISING
from attacks.wrong.layers import layered
from attacks.wrong.moments import Power, family, written

JUMPS, OBSTACLES, KINKS = "balanced jump", "free boundary", "implicit ridge"
_WIDE: Box = {"x": (-2, 2)}


def attacks() -> Iterator[Attack]:
    """Every such answer."""
    yield from _balanced()
    yield from _layers()
    yield from _free_boundaries()
    yield from _ridges()


_WAVES = (
    (family("2"), "exp(-abs(x - t))", "Camassa and Holm's peakon"),
    (family("2"), "3*exp(-abs(x - 3*t))", "a taller one is faster"),
    (family("2"), "-exp(-abs(x + t))", "an antipeakon"),
    (family("2"), "cosh(abs(x - t) - 1)/cosh(1)", "a peak with sides that rise again"),
    (family("3"), "2*exp(-abs(x - 2*t))", "Degasperis and Procesi's"),
    (family("0"), "exp(-abs(x - t))", "b = 0"),
    (family("-1"), "exp(-abs(x - t))/2*2", "b = -1"),
    (family("1/2"), "exp(-abs(x - t - 1/3))", "b = 1/2"),
    (
        family("1"),
        "exp(-abs(x - (1 + exp(-1))*t)) + exp(-abs(x - 1 - (1 + exp(-1))*t))",
        "for b = 1 heights are kept: a pair moves with u at its peaks",
    ),
    (family("2").replace("u_t - ", "u_t + 2*u_x - "), "3*exp(-abs(x - 2*t)) - 1", "a background"),
    (
        "u_t - u_txx + u_x + diff(u^2/2, x) - diff(u^2/2, x, 3) = 0",
        "4/3*exp(-abs(x - 4*t/3)/2)",
        "Fornberg and Whitham's peakon",
    ),
    ("u_tx + diff(u_x^2/2, x) = 0", "min(0, x - t/2)", "u_x is a shock of Burgers' equation"),
    ("u_tx + diff(u_x^2/2, x) = 0", "min(x - t/2, 2*x - 2*t)", "u_x is a shock of Burgers'"),
    ("u_tx + diff(u_x^3, x) = 0", "min(0, x - t)", "u_x is a shock of a cubic law"),
    ("u_txx + diff(u_x^2, x, 2) = 0", "min(x - t, 2*x - 4*t)", "the same, differentiated"),
)
_POWERS: tuple[tuple[tuple[Power, ...], str], ...] = (
    (((1, 2, 1), (-3, 1, 1)), "max(x, 2*x)"),
    (((1, 3, 1), (-7, 1, 1)), "max(x, 2*x)"),
    (((1, 3, 2), (Fraction(-7, 3), 2, 2)), "min(x - 1/3, 2*x - 2/3)"),
    (((1, 2, 3), (-1, 1, 3)), "max(-x, 2*x)"),
)


def _balanced() -> Iterator[Attack]:
    for equation, answer, reason in _WAVES:
        yield Attack(JUMPS, cauchy(equation, answer), {"u": answer}, reason, is_right=True)
    for terms, answer in _POWERS:
        made = dirichlet(f"{written(terms)} = 0", answer)
        yield Attack(JUMPS, made, {"u": answer}, "the deltas cancel", is_right=True)
    equation, answer = "diff(u^2, x, 2) - 2*u_xx = 4*u^2 - 2*u", "exp(-abs(x))"
    made = dirichlet(equation, answer)
    yield Attack(JUMPS, made, {"u": answer}, "-4 and 4 cancel at the peak", is_right=True)
    pair = "(exp(-abs(x - log(cosh(t)))) - exp(-abs(x + log(cosh(t)))))/tanh(t)"
    made = cauchy(family("2"), pair, LINE, (1, 2))
    yield Attack(JUMPS, made, {"u": pair}, "peakon and antipeakon after they met", is_right=True)


def _layers() -> Iterator[Attack]:
    """Nothing is left on surfaces: layered media, and kinks that move along characteristics."""
    for a, b in ((1, 0), (1, 1), (2, -1)):
        equation, answer = layered(a, b, ("1", "3"))
        made, reason = dirichlet(equation, answer, PLANE), "the normal flux is continuous"
        yield Attack(JUMPS, made, {"u": answer}, reason, is_right=True)
    for equation, answer, box in (
        ("u_tt = u_xx", "abs(x - t)", LINE),
        ("u_tt = u_xx", "relu(1/2 - abs(x - t)) + relu(x + t)", LINE),
        ("u_tt = 4*u_xx", "max(x + 2*t, 3*x + 6*t)", LINE),
        ("u_tt = u_xx + u_yy", "abs(3*x/5 - 4*y/5 - t)", PLANE),
    ):
        made, reason = cauchy(equation, answer, box), "the kink moves with the speed of waves"
        yield Attack(JUMPS, made, {"u": answer}, reason, is_right=True)


_OBSTACLE = "1 - x^2 + relu(abs(x) - 2 + sqrt(3))^2"
_STILL: tuple[tuple[str, str, Box], ...] = (
    ("min(-u_xx, u - 1 + x^2) = 0", _OBSTACLE, _WIDE),
    ("max(u_xx, 1 - x^2 - u) = 0", _OBSTACLE, _WIDE),
    ("min(-u_xx^3, u - 1 + x^2) = 0", _OBSTACLE, _WIDE),
    ("min(1 - u_xx, u) = 0", "relu(x)^2/2", LINE),
    ("min(2 - u_xx, u) = 0", "relu(abs(x) - 1/2)^2", LINE),
    ("min(1 - u_xx, u) = 0", "relu(x - 1/3)^2/2 + relu(-x - 1/3)^2/2", LINE),
    ("max(u_xx - 1, -u) = 0", "relu(x)^2/2", LINE),
    ("min(u - u_xx + 1, u) = 0", "cosh(relu(x)) - 1", LINE),
    ("min(exp(x)*(1 - u_xx), u) = 0", "relu(x)^2/2", LINE),
    ("max(-u_xx - 2, abs(u_x) - 1) = 0", "3/4 - x^2 + relu(abs(x) - 1/2)^2", LINE),
    ("max(-u_xx - 2, u_x^2 - 1) = 0", "3/4 - x^2 + relu(abs(x) - 1/2)^2", LINE),
    ("max(min(1 - u_xx, u), u - 2) = 0", "relu(x)^2/2", LINE),
    ("min(1 - u_xx - u_yy, u) = 0", "relu(x)^2/2", PLANE),
    ("min(1 - u_xx - u_yy, u) = 0", "relu(3*x/5 + 4*y/5)^2/2", PLANE),
    ("min(1 - u_xx - u_yy, u) = 0", "relu(x - 1/3)^2/2 + relu(-x - 1/3)^2/2", PLANE),
    ("min(1 - u_xx - u_yy - u_zz, u) = 0", "relu(z)^2/2", SPACE),
    ("min(1 - u_xx, u) = 0", "relu(x - y)^2/2", PLANE),
)
_MOVING: tuple[tuple[str, str], ...] = (
    ("min(u_t - u_xx + 1, u) = 0", "exp(relu(x + t)) - 1 - relu(x + t)"),
    ("min(u_t - u_xx + 1, u) = 0", "exp(relu(t - x)) - 1 - relu(t - x)"),
    ("min(u_t - u_xx + 1, u) = 0", "(exp(2*relu(x + 2*t)) - 1 - 2*relu(x + 2*t))/4"),
    ("min(1 - u_xx, u) = 0", "relu(x - t)^2/2"),
)


def _free_boundaries() -> Iterator[Attack]:
    reason = "the slopes are Lipschitz, and an elliptic equation holds almost everywhere"
    for equation, answer, box in _STILL:
        made = dirichlet(equation, answer, box)
        yield Attack(OBSTACLES, made, {"u": answer}, reason, is_right=True)
    for equation, answer in _MOVING:
        yield Attack(OBSTACLES, cauchy(equation, answer), {"u": answer}, reason, is_right=True)


def _ridges() -> Iterator[Attack]:
    ridge, valley = "a ridge, F convex", "a valley, F concave as it is written"
    for g, slope in RISING:
        made = dirichlet(f"u_x^2 = ({slope})^2", f"-abs({g})")
        yield Attack(KINKS, made, {"u": f"-abs({g})"}, ridge, is_right=True)
        made = dirichlet(f"-abs(u_x) = -({slope})", f"abs({g})")
        yield Attack(KINKS, made, {"u": f"abs({g})"}, valley, is_right=True)
    for g, slope in RISING[2:4]:
        answer = f"-abs({g}) - t/2"
        made = cauchy(f"u_t + u_x^2/(2*({slope})^2) = 0", answer)
        yield Attack(KINKS, made, {"u": answer}, ridge, is_right=True)
    (g, slope), clock = RISING[0], "2*t - sin(t)"
    answer = f"min({g} - ({clock})/2, 2*({g}) - 2*({clock}))"
    made = cauchy(f"u_t + (2 - cos(t))*u_x^2/(2*({slope})^2) = 0", answer)
    yield Attack(KINKS, made, {"u": answer}, "the smaller of two planes", is_right=True)
    squares = f"u_x^2/({slope})^2 + u_y^2/(2 + sin(y))^2"
    answer = f"-abs({g} + 2*y - cos(y))"
    made = dirichlet(f"{squares} = 2", answer, PLANE)
    yield Attack(KINKS, made, {"u": answer}, ridge, is_right=True)
