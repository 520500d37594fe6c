"""Wrong viscosity solutions whose kinks lie where no formula says: on 2x − sin x = 1, say.

G(x) rises and is transcendental or of high degree. ±|G| solves u_x² = G'(x)² off the zero of G,
and only one sign is a viscosity solution; which one, the orientation decides.
"""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, PLANE, Attack, Box, cauchy, dirichlet, statement

KIND = "implicit kink"
RISING = (
    ("2*x - sin(x) - 1", "2 - cos(x)"),
    ("x + exp(x) - 2", "1 + exp(x)"),
    ("x^5 + x - 1/2", "5*x^4 + 1"),
    ("x^3 + x - 1/2", "3*x^2 + 1"),
    ("x + atan(x) - 1/2", "1 + 1/(1 + x^2)"),
    ("3*x + cos(2*x)", "3 - 2*sin(2*x)"),
    ("sinh(x) + x - 1/3", "cosh(x) + 1"),
    ("x + log(x + 2) - 1/2", "1 + 1/(x + 2)"),
)
"""G and its derivative, which is positive on [−1, 1]; G vanishes once, inside."""
_VALLEY = "a valley: 0 is a subgradient at the zero, and F(0) is negative there"
_RIDGE = "a ridge: 0 is a supergradient at the zero, and F(0) is positive there"


def attacks() -> Iterator[Attack]:
    """Every way to keep a forbidden kink at a place without a formula."""
    yield from _valleys()
    yield from _near_the_zero()
    yield from _in_time()
    yield from _curves()
    yield from _in_the_plane()
    yield from _in_parameters()
    yield from _terminal()
    yield from _no_hamiltonian()


def _made(equation: str, answer: str, reason: str, box: Box = LINE) -> Attack:
    return Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)


def _valleys() -> Iterator[Attack]:
    """|G| where a ridge is right, and −|G| where a valley is."""
    for g, slope in RISING:
        for equation in (
            f"u_x^2 = ({slope})^2",
            f"abs(u_x) = {slope}",
            f"u_x^4/({slope})^4 = 1",
            f"max(u_x, -u_x) = {slope}",
        ):
            yield _made(equation, f"abs({g})", _VALLEY)
        for equation in (f"-u_x^2 = -({slope})^2", f"{slope} = abs(u_x)"):
            yield _made(equation, f"-abs({g})", _RIDGE)


def _near_the_zero() -> Iterator[Attack]:
    """A dent of size ε on the right ridge; a flat top; a rational number instead of the zero."""
    g, slope = RISING[0]
    equation = f"u_x^2 = ({slope})^2"
    for size in ("10^(-6)", "10^(-30)"):
        yield _made(equation, f"-abs(abs({g}) - {size})", f"{_VALLEY}; the dent is {size} deep")
        flat = "on the flat top, which is very small, u_x is 0"
        yield _made(equation, f"min(-abs({g}), -{size})", flat)
        yield _made(equation, f"max(-abs({g}), abs({g}) - {size})", _VALLEY)
    for zero in ("887862211571/10^12", "8878622115710/10^13", "44/50"):
        jump = "the pieces do not meet at this number: the answer jumps"
        yield _made(equation, f"-sign(x - {zero})*({g})", jump)
        yield _made(equation, f"({g})*(1 - 2*sign(relu(x - {zero})))", jump)
    for other in ("1/100", "10^(-20)"):
        kink = "two kinks, and one of them is a valley"
        yield _made(equation, f"max(-abs({g}), -abs({g} + {other}))", kink)
        yield _made(equation, f"min(abs({g}), {other} - ({g}))", "a valley beside a ridge")


def _in_time() -> Iterator[Attack]:
    """A standing kink in an evolution equation."""
    for (g, slope), (h, speed) in product(
        RISING[2:4], (("u_x^2/(2*S^2)", "1/2"), ("abs(u_x)/S", "1"))
    ):
        hamiltonian = h.replace("S", f"({slope})")
        start = f"abs({g})"
        equation = f"u_t + {hamiltonian} = 0"
        yield _evolving(equation, start, f"abs({g}) - {speed}*t", _VALLEY)
        equation = f"-u_t + {hamiltonian} = 0"
        yield _evolving(equation, f"-{start}", f"-abs({g}) + {speed}*t", f"turned: {_RIDGE}")


def _evolving(equation: str, start: str, answer: str, reason: str) -> Attack:
    made = cauchy(equation, start, LINE)
    return Attack(KIND, made, {"u": answer}, reason)


