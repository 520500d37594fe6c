"""The theorems of uniqueness as data: name, source, hypotheses, and the functions they speak of.

Owns the words. The class is one of functions that solve the statement, and holds the answer; that
the hypotheses hold is shown by the functions that say `among`. docs/proofs.md has the same table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, final

from symplex.codes import UniquenessCode
from symplex.proof.uniqueness.subject import Subject
from symplex.reasons import Reason
from symplex.work.budget import Missing


@final
@dataclass(frozen=True)
class Theorem:
    """A theorem that leaves one solution among some functions."""

    name: UniquenessCode
    source: str
    """Where it is proved."""
    hypotheses: str
    classes: tuple[UniquenessCode, ...]
    """The classes of functions of which it speaks, for one or another form of the statement."""

    def among(self, functions: UniquenessCode | Reason) -> Reason:
        """What it says of a subject of which its hypotheses were shown."""
        named = functions.code if isinstance(functions, Reason) else functions
        if named not in self.classes:
            raise ValueError(f"{self.name.value} says nothing of {named.value}")
        return Reason(self.name, functions=functions)


_WALLS: Final = "values, slopes, or α·u + β·∂u/∂n with αβ ≥ 0 on the walls"
_LINEAR: Final = "u_t = Σ a_ij u_ij + Σ b_i u_i + cu + f, the matrix a without negative eigenvalues"

PICARD_LINDELOF: Final = Theorem(
    UniquenessCode.UNIQUE_PICARD_LINDELOF,
    "Hartman 1964, II.1",
    "one variable, the answer classical; each highest derivative enters linearly with a coefficient"
    " that does not vanish along the answer; no kink and no end of a domain touches it; all lower"
    " derivatives are given at one point",
    (UniquenessCode.CLASS_CLASSICAL,),
)
PARABOLIC_MAXIMUM: Final = Theorem(
    UniquenessCode.UNIQUE_PARABOLIC_MAXIMUM_PRINCIPLE,
    "Friedman 1964, chapter 2",
    f"{_LINEAR} in the direction of time; values at the start and on all walls. In a box bounded"
    " coefficients; on open space a_ii ≤ M(1 + |x|²), |b| ≤ M(1 + |x|), c bounded, and the answer"
    " of polynomial growth, by its composition",
    (UniquenessCode.CLASS_CONTINUOUS, UniquenessCode.CLASS_POLYNOMIAL_GROWTH),
)
TYCHONOFF: Final = Theorem(
    UniquenessCode.UNIQUE_TYCHONOFF,
    "Tychonoff 1935; Friedman 1964, chapter 2",
    f"{_LINEAR}, on open space, a bounded, |b| ≤ M(1 + |x|), |c| ≤ M(1 + |x|²); values at the start"
    " and on all walls; the answer grows no faster, by its composition",
    (UniquenessCode.CLASS_GAUSSIAN,),
)
PHRAGMEN_LINDELOF: Final = Theorem(
    UniquenessCode.UNIQUE_PHRAGMEN_LINDELOF,
    "Protter–Weinberger 1967, II.9 and III.6",
    "u_t = Σ a_i u_ii + Σ b_i u_i + cu + f with numbers a_i > 0, b_i, c, values at the start and on"
    " all walls, or the same without u_t in a box with c ≤ 0 and values on all faces; the answer is"
    " bounded, and attains the values off points that are none for caloric or harmonic measure",
    (UniquenessCode.CLASS_BOUNDED_OFF_POINTS,),
)
COMPARISON: Final = Theorem(
    UniquenessCode.UNIQUE_COMPARISON,
    "Protter–Weinberger 1967, III",
    "u_t = Σ a_ij u_ij + F(x, t, u, ∇u), F smooth for all values, its slopes by u and ∇u free of"
    " variables that go on without end; the answer bounded there, and its slopes if F multiplies"
    " them; values at the start and on all walls",
    (
        UniquenessCode.CLASS_CONTINUOUS,
        UniquenessCode.CLASS_BOUNDED_CONTINUOUS,
        UniquenessCode.CLASS_SLOPES,
        UniquenessCode.CLASS_BOUNDED_SLOPES,
    ),
)
ENERGY: Final = Theorem(
    UniquenessCode.UNIQUE_ENERGY,
    "Evans 2010, 7.1.2 and 7.2.4",
    "parabolic as above, a_ii ≥ ε > 0 with bounded slopes, no mixed derivative, b and c bounded;"
    f" {_WALLS}. Or u_tt = Σ a_i u_ii + F(x, t, u, u_t, ∇u), a_i > 0 without variables, F linear or"
    " smooth for all values; u and u_t given at one end of time, values or slopes on the walls",
    (
        UniquenessCode.CLASS_CONTINUOUS,
        UniquenessCode.CLASS_BOUNDED_CONTINUOUS,
        UniquenessCode.CLASS_SLOPES,
        UniquenessCode.CLASS_BOUNDED_SLOPES,
        UniquenessCode.CLASS_SLOPES_AT_WALLS,
        UniquenessCode.CLASS_GAUSSIAN_SLOPES_AT_WALLS,
        UniquenessCode.CLASS_TWICE_DIFFERENTIABLE,
    ),
)
MAXIMUM_PRINCIPLE: Final = Theorem(
    UniquenessCode.UNIQUE_MAXIMUM_PRINCIPLE,
    "Gilbarg–Trudinger 2001, 3.1 and 10.1",
    "Σ a_i u_ii + Σ b_i u_i = f(x, u) in a box, bounded coefficients, a_i ≥ ε > 0, f smooth and not"
    " falling in u for any value, values on all faces",
    (UniquenessCode.CLASS_CONTINUOUS_ON_BOX,),
)
GREEN: Final = Theorem(
    UniquenessCode.UNIQUE_GREEN,
    "Evans 2010, 2.2.5",
    f"as before with a_i without variables and b = 0; {_WALLS}, values on one, or f rises strictly",
    (UniquenessCode.CLASS_SLOPES_ON_BOX,),
)
CHARACTERISTICS: Final = Theorem(
    UniquenessCode.UNIQUE_CHARACTERISTICS,
    "Evans 2010, 3.2",
    "first order, and every way along the answer leads to the values given at one end of a variable"
    " whose coefficient does not vanish along it (of time, if there is one): through a face without"
    " values it does not leave, and to infinity it does not. Quasilinear and smooth for all values"
    " of u; or with coefficients without variables, the answer then need not be smooth; or"
    " c·u_t + H(x, t, u, ∇u) = 0 with smooth H, where no way may end on a wall",
    (
        UniquenessCode.CLASS_CONTINUOUSLY_DIFFERENTIABLE,
        UniquenessCode.CLASS_CONTINUOUS,
        UniquenessCode.CLASS_TWICE_DIFFERENTIABLE,
    ),
)
KRUZKOV: Final = Theorem(
    UniquenessCode.UNIQUE_KRUZKOV,
    "Kružkov 1970",
    "c·u_t + a(u)u_x = 0 on the line, c ≠ 0 a number, a smooth, the answer bounded",
    (UniquenessCode.CLASS_BOUNDED_ENTROPY,),
)
CRANDALL_LIONS: Final = Theorem(
    UniquenessCode.UNIQUE_CRANDALL_LIONS,
    "Crandall–Lions 1983",
    "c·u_t + H(∇u) = 0 on all of space, H continuous everywhere; the answer is Lipschitz",
    (UniquenessCode.CLASS_UNIFORMLY_CONTINUOUS_VISCOSITY,),
)
THEOREMS: Final[Mapping[UniquenessCode, Theorem]] = MappingProxyType(
    {
        one.name: one
        for one in (
            *(PICARD_LINDELOF, PARABOLIC_MAXIMUM, TYCHONOFF, PHRAGMEN_LINDELOF, COMPARISON),
            *(ENERGY, MAXIMUM_PRINCIPLE, GREEN, CHARACTERISTICS, KRUZKOV, CRANDALL_LIONS),
        )
    }
)
_LIMITED: Final = frozenset(
    {
        *(
            UniquenessCode.CLASS_BOUNDED_CONTINUOUS,
            UniquenessCode.CLASS_BOUNDED_SLOPES,
            UniquenessCode.CLASS_GAUSSIAN,
        ),
        *(UniquenessCode.CLASS_GAUSSIAN_SLOPES_AT_WALLS, UniquenessCode.CLASS_POLYNOMIAL_GROWTH),
        *(
            UniquenessCode.CLASS_BOUNDED_ENTROPY,
            UniquenessCode.CLASS_UNIFORMLY_CONTINUOUS_VISCOSITY,
        ),
    }
)
"""Classes beyond which an equation may have other solutions."""


def leaves_no_other(said: Reason | None) -> bool:
    """Whether a certificate says that nothing else solves a problem that is linear or an ODE.

    For these the other classes hold every solution in the sense of docs/meaning.md, weak ones
    included; where space goes on without end, a class of limited growth does not.
    """
    is_only = said is not None and said.code is UniquenessCode.UNIQUE_ONLY
    return said is not None and is_only and not _LIMITED & set(said.codes)


def require(*held: bool) -> None:
    """Be silent unless everything was shown."""
    if not all(held):
        raise Missing(UniquenessCode.SILENT_HYPOTHESIS)


def evolution(subject: Subject) -> str:
    """The name of time, where there is space too."""
    time = subject.problem.time
    if time is None or not subject.problem.space:
        raise Missing(UniquenessCode.SILENT_NO_EVOLUTION)
    return time
