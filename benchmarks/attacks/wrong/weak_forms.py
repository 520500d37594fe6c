"""Weak forms that leave something on a thin set: layers, dipoles, products and traces at kinks.

Every answer solves its equation off finitely many points or curves. There the attacks leave a δ or
one of its derivatives (x·δ' is -δ and not 0), multiply what has no product, give a flux a kink that
only shows once it is evaluated, or ask on a face for what the answer has not got at its kink.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from attacks.cases import LINE, PLANE, Attack, Box, cauchy, dirichlet, on_face, statement

KIND = "weak form"
Row = tuple[str, str, str]
"""The equation, the answer and why it is wrong."""
Conditions = Sequence[tuple[str, str]]
_BAND: Box = {"x": (-1, 1), "t": (0, 1)}
_QUARTER: Box = {"x": (0, 1), "t": (0, 1)}


def attacks() -> Iterator[Attack]:
    """Kinks at rest and in motion, then parameters, systems and conditions."""
    lines = (*_DIPOLES, *_COEFFICIENTS, *_NESTED, *_HIDDEN, *_UNBOUNDED, *_OBSTACLES)
    planes = (*_CURVES, *_PARTLY_ZERO, *_HIDDEN_IN_THE_PLANE, *_ELLIPTIC_IN_THE_PLANE)
    for box, rows in ((LINE, lines), (PLANE, planes)):
        for equation, answer, reason in rows:
            yield Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, reason)
    for equation, answer, reason in (*_MOVING, *_MOMENTS, *_PARABOLIC):
        yield Attack(KIND, cauchy(equation, answer), {"u": answer}, reason)
    yield from _with_parameters()
    yield from _systems()
    for equation, box, conditions, answer, reason in _ON_FACES:
        yield Attack(KIND, statement(equation, box, conditions), {"u": answer}, reason)


_DIPOLE = "u_xxx is 2·δ' at the kink, and x·δ' is -δ: a coefficient that vanishes is not enough"
_DIPOLES: Sequence[Row] = (
    ("x*u_xxx = 0", "abs(x)", _DIPOLE),
    ("x*u_xxx = 0", "relu(x)", _DIPOLE),
    ("sin(x)*u_xxx = 0", "abs(x)", _DIPOLE),
    ("(exp(x) - 1)*u_xxx = 0", "relu(x)", _DIPOLE),
    ("x*u_xxx + 2*u_xx = 0", "abs(x)", "-2·δ + 4·δ is left"),
    ("x*u_xxx - u_xx = 0", "abs(x)", "-2·δ - 2·δ is left"),
    ("diff(x*u_xx, x) + u_xx = 0", "abs(x)", "x·u_xx is 0, and 2·δ is left"),
    ("x^2*u_xxxx = 0", "abs(x)", "u_xxxx is 2·δ'', and x²·δ'' is 2·δ"),
    ("x*u_xxxx = 0", "x*abs(x)", "u_xxxx is 4·δ', and x·δ' is -δ"),
    ("diff(x*u_x, x, 2) = 2*u_xx", "abs(x)", "(x·u_x)'' is |x|'' = 2·δ, the other side 4·δ"),
    ("(x - 1/3)*u_xxx = 0", "abs(x - 1/3)", _DIPOLE),
)  # fmt: skip
_FACTOR = "u_xx is 2·δ at the kink, and its factor is not 0 there"
_COEFFICIENTS: Sequence[Row] = (
    ("(1 + abs(x))*u_xx = 0", "abs(x)", _FACTOR),
    ("exp(sign(x))*u_xx = 0", "abs(x)", "no value of the factor at 0 makes it vanish before δ"),
    ("u_xx/(2 + sign(x)) = 0", "abs(x)", "no value of the factor at 0 makes it vanish before δ"),
    ("(x + 1/2)*u_xx = 0", "abs(x)", _FACTOR),
    ("x*u_xx + u_x = sign(x - 1/3)", "abs(x - 1/3)", "(1/3)·2·δ is left"),
    ("cos(x)*u_xx + sin(x)*u_x = sin(x)*sign(x)", "abs(x)", _FACTOR),
    ("sqrt(1 + x)*u_xx = 0", "relu(x)", _FACTOR),
    ("u_xx = x*diff(sign(x - 1/2), x)", "abs(x - 1/2)", "the right side is δ, the left side 2·δ"),
    ("u_xx = (1 + x)*diff(sign(x), x)", "2*abs(x)", "the right side is 2·δ, the left side 4·δ"),
    ("x*diff(sign(x), x, 2) = u_xx", "0", "x·2·δ' is -2·δ and not 0"),
    ("x*diff(abs(x), x, 3) = u_xx", "x", "x·2·δ' is -2·δ and not 0"),
)
_NESTED: Sequence[Row] = (
    ("diff((1 + x^2)*diff(sign(x)*u, x), x) = 0", "1", "the inner derivative is 2·δ"),
    ("diff((2 + x)*diff(diff(abs(x)*u, x), x), x) = 0", "1", "|x|'' is 2·δ inside of the flux"),
    ("diff(sign(x + 1/4)*diff(abs(u), x), x) = 0", "x", "the flux is -1 on (-1/4, 0) and 1 off it"),
    ("diff(diff(abs(u), x)*diff(abs(u - 1/2), x), x) = 0", "x", "the flux jumps at 0 and at 1/2"),
    ("diff((1 + u)*diff(sign(u), x), x) = 0", "x", "the flux is 2·δ, and δ' is left"),
    ("diff(diff(abs(u), x)^3, x) = 0", "x", "the flux is sign(x): 2·δ is left"),
    ("diff(diff(max(u, x), x), x) = 0", "-x", "max(u, x) is |x|"),
    ("diff(diff(u*abs(u), x), x) = 2*sign(x) + diff(sign(u), x)", "x",
     "2·δ stands on one side alone"),
)  # fmt: skip
_LAYER = "what is differentiated twice is |x|: 2·δ is left"
_HIDDEN: Sequence[Row] = (
    ("diff(log(cosh(u) + abs(sinh(u))), x, 2) = 0", "x", _LAYER),
    ("diff((u^4)^(1/4), x, 2) = 0", "x", _LAYER),
    ("diff(2*relu(u) - u, x, 2) = 0", "x", _LAYER),
    ("diff(max(u, -u, u/2), x, 2) = 0", "x", _LAYER),
    ("diff(abs(abs(u) - 1/2), x, 2) = 0", "x", "three kinks, of which one is turned"),
    ("diff(sqrt(1 + u^2 - 2*sqrt(u^2)), x, 2) = 0", "x", "1 - |x| is differentiated twice"),
    ("diff(u*u_x + sign(u - 1/2), x) = 1", "x", "2·δ is left at 1/2"),
    ("diff(sign(u_x)*u_x^2, x) = 2*abs(u_x)", "x^2/2 + abs(x)", "the flux jumps from -1 to 1"),
    ("diff(abs(u_x) + u_x, x) = 0", "abs(x)", "the flux jumps from 0 to 2"),
)
_JUMP = "the flux is a number times sign: it jumps, though no slope in it is bounded"
_UNBOUNDED: Sequence[Row] = (
    ("diff(sqrt(abs(x))*u_x, x) = 0", "sqrt(abs(x))", _JUMP),
    ("diff(abs(x)^(2/3)*u_x, x) = 0", "abs(x)^(1/3)", _JUMP),
    ("diff(abs(x)^(1/3)*u_x, x) = 0", "abs(x)^(2/3)", _JUMP),
    ("diff(u^5*u_x, x) = 0", "abs(x)^(1/6)", _JUMP),
    ("diff(u*u_x, x) + diff(u^2/4, x, 2) = 0", "sqrt(abs(x))", _JUMP),
    ("diff(sqrt(abs(x - 1/3))*u_x, x) = 0", "sqrt(abs(x - 1/3))", _JUMP),
)  # fmt: skip
_TOUCHES = "a parabola as steep as one likes touches the kink, and the inequality fails"
_OBSTACLES: Sequence[Row] = (
    ("min(u_xx, u) = 0", "1 + abs(x)", _TOUCHES),
    ("max(-u_xx, -u) = 0", "1 + abs(x)", _TOUCHES),
    ("min(-x^2*u_xx, u + 2) = 0", "abs(x - 1/3)", _TOUCHES),
    ("min(-(1 + x)*u_xx, u + 2) = 0", "abs(x)", _TOUCHES),
    ("max(u_xx, u - 2) = 0", "abs(x)", _TOUCHES),
    ("max(u_xx^3 + u_xx, u - 2) = 0", "abs(x)", _TOUCHES),
)
_CURVE = "the answer is bent on a curve, and a δ is left on it"
_CURVES: Sequence[Row] = (
    ("u_yy = 0", "abs(y - x^2) - abs(y + x^2)", "two parabolas that touch, and δ on both"),
    ("u_yy = 0", "abs(y - x^3)", _CURVE),
    ("u_yy = 2*sign(y^2 - x^3)", "abs(y^2 - x^3)", "bent on a curve with a cusp"),
    ("u_xy = sign(x*y)", "abs(x*y) + abs(x - y)", "u_xy of |x - y| is -2·δ"),
    ("u_xyy = 0", "x*abs(y - x)", "u_yy is 2·x·δ on the diagonal"),
    ("u_xx - 2*u_yy = 6*sign(x^2 - y^2)", "abs(x^2 - y^2)", "only u_xx - u_yy allows these kinks"),
    ("u_xx + u_yy = 0", "abs(x^2 - y^2)", _CURVE),
    ("u_xx + u_yy = 0", "abs(x^3 - 3*x*y^2)", _CURVE),
    ("u_xx + u_yy = 4*sign(x^2 + y^2 - 1/4)", "abs(x^2 + y^2 - 1/4)", _CURVE),
    ("u_xx + u_yy = 4*sign(x^2 + y^2 - 1/4) - 4*sign(x^2 + y^2 - 1/9)",
     "abs(x^2 + y^2 - 1/4) - abs(x^2 + y^2 - 1/9)", "two circles, and δ on both"),
    ("u_xx + u_yy = 0", "max(x, y, -x - y)", "three half lines, and δ on each"),
    ("u_xx + u_yy = 0", "max(min(x, y), min(-x, -y))", _CURVE),
    ("u_xxyy = 0", "abs(x - y)", "u_xxyy is a derivative of δ on the diagonal"),
)  # fmt: skip
_THERE = "the coefficient vanishes at one point of the kink, and δ is left elsewhere on it"
_PARTLY_ZERO: Sequence[Row] = (
    ("y*u_xx = 0", "abs(x)", _THERE),
    ("(x - y)*u_xx = 0", "abs(x)", _THERE),
    ("(x - y)*u_xx + x*u_yy = 0", "abs(x - y)", _THERE),
    ("y*u_xx + x*u_yy = 0", "abs(x) + y", _THERE),
    ("(x^2 + y^2)*u_xx = 0", "abs(x)", _THERE),
    ("x*u_xx + y*u_yy = 0", "abs(x - y)", _THERE),
    ("diff(y*u_x, x) = 0", "abs(x)", _THERE),
    ("diff((x - y)*u_x, x) = u_x", "abs(x)", _THERE),
)  # fmt: skip
_HIDDEN_IN_THE_PLANE: Sequence[Row] = (
    ("diff(abs(u), x, 2) + diff(abs(u), y, 2) = 0", "x*y", "|x·y| is bent on both axes"),
    ("diff(abs(u), x, 2) + diff(abs(u), y, 2) = 0", "x^2 - y^2", "bent on both diagonals"),
    ("diff(abs(u), x, y) = 0", "x - y", "|x - y| has -2·δ as its mixed derivative"),
    ("diff(max(u, y), x, y) = 0", "x", "max(x, y) has -δ as its mixed derivative"),
    ("diff(sign(u)*u_x, x) + diff(sign(u)*u_y, y) = 0", "x + 2*y", "the normal flux jumps"),
    ("diff(sign(u), x) - diff(sign(u), y) = 0", "x - y", "4·δ is left on the diagonal"),
    ("diff(sqrt(abs(x - y))*u_x, x) + diff(sqrt(abs(x - y))*u_y, y) = 0", "sqrt(abs(x - y))",
     _JUMP),
)  # fmt: skip
_ELLIPTIC_IN_THE_PLANE: Sequence[Row] = (
    ("max(u_xx, u_yy) = 0", "abs(x)", _TOUCHES),
    ("min(u_xx, u_yy) = 0", "-abs(x)", _TOUCHES),
    ("max(u_xx, u_yy) = 0", "abs(x - y)", _TOUCHES),
    ("min(-u_xx, -u_yy) = 0", "relu(x)", _TOUCHES),
    ("u_xx + max(u_yy, 2*u_yy) = 0", "abs(x)", _TOUCHES),
)
_SPEED = "the kink does not move as the highest derivatives ask"
_MOVING: Sequence[Row] = (
    ("(x - t)*u_ttx = 0", "abs(x - t)", "(x - t)·δ' is -δ on the ray"),
    ("u_ttxx = 0", "abs(x - t)", "u_ttxx is 2·δ'' on the ray"),
    ("u_tttt = u_xxxx", "abs(x - 2*t)", _SPEED),
    ("u_txx = u_xxx", "abs(x - t)", _SPEED),
    ("u_ttx = 4*u_xxx", "abs(x - t)", _SPEED),
    ("u_t - u_xxxx + u_xx = 6*abs(x)", "abs(x)^3", "u_xxxx is 12·δ"),
    ("u_tt + t*u_xx = 0", "abs(x - t)", _SPEED),
    ("u_tt - x*u_xx = 0", "abs(x - t)", "the speed is 1 where x = 1 alone"),
    ("u_tt = (1 + (x - t)^2)*u_xx + u_tx", "abs(x - t)", "on the ray 2·δ - 2·δ + 2·δ is left"),
    ("diff((2 + sign(x - t))*u_t, t) = diff((2 + sign(x - t))*u_x, x)", "x + t",
     "both fluxes jump by 2, and leave -2·δ on one side and 2·δ on the other"),
    ("diff(u^2*u_x, x) + diff(u^2*u_t, t) = 0", "abs(x - 2*t)^(1/3)", _JUMP),
    ("diff(abs(u), t, 2) = diff(abs(u), x, 2)", "x - 2*t", _SPEED),
    ("diff(u*abs(u), t) + diff(abs(u), x) = 2*u_t*abs(u) + sign(x - t)*u_x + diff(sign(u), x)",
     "x - t", "the δ of sign(u) stands on one side alone"),
)  # fmt: skip
_SUM = "the jumps of u_t and of the flux do not balance at the speed of the kink"
_MOMENTS: Sequence[Row] = (
    ("u_tx + diff(u_x^4/4, x) = 0", "max(x - t, 2*x - 3*t)", _SUM),
    ("u_tx + diff(exp(u_x), x) = 0", "max(0, x - t)", _SUM),
    ("u_tx + diff(u_x^2/2 + u_x, x) = 0", "abs(x - 2*t) - t/2", _SUM),
    ("u_txx + diff(u_x^2/2, x, 2) + u_xx = 0", "abs(x - t/2)", _SUM),
    ("u_tx + diff(sin(u_x), x) = 0", "max(0, x - t)", _SUM),
    ("u_tx - diff(u_x*u_t, x) = 0", "abs(x - t)", _SUM),
)
_FILLED = "the corner is smoothed at once: its second derivative is not 0"
_PARABOLIC: Sequence[Row] = (
    ("u_t = max(u_xx, u_xx/2)", "relu(x)", _FILLED),
    ("u_t = u_xx^3 + u_xx", "-abs(x)", _FILLED),
    ("u_t + max(-u_xx, -2*u_xx) = 0", "-abs(x - 1/3)", _FILLED),
    ("u_t = (1 + x^2)*min(u_xx, 3*u_xx)", "abs(x)", _FILLED),
    ("u_t = exp(-t)*relu(u_xx)", "relu(x - 1/4)", _FILLED),
)
_RISE: Mapping[str, object] = {"k": [0, "1/2"]}
_BOTH: Mapping[str, object] = {"k": ["-1/2", "1/2"]}


def _with_parameters() -> Iterator[Attack]:
    """Kinks that move, merge and turn with a parameter: right for single values of it."""
    only = "right for k = 0 alone, where the kinks merge and cancel"
    for equation, answer, parameters, reason in (
        ("u_xx = 0", "abs(x - k) - abs(x)", _RISE, only),
        ("diff((1 + x^2)*u_x, x) = 2*x*u_x", "k*abs(x - k) - k*abs(x)", _RISE, only),
        ("u_xx = diff(sign(x - k) - sign(x), x)", "2*abs(x - k) - 2*abs(x)", _RISE, only),
        ("u_xx = diff(sign(x^2 - k^2), x)", "abs(x - k) - abs(x + k)", _BOTH,
         "for k < 0 the layers have the other sign"),
        ("x*u_xx = 0", "abs(x - k)", _RISE, "k·2·δ is left but for k = 0"),
        ("(x - k)*u_xx = 0", "abs(x)", _BOTH, "-k·2·δ is left but for k = 0"),
        ("k*u_xx = 0", "abs(x)", _RISE, "k·2·δ is left but for k = 0"),
        ("diff((1 + k*sign(x))*u_x, x) = 0", "x", _BOTH, "2·k·δ is left but for k = 0"),
        ("diff((1 + sign(x)*k)*u_x, x) = 0", "x + k*abs(x)", _BOTH,
         "the flux is (1 + k)² and (1 - k)²"),
        ("min(-u_xx, u + 2) = 0", "k*abs(x)", _BOTH, "for k > 0 a valley, for k < 0 a ridge"),
    ):  # fmt: skip
        stated = dirichlet(equation, answer, LINE, parameters)
        yield Attack(KIND, stated, {"u": answer}, reason)
    for equation, answer, reason in (
        ("u_tt = k^2*u_xx", "max(abs(x), k*t)", "for k < 0 it is |x|, a kink at rest"),
        ("u_tt = u_xx", "abs(x - k*t)", "the kink has the speed k, and waves have 1"),
        ("u_tx + diff(u_x^2/2, x) = 0", "max(k*(x - t), x - t)", "the speed is (1 + k)/2"),
        ("u_t = k*u_xx", "abs(x)", "2·k·δ is left but for k = 0"),
    ):
        stated = cauchy(equation, answer, parameters=_BOTH)
        yield Attack(KIND, stated, {"u": answer}, reason)


def _systems() -> Iterator[Attack]:
    """One equation holds, and the other leaves a layer."""
    for equations, first, second, reason in (
        (("u_xx = v_xx", "v = 0"), "abs(x)", "0", "u_xx is 2·δ"),
        (("diff(v*u_x, x) = 0", "v = 1 + x^2"), "atan(abs(x))", "1 + x^2", "the flux is sign(x)"),
        (("diff(u_x + v_x, x) = 0", "u_xx = 0"), "abs(x)", "-abs(x)", "u_xx is 2·δ"),
        (("u_xx - v_xx = 0", "u + v = 0"), "abs(x)", "-abs(x)", "4·δ is left"),
        (("diff(u_x - 2*v_x, x) = 0", "v = u"), "abs(x)", "abs(x)", "-2·δ is left"),
        (("diff(v*u_x, x) = 1", "v = abs(x) + 1"), "abs(x)", "abs(x) + 1", "v·u_x jumps by 2"),
        (("u_x*v = abs(x)*u_x", "u_xx + v_xx = 0"), "abs(x)", "abs(x)", "4·δ is left"),
        (("diff(sign(v)*u_x, x) = 0", "v = x - 1/3"), "abs(x)", "x - 1/3", "jumps at 0 and 1/3"),
    ):
        answer = {"u": first, "v": second}
        conditions = [
            (f"x = {end}", f"{name} = {on_face(text, LINE, x=end)}")
            for (name, text), end in product(answer.items(), (-1, 1))
        ]
        stated = statement(equations, LINE, conditions, unknowns=("u", "v"))
        yield Attack(KIND, stated, answer, reason)


_WAVE, _STRING = "u_tt = u_xx", "max(abs(x), t)"
_START: Conditions = [("t = 0", "u = abs(x)"), ("t = 0", "u_t = 0")]
_ENDS: Conditions = [("t = 0", "u = x"), ("t = 0", "u_t = 0")]
_ON_FACES: Sequence[tuple[str, Box, Conditions, str, str]] = (
    (_WAVE, _BAND, [*_START, ("t = 0", "u_tt = 0")], _STRING, "u_tt = u_xx is 2·δ at the start"),
    (_WAVE, _BAND, [*_START, ("t = 0", "u_xx = 0")], _STRING, "u_xx is 2·δ at the start"),
    (_WAVE, _BAND, [*_START, ("t = 0", "u_x^2 = 1")], _STRING, "u_x has no value at 0"),
    (_WAVE, _BAND, [*_START, ("x = 1/2", "u_xx = 0")], _STRING, "the kink crosses x = 1/2"),
    (_WAVE, _BAND, [*_START, ("x = 1/2", "u_tx = 0")], _STRING, "the kink crosses x = 1/2"),
    (_WAVE, _QUARTER, [*_ENDS, ("x = 0, t = 0", "u_x = 0")], "max(x, t)",
     "the corner is reached by both pieces: u_x tends to 0 and to 1"),
    (_WAVE, _QUARTER, [*_ENDS, ("x = 1/2, t = 1/2", "u_x = 1")], "max(x, t)",
     "u_x has the limits 0 and 1 at this point"),
    ("u_t + u_x = 0", _BAND, [("t = 0", "u_x*abs(u_x) = sign(x)")], "abs(x - t)",
     "a nonlinear function of a slope that has no value at 0"),
    ("u_t + u_x = 0", _BAND, [("t = 0", "diff(exp(u_x), x) = 0")], "abs(x - t)",
     "exp(u_x) jumps at 0, and leaves a δ on the face"),
    ("u_t + u_x = 0", _BAND, [("t = 0", "diff(u_x + u, x) = u_x")], "abs(x - t)",
     "2·δ is left on the face"),
)  # fmt: skip
