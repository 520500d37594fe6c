"""True answers that a course on differential equations meets, stated as a student would."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attacks.cases import Attack, Box, statement
from attacks.right.by_rule.rows import right

KIND = "of a course"
Row = tuple[str, str, Box, Sequence[tuple[str, str]], str, str]
"""Unknowns, equations, the box, conditions, the answer and the reason."""
_LINE: Box = {"x": (-1, 1), "t": (0, 1)}
_HALF: Box = {"x": (0, 2), "t": (0, 1)}
_ROD: Box = {"x": (0, 1), "t": (0, 1)}
_D1 = "(log(S) + (r + sigma^2/2)*(1 - t))/(sigma*sqrt(2*(1 - t)))"
_D2 = "(log(S) + (r - sigma^2/2)*(1 - t))/(sigma*sqrt(2*(1 - t)))"
_ETA = "x/(2*sqrt(t))"
_LATENT = "3*exp(-1/9)/sqrt(pi)*(1/erf(1/3) - 1/(1 - erf(1/3)))"
_PLAIN: tuple[Row, ...] = (
    (
        "u",
        "u_t = u_xx",
        _LINE,
        [("t = 0", "u = sign(x)")],
        f"erf({_ETA})",
        "a step spread by the heat kernel",
    ),
    (
        "u",
        "u_t = u_xx",
        _HALF,
        [("t = 0", "u = 0"), ("x = 0", "u_x = -1")],
        f"2*sqrt(t/pi)*exp(-x^2/(4*t)) - x*(1 - erf({_ETA}))",
        "Carslaw and Jaeger: constant flux into a half space",
    ),
    (
        "u",
        "u_t = u_xx",
        _HALF,
        [("t = 0", "u = 0"), ("x = 0", "u_x = u - 1")],
        f"1 - erf({_ETA}) - exp(x + t)*(1 - erf({_ETA} + sqrt(t)))",
        "Carslaw and Jaeger: radiation into a half space",
    ),
    (
        "u",
        "u_tt = u_xx",
        _LINE,
        [("t = 0", "u = relu(1 - abs(x))"), ("t = 0", "u_t = 0")],
        "(relu(1 - abs(x - t)) + relu(1 - abs(x + t)))/2",
        "d'Alembert: a plucked string",
    ),
    (
        "u",
        "u_tt = u_xx",
        _LINE,
        [("t = 0", "u = 0"), ("t = 0", "u_t = (1 + sign(1 - x^2))/2")],
        "(min(max(x + t, -1), 1) - min(max(x - t, -1), 1))/2",
        "d'Alembert: the hammer blow",
    ),
    (
        "u",
        "u_tt = u_rr + 2*u_r/r",
        {"r": (1, 2), "t": (0, 1)},
        [
            ("t = 0", "u = sin(r)/r"),
            ("t = 0", "u_t = -cos(r)/r"),
            ("r = 1", "u = sin(1 - t)"),
            ("r = 2", "u = sin(2 - t)/2"),
        ],
        "sin(r - t)/r",
        "an outgoing spherical wave",
    ),
    (
        "u",
        "u_rr + u_r/r + diff(u, theta, 2)/r^2 = 0",
        {"r": (1, 2), "theta": (0, "pi")},
        [
            ("r = 1", "u = 0"),
            ("r = 2", "u = 3/2*sin(theta)"),
            ("theta = 0", "u = 0"),
            ("theta = pi", "u = 0"),
        ],
        "(r - 1/r)*sin(theta)",
        "Laplace in a half annulus by separation",
    ),
    (
        "u",
        "u_xx + u_yy = 0",
        {"x": (0, 1), "y": (0, 1)},
        [("x = 0", "u = 0"), ("x = 1", "u = 0"), ("y = 0", "u = 0"), ("y = 1", "u = sin(pi*x)")],
        "sin(pi*x)*sinh(pi*y)/sinh(pi)",
        "Laplace in a square with one warm side",
    ),
    (
        "u",
        "diff(r*u_r, r)/r = -1",
        {"r": (1, 2)},
        [("r = 1", "u = 0"), ("r = 2", "u = 0")],
        "(1 - r^2)/4 + 3*log(r)/(4*log(2))",
        "Poiseuille flow between two pipes",
    ),
    (
        "u",
        "u_xxxx = (1 + sign(x - 1/2))/2",
        {"x": (0, 1)},
        [("x = 0", "u = 0"), ("x = 0", "u_x = 0"), ("x = 1", "u_xx = 0"), ("x = 1", "u_xxx = 0")],
        "relu(x - 1/2)^4/24 + 3*x^2/16 - x^3/12",
        "a cantilever with its outer half loaded",
    ),
    (
        "u",
        "u_tt + u_xxxx = 0",
        _ROD,
        [
            ("t = 0", "u = sin(pi*x)"),
            ("t = 0", "u_t = 0"),
            ("x = 0", "u = 0"),
            ("x = 0", "u_xx = 0"),
            ("x = 1", "u = 0"),
            ("x = 1", "u_xx = 0"),
        ],
        "sin(pi*x)*cos(pi^2*t)",
        "the first tone of a supported beam",
    ),
    (
        "V",
        "min(V - S*V_S - S^2*V_SS, V - relu(1 - S)) = 0",
        {"S": ("1/4", 2)},
        [("S = 1/4", "V = 3/4"), ("S = 2", "V = 1/8")],
        "1/2 - min(S, 1/2) + 1/(4*max(S, 1/2))",
        "Wilmott: the perpetual American put, by smooth fit",
    ),
    (
        "u",
        "u_tt - u_xx + sin(u) = 0",
        _LINE,
        [
            ("t = 0", "u = 4*atan(exp(5*x/4))"),
            ("t = 0", "u_t = -3/(2*cosh(5*x/4))"),
        ],
        "4*atan(exp(5*x/4 - 3*t/4))",
        "a kink of the sine-Gordon equation with speed 3/5",
    ),
    (
        "u",
        "u_t = u_xx + u*(1 - u)",
        _LINE,
        [("t = 0", "u = 1/(1 + exp(x/sqrt(6)))^2")],
        "1/(1 + exp(x/sqrt(6) - 5*t/6))^2",
        "the front of Ablowitz and Zeppetella",
    ),
    (
        "u",
        "u_t + diff(u*(1 - u), x) = 0",
        _LINE,
        [("t = 0", "u = 5/8 + 3/8*sign(x)")],
        "5/8 + 3/8*sign(x + t/4)",
        "the end of a queue moves back: the shock of Rankine and Hugoniot",
    ),
    (
        "u",
        "diff((2 + sign(x))*u_x, x) = 0",
        {"x": (-1, 1)},
        [("x = -1", "u = 0"), ("x = 1", "u = 4")],
        "3 + 3*min(x, 0) + relu(x)",
        "two layers in series carry the same flux",
    ),
    (
        "u",
        "u_t = diff((5 + 3*sign(x))/2*u_x, x)",
        _LINE,
        [("t = 0", "u = -1/2 + 3/2*sign(x)")],
        "2*erf(min(x, 0)/(2*sqrt(t))) + erf(relu(x)/(4*sqrt(t)))",
        "Carslaw and Jaeger: two half spaces brought into contact",
    ),
    (
        "u",
        "min(-u_xx, u - 3/4 + x^2) = 0",
        {"x": (-1, 1)},
        [("x = -1", "u = 0"), ("x = 1", "u = 0")],
        "3/4 - min(abs(x), 1/2)^2 - relu(abs(x) - 1/2)",
        "a string over a parabola leaves it along tangents",
    ),
    (
        "u",
        "min(u_t - u_xx + 1, u) = 0",
        _ROD,
        [("t = 0", "u = 0"), ("x = 0", "u = exp(t) - 1 - t"), ("x = 1", "u = 0")],
        "exp(relu(t - x)) - 1 - relu(t - x)",
        "Stefan's melting front at unit speed, integrated in time",
    ),
    (
        "u",
        "u_t = u_xx",
        _HALF,
        [("t = 0", "u = exp(-x)*cos(x)"), ("x = 0", "u = cos(2*t)")],
        "exp(-x)*cos(2*t - x)",
        "Stokes: a plate that oscillates",
    ),
    (
        "p",
        "p_t = diff(x*p, x) + p_xx",
        _LINE,
        [("t = 0", "p = exp(-x^2/4)/sqrt(4*pi)")],
        "exp(-x^2/(2 + 2*exp(-2*t)))/sqrt(2*pi*(1 + exp(-2*t)))",
        "the Ornstein-Uhlenbeck density, of variance 1 + exp(-2*t)",
    ),
    (
        "u",
        "u_tt + 2*u_t + u = u_xx",
        _LINE,
        [("t = 0", "u = sin(x)"), ("t = 0", "u_t = -sin(x) - cos(x)")],
        "exp(-t)*sin(x - t)",
        "the telegraph line without distortion",
    ),
    (
        "u",
        "u_xx + u_yy + 25*u = 0",
        {"x": (0, 1), "y": (0, 1)},
        [
            ("x = 0", "u = 0"),
            ("x = 1", "u = sin(3)*cos(4*y)"),
            ("y = 0", "u = sin(3*x)"),
            ("y = 1", "u = sin(3*x)*cos(4)"),
        ],
        "sin(3*x)*cos(4*y)",
        "a product of waves with wave number 5",
    ),
    (
        "u; v",
        "u_t = -v_xx - 2*(u^2 + v^2)*v; v_t = u_xx + 2*(u^2 + v^2)*u",
        _LINE,
        [("t = 0", "u = 1/cosh(x)"), ("t = 0", "v = 0")],
        "cos(t)/cosh(x); sin(t)/cosh(x)",
        "the bright soliton, in real and imaginary parts",
    ),
    (
        "e; h; k",
        "e_t = k_x - h_y; h_t = -e_y; k_t = e_x",
        {"x": (0, "pi"), "y": (0, "pi"), "t": (0, 1)},
        [
            ("t = 0", "e = sin(x)*sin(y)"),
            ("t = 0", "h = 0"),
            ("t = 0", "k = 0"),
            ("x = 0", "e = 0"),
            ("x = pi", "e = 0"),
            ("y = 0", "e = 0"),
            ("y = pi", "e = 0"),
        ],
        "sin(x)*sin(y)*cos(sqrt(2)*t); -sin(x)*cos(y)*sin(sqrt(2)*t)/sqrt(2); "
        "cos(x)*sin(y)*sin(sqrt(2)*t)/sqrt(2)",
        "Maxwell's equations in a square cavity, the lowest mode",
    ),
    (
        "u; v",
        "u_xx + u_yy + 2*(u_xx + v_xy) = 0; v_xx + v_yy + 2*(u_xy + v_yy) = 0",
        {"x": (0, 1), "y": (0, 1)},
        [
            ("x = 0", "u = -4*y^2"),
            ("x = 0", "v = 0"),
            ("x = 1", "u = 1 - 4*y^2"),
            ("x = 1", "v = y"),
            ("y = 0", "u = x^2"),
            ("y = 0", "v = 0"),
            ("y = 1", "u = x^2 - 4"),
            ("y = 1", "v = x"),
        ],
        "x^2 - 4*y^2; x*y",
        "Navier's equations with equal moduli, a polynomial displacement",
    ),
    (
        "u",
        "sqrt(u_x^2 + u_y^2) = 1",
        {"x": (-1, 1), "y": (-1, 1)},
        [("x = -1", "u = 0"), ("x = 1", "u = 0"), ("y = -1", "u = 0"), ("y = 1", "u = 0")],
        "min(1 - abs(x), 1 - abs(y))",
        "Evans: the distance to the sides of a square",
    ),
    (
        "u",
        "diff((u_x^2 + u_y^2)*u_x, x) + diff((u_x^2 + u_y^2)*u_y, y) = 0",
        {"x": (1, 2), "y": (0, 1)},
        [
            ("x = 1", "u = (1 + y^2)^(1/3)"),
            ("x = 2", "u = (4 + y^2)^(1/3)"),
            ("y = 0", "u = x^(2/3)"),
            ("y = 1", "u = (x^2 + 1)^(1/3)"),
        ],
        "(x^2 + y^2)^(1/3)",
        "the fundamental solution of the 4-Laplacian in the plane",
    ),
    (
        "u",
        "u_t = diff(u^2, x, 2) + diff(u^2, y, 2)",
        {"x": (-1, 1), "y": (-1, 1), "t": (1, 2)},
        [("t = 1", "u = relu(1 - (x^2 + y^2)/16)")],
        "relu(1 - (x^2 + y^2)/(16*sqrt(t)))/sqrt(t)",
        "Barenblatt's source solution in the plane",
    ),
    (
        "u",
        "x*u_xx + 2*u_x + x*u^5 = 0",
        {"x": (0, 1)},
        [("x = 0", "u = 1"), ("x = 0", "u_x = 0")],
        "1/sqrt(1 + x^2/3)",
        "the Lane-Emden star of index 5",
    ),
)
_WITH: tuple[tuple[Row, Mapping[str, Any]], ...] = (
    (
        (
            "u",
            "u_t = k*u_xx",
            {"x": (0, "pi"), "t": (0, 1)},
            [("t = 0", "u = 3*sin(x) - sin(4*x)"), ("x = 0", "u = 0"), ("x = pi", "u = 0")],
            "3*exp(-k*t)*sin(x) - exp(-16*k*t)*sin(4*x)",
            "Haberman: two modes of a rod with cold ends",
        ),
        {"k": [0.5, 2]},
    ),
    (
        (
            "u; v; p",
            "u_x + v_y = 0; u_t + u*u_x + v*u_y + p_x = nu*(u_xx + u_yy); "
            "v_t + u*v_x + v*v_y + p_y = nu*(v_xx + v_yy)",
            {"x": (-1, 1), "y": (-1, 1), "t": (0, 1)},
            [
                ("t = 0", "u = cos(x)*sin(y)"),
                ("t = 0", "v = -sin(x)*cos(y)"),
                ("x = 0, y = 0", "p = -exp(-4*nu*t)/2"),
            ],
            "cos(x)*sin(y)*exp(-2*nu*t); -sin(x)*cos(y)*exp(-2*nu*t); "
            "-(cos(2*x) + cos(2*y))*exp(-4*nu*t)/4",
            "the vortices of Taylor and Green",
        ),
        {"nu": [0.1, 1]},
    ),
    (
        (
            "u",
            "u_tt = c^2*u_xx",
            _LINE,
            [("t = 0", "u = exp(-x^2)"), ("t = 0", "u_t = 0")],
            "(exp(-(x - c*t)^2) + exp(-(x + c*t)^2))/2",
            "d'Alembert: a pulse parts in two",
        ),
        {"c": [1, 3]},
    ),
    (
        (
            "u",
            "u_xxxx = q",
            {"x": (0, 1)},
            [
                ("x = 0", "u = 0"),
                ("x = 0", "u_x = 0"),
                ("x = 1", "u_xx = 0"),
                ("x = 1", "u_xxx = 0"),
            ],
            "q*x^2*(x^2 - 4*x + 6)/24",
            "a cantilever under its weight",
        ),
        {"q": [1, 2]},
    ),
    (
        (
            "V",
            "V_t + sigma^2*S^2*V_SS/2 + r*S*V_S - r*V = 0",
            {"S": (0, 2), "t": (0, 1)},
            [("t = 1", "V = relu(S - 1)"), ("S = 0", "V = 0")],
            f"S*(1 + erf({_D1}))/2 - exp(-r*(1 - t))*(1 + erf({_D2}))/2",
            "the call of Black and Scholes",
        ),
        {"r": 0.05, "sigma": 0.2},
    ),
    (
        (
            "V",
            "V_t + sigma^2*S^2*V_SS/2 + r*S*V_S - r*V = 0",
            {"S": (0, 2), "t": (0, 1)},
            [("t = 1", "V = S^2"), ("S = 0", "V = 0")],
            "S^2*exp((r + sigma^2)*(1 - t))",
            "Wilmott: a power option",
        ),
        {"r": [0, 0.1], "sigma": [0.1, 0.4]},
    ),
    (
        (
            "u",
            "u_t + 6*u*u_x + u_xxx = 0",
            _LINE,
            [("t = 0", "u = c/(2*cosh(sqrt(c)*x/2)^2)")],
            "c/(2*cosh(sqrt(c)*(x - c*t)/2)^2)",
            "the soliton of Korteweg and de Vries",
        ),
        {"c": [1, 4]},
    ),
    (
        (
            "u",
            "u_t + u*u_x = nu*u_xx",
            _LINE,
            [("t = 0", "u = 1 - tanh(x/(2*nu))")],
            "1 - tanh((x - t)/(2*nu))",
            "Whitham: the inner structure of a shock",
        ),
        {"nu": [0.5, 2]},
    ),
    (
        (
            "u",
            "u_t - u_xxt + 3*u*u_x = 2*u_x*u_xx + u*u_xxx",
            _LINE,
            [("t = 0", "u = c*exp(-abs(x))")],
            "c*exp(-abs(x - c*t))",
            "the peakon of Camassa and Holm",
        ),
        {"c": [1, 2]},
    ),
    (
        (
            "u",
            "diff(u + L*sign(u)/2, t) = u_xx",
            _HALF,
            [("t = 0", "u = -1"), ("x = 0", "u = 1")],
            f"1 - erf(min({_ETA}, 1/3))/erf(1/3) "
            f"- (erf(max({_ETA}, 1/3)) - erf(1/3))/(1 - erf(1/3))",
            "Neumann's melting of a cold half space, with the enthalpy",
        ),
        {"L": _LATENT},
    ),
)


def _attack(row: Row, parameters: Mapping[str, Any] | None = None) -> Attack:
    unknowns, equations, box, conditions, answer, reason = row
    made = statement(equations.split("; "), box, conditions, parameters, unknowns.split("; "))
    return right(KIND, made, answer, reason)


def attacks() -> Iterator[Attack]:
    """Problems of courses, without and with parameters."""
    for row in _PLAIN:
        yield _attack(row)
    for row, parameters in _WITH:
        yield _attack(row, parameters)