def _curves() -> Iterator[Attack]:
    """max(a·G(x) − a²·T(t)/2, …) for u_t + T'·u_x²/(2·G'²) = 0: kinks on G = (a + b)·T/2."""
    reason = "of two planes in G and T the smaller one is right for a convex Hamiltonian"
    times = (("2*t - sin(t)", "2 - cos(t)"), ("t + t^3", "1 + 3*t^2"))
    for (g, slope), (clock, rate), (a, b) in product(RISING[:4:3], times, (("1", "2"),)):
        planes = ", ".join(f"({s})*({g}) - ({s})^2*({clock})/2" for s in (a, b))
        equation = f"u_t + ({rate})*u_x^2/(2*({slope})^2) = 0"
        answer = f"max({planes})"
        yield Attack(KIND, cauchy(equation, answer), {"u": answer}, reason)


def _in_the_plane() -> Iterator[Attack]:
    """Kinks along curves, and where two of them meet."""
    first, second = RISING[0], ("2*y - cos(y)", "2 + sin(y)")
    squares = f"u_x^2/({first[1]})^2 + u_y^2/({second[1]})^2"
    total = f"{first[0]} + {second[0]}"
    yield _made(f"{squares} = 2", f"abs({total})", _VALLEY, PLANE)
    yield _made(f"-({squares}) = -2", f"-abs({total})", _RIDGE, PLANE)
    cross = f"abs({first[0]}) + abs({second[0]})"
    yield _made(f"{squares} = 2", cross, _VALLEY, PLANE)
    yield _made(f"-({squares}) = -2", f"-({cross})", _RIDGE, PLANE)
    saddle = f"abs({first[0]}) - abs({second[0]})"
    yield _made(f"{squares} = 2", saddle, "one of the two kinks is a valley", PLANE)
    corner = f"max(abs({first[0]}), abs({second[0]}))"
    yield _made(f"{squares} = 1", corner, _VALLEY, PLANE)
    yield _made(f"{squares} = 1", f"min(abs({first[0]}), abs({second[0]}))", _VALLEY, PLANE)
    yield _made(f"-({squares}) = -1", f"-({corner})", _RIDGE, PLANE)


def _in_parameters() -> Iterator[Attack]:
    """Right for some values of a parameter, wrong for others."""
    g, slope = RISING[0]
    for factor in ("k", "relu(k - 999/1000)"):
        reason = "where the factor is positive the valley is forbidden, elsewhere a ridge"
        equation = f"u_t + ({factor})*u_x^2/(2*({slope})^2) = 0"
        for sign in ("", "-"):
            if sign and factor.startswith("relu"):
                continue
            answer = f"{sign}abs({g}) - ({factor})*t/2"
            made = cauchy(equation, answer, parameters={"k": [-1, 1]})
            yield Attack(KIND, made, {"u": answer}, reason)
    equation = f"u_x^2 = k^2*({slope})^2"
    for height in ("k", "abs(k)", "relu(k)"):
        ends = [0, 1] if height == "k" else [-1, 1]
        wanted = equation if height != "relu(k)" else equation.replace("k^2", "relu(k)^2")
        answer = f"{height}*abs({g})"
        made = dirichlet(wanted, answer, LINE, {"k": ends})
        yield Attack(KIND, made, {"u": answer}, "the kink vanishes at k = 0 alone")
    moved = "2*x - sin(x) - k"
    made = dirichlet(f"u_x^2 = ({slope})^2", f"abs({moved})", LINE, {"k": [-3, 3]})
    yield Attack(KIND, made, {"u": f"abs({moved})"}, "for small k the kink is inside")


def _terminal() -> Iterator[Attack]:
    """Data at the end of time: the ridge that initial data allow is forbidden."""
    for g, slope in RISING[2:4]:
        box = {**LINE, "t": (0, 1)}
        for h, speed in ((f"u_x^2/(2*({slope})^2)", "1/2"), (f"abs(u_x)/({slope})", "1")):
            made = statement(f"u_t + {h} = 0", box, [("t = 1", f"u = -abs({g})")])
            answer = f"-abs({g}) + {speed}*(1 - t)"
            yield Attack(KIND, made, {"u": answer}, "time runs backwards: a ridge is forbidden")


def _no_hamiltonian() -> Iterator[Attack]:
    """No convexity, u itself, or a jump in F."""
    g, slope = RISING[0]
    for sign, equation in product(
        ("", "-"), (f"u_x^3/({slope})^3 = u_x/({slope})", f"sin(pi*u_x/({slope})) = 0")
    ):
        reason = "between the slopes F leaves 0 on both sides"
        yield _made(equation, f"{sign}abs({g})", reason)
    itself = "with or without u in F, the valley is forbidden"
    yield _made(f"u_x^2 - ({slope})^2 + u - abs({g}) = 0", f"abs({g})", itself)
    yield _made(f"u_x^2 + u = ({slope})^2 + abs({g})", f"abs({g})", itself)
    yield _made(f"sign(u_x)*u_x = {slope}", f"abs({g})", _VALLEY)
    yield _made(f"sqrt(u_x^2) = {slope}", f"abs({g})", _VALLEY)
    second = "a kink of an equation of second order that u_xx = 0 does not see"
    yield _made("u_xx = sin(x)", "abs(x) - sin(x)", second)
