"""Large true answers: solitons, breathers, lumps, rogue waves and nests of quotients.

Every one repeats its own parts many times over once it is differentiated. Each comes from a
textbook formula whose law is named; data are the formula's own values.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, final

from attacks.cases import Attack, Box, Statement, on_face, statement

KIND = "large"
_LINE = {"x": (-1, 1), "t": (0, 1)}
_PLANE = {"x": (-1, 1), "y": (-1, 1), "t": (0, 1)}
_KDV, _MKDV = "u_t + 6*u*u_x + u_xxx = 0", "u_t + 6*u^2*u_x + u_xxx = 0"
_LAX = "u_t + 30*u^2*u_x + 20*u_x*u_xx + 10*u*u_xxx + u_xxxxx = 0"
_SINE = "u_tt - u_xx + sin(u) = 0"
_BURGERS = "u_t + u*u_x = u_xx"
_WAVE = (
    "v_t = u_xx/2 + (u^2 + v^2)*u",
    "u_t = -v_xx/2 - (u^2 + v^2)*v",
)
"""Schrödinger's cubic equation for u + iv."""


@final
class Truth(NamedTuple):
    """A large answer, u or u; v, the faces on which its own values are stated, and its law."""

    equations: str | tuple[str, ...]
    answer: str
    law: str
    domain: Box = MappingProxyType(_LINE)
    faces: tuple[tuple[str, int], ...] = (("t", 0),)

    def stated(self, answer: str | None = None, domain: Box | None = None) -> Attack:
        """The problem whose data are an answer's values, with that answer; the truth's if none."""
        formulas = formulas_of(answer or self.answer)
        stated = _statement(self, formulas, domain or self.domain)
        return Attack(KIND, stated, formulas, self.law, is_right=answer is None)


def formulas_of(answer: str) -> dict[str, str]:
    """The formula of each unknown."""
    return dict(zip("uv", answer.split("; "), strict=False))


def _statement(truth: Truth, formulas: Mapping[str, str], domain: Box) -> Statement:
    conditions = [
        (f"{name} = {value}", f"{unknown} = {on_face(formula, domain, **{name: value})}")
        for name, value in truth.faces
        for unknown, formula in formulas.items()
    ]
    return statement(truth.equations, domain, conditions, None, tuple(formulas))


def _curvature(*terms: tuple[str, int, str]) -> str:
    """2·(log F)_xx for F = 1 + Σ c·exp(k·x + …), as (coefficient, k, exponent)."""
    whole, slope, bend = (
        " + ".join(
            ([] if order else ["1"]) + [f"{c}*{k**order}*exp({text})" for c, k, text in terms]
        )
        for order in range(3)
    )
    return f"2*(({whole})*({bend}) - ({slope})^2)/({whole})^2"


_TWO = (("1", 1, "x - t"), ("1", 2, "2*x - 8*t"), ("1/9", 3, "3*x - 9*t"))
_WIDE = (("1", 1, "x - t"), ("1", 3, "3*x - 27*t"), ("1/4", 4, "4*x - 28*t"))
_THREE = (
    *_TWO,
    ("1", 3, "3*x - 27*t"),
    ("1/4", 4, "4*x - 28*t"),
    ("1/25", 5, "5*x - 35*t"),
    ("1/900", 6, "6*x - 36*t"),
)
_FIFTH = (("1", 1, "x - t"), ("1", 2, "2*x - 32*t"), ("1/9", 3, "3*x - 33*t"))
_D = "(1 + 4*x^2 + 4*t^2)"
_A = "(cos(sqrt(3)*x)/2 - cosh(sqrt(3)*t/2))"
_B = "(cosh(sqrt(3)*t/2) + cos(sqrt(3)*x))/2"
_S = "sqrt(3)/2*sinh(sqrt(3)*t/2)"
_X = "(x - 3*t)"

TRUTHS: Final[Mapping[str, Truth]] = MappingProxyType(
    {
        "two solitons": Truth(
            _KDV,
            "12*(3 + 4*cosh(2*x - 8*t) + cosh(4*x - 64*t))/(3*cosh(x - 28*t) + cosh(3*x - 36*t))^2",
            "Gardner, Greene, Kruskal and Miura, from 6/cosh(x)^2",
        ),
        "two solitons by Hirota": Truth(_KDV, _curvature(*_TWO), "2·(log F)_xx, k = 1 and 2"),
        "far solitons": Truth(_KDV, _curvature(*_WIDE), "2·(log F)_xx, k = 1 and 3"),
        "three solitons": Truth(_KDV, _curvature(*_THREE), "2·(log F)_xx, k = 1, 2 and 3"),
        "Lax's fifth order": Truth(_LAX, _curvature(*_FIFTH), "the same F with ω = k^5"),
        "a rational solution": Truth(
            _KDV,
            "6*x*(24*t - x^3)/(x^3 + 12*t)^2",
            "2·(log F)_xx for F = x^3 + 12·t",
            {"x": (1, 2), "t": (0, 1)},
            (("t", 0), ("x", 1), ("x", 2)),
        ),
        "a breather of the modified equation": Truth(
            _MKDV,
            "2*(cos(x - 2*t)*cosh(x + 2*t) - sin(x - 2*t)*sinh(x + 2*t))"
            "/(cosh(x + 2*t)^2 + sin(x - 2*t)^2)",
            "2·(atan(sin(x - 2t)/cosh(x + 2t)))_x",
        ),
        "two solitons of the modified equation": Truth(
            _MKDV,
            "2*((exp(x - t) + 2*exp(2*x - 8*t))*(1 - exp(3*x - 9*t)/9)"
            " + (exp(x - t) + exp(2*x - 8*t))*exp(3*x - 9*t)/3)"
            "/((1 - exp(3*x - 9*t)/9)^2 + (exp(x - t) + exp(2*x - 8*t))^2)",
            "2·(atan(G/F))_x, k = 1 and 2",
        ),
        "a breather": Truth(_SINE, "4*atan(4/3*sin(3*t/5)/cosh(4*x/5))", "ω = 3/5"),
        "a kink and an antikink": Truth(_SINE, "4*atan(5/3*sinh(3*t/4)/cosh(5*x/4))", "speed 3/5"),
        "two kinks": Truth(_SINE, "4*atan(3/5*sinh(5*x/4)/cosh(3*t/4))", "speed 3/5"),
        "Peregrine": Truth(
            _WAVE,
            f"(1 - 4/{_D})*cos(t) + 8*t/{_D}*sin(t); (1 - 4/{_D})*sin(t) - 8*t/{_D}*cos(t)",
            "(1 - 4(1 + 2it)/(1 + 4x² + 4t²))·exp(it), real and imaginary part",
        ),
        "Akhmediev": Truth(
            _WAVE,
            f"({_B}*cos(t) - {_S}*sin(t))/{_A}; ({_B}*sin(t) + {_S}*cos(t))/{_A}",
            "a = 1/8, real and imaginary part",
        ),
        "a bright soliton": Truth(
            _WAVE,
            "2*cos(x + 3*t/2)/cosh(2*x - 2*t); 2*sin(x + 3*t/2)/cosh(2*x - 2*t)",
            "height 2, speed 1",
        ),
        "a lump": Truth(
            "u_tx + 6*u_x^2 + 6*u*u_xx + u_xxxx = 3*u_yy",
            f"4*(1 + y^2 - {_X}^2)/(1 + y^2 + {_X}^2)^2",
            "2·(log F)_xx for F = 1 + y² + (x - 3t)²",
            MappingProxyType(_PLANE),
        ),
        "two shocks": Truth(
            _BURGERS,
            "2*(exp(t - x) + 2*exp(4*t - 2*x) + 3*exp(9*t - 3*x))"
            "/(1 + exp(t - x) + exp(4*t - 2*x) + exp(9*t - 3*x))",
            "Cole and Hopf: -2·(log φ)_x",
        ),
        "a heat polynomial": Truth(
            _BURGERS,
            "-2*(4*x^3 + 24*x*t + 2*x)/(x^4 + 12*x^2*t + 12*t^2 + x^2 + 2*t + 1)",
            "Cole and Hopf: -2·(log φ)_x",
        ),
        "Boussinesq": Truth(
            "u_tt - u_xx - 6*u_x^2 - 6*u*u_xx - u_xxxx = 0",
            "9/32/cosh((12*x - 15*t)/32)^2 + 0*x",
            "k = 3/4, ω = 15/16",
        ),
        "Liouville": Truth(
            "u_xy = exp(u)",
            "log(2*(1 + 3*x^2)*(1 + exp(y))/(5 + x + x^3 + y + exp(y))^2)",
            "log(2·f'·g'/(f + g)^2)",
            {"x": (-1, 1), "y": (-1, 1)},
            (("x", -1), ("y", -1)),
        ),
        "nests": Truth(
            "u_tt = u_xx",
            "1/(2 + 1/(1 + (x - t)^2/(1 + (x - t)^2)))"
            " + 1/(3 + 1/(2 + sin(x + t)/(2 + cos(x + t))))",
            "d'Alembert",
        ),
        "a nest that decays": Truth(
            "u_t + u_x = -u^2",
            "1/(t + 2 + 1/(2 + 1/(1 + (x - t)^2/(1 + (x - t)^2))))",
            "1/u grows by 1 along x - t",
        ),
        "Fisher": Truth(
            "u_t = u_xx + u - u^2",
            "1/(1 + exp((x - 5*t/sqrt(6))/sqrt(6)))^2",
            "Ablowitz and Zeppetella",
        ),
    }
)


def attacks() -> Iterator[Attack]:
    """Every large truth as it stands."""
    yield from (truth.stated() for truth in TRUTHS.values())
