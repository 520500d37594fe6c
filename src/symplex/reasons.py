"""Reasons: why something was shown, refused or noted, as a stable code with the facts of the case.

Owns the value and the codes of proofs; `codes` has those of other subjects. Reasons are compared,
counted and saved by their codes; `sentences` alone knows the words, and docs/reasons.md lists them.
A code keeps its meaning for good: one that means something else gets another name.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Union, final


class ReasonCode(StrEnum):
    """What a reason says, but for the facts. `sentences.SENTENCES` says what each code means."""


@final
class Code(ReasonCode):
    """What is said of a proof."""

    # What a line of a certificate is about.
    LINE_STATEMENT_DEFINED = "line.statement-defined"
    LINE_ANSWER_DEFINED = "line.answer-defined"
    LINE_ANSWER_EXTENDS = "line.answer-extends"
    LINE_EQUATION = "line.equation"
    LINE_CONDITION = "line.condition"
    LINE_CHECKER = "line.checker"

    # Where a line was examined.
    PLACE_EVERYWHERE = "place.everywhere"
    PLACE_INTERIOR = "place.interior"
    PLACE_ENDS = "place.ends"
    PLACE_CLOSED_DOMAIN = "place.closed-domain"
    PLACE_REGION = "place.region"
    PLACE_EVERY_STEP = "place.every-step"

    # Parts of a statement or of an answer, as other sentences name them.
    PART_ANSWER = "part.answer"
    PART_EQUATION = "part.equation"
    PART_CONDITION = "part.condition"
    PART_DERIVATIVE = "part.derivative"
    PART_FLUX = "part.flux"
    PART_COEFFICIENT = "part.coefficient"
    PART_LIMIT = "part.limit"
    PART_SLOPE = "part.slope"
    PART_SECOND_DERIVATIVE = "part.second-derivative"
    PART_UNDIFFERENTIATED = "part.undifferentiated"
    PART_OPERATOR = "part.operator"

    # How the kernel has shown a line.
    SHOWN_DEFINED = "shown.defined"
    SHOWN_EXTENDS = "shown.extends"
    SHOWN_ZERO = "shown.zero"
    SHOWN_LIMIT = "shown.limit"
    SHOWN_JUMPS_ALONE = "shown.jumps-alone"
    SHOWN_LIPSCHITZ = "shown.lipschitz"
    SHOWN_SHOCKS = "shown.shocks"
    SHOWN_TRANSMISSION = "shown.transmission"
    SHOWN_ELLIPTIC_VISCOSITY = "shown.elliptic-viscosity"
    SHOWN_VISCOSITY_LINEAR = "shown.viscosity-linear"
    SHOWN_VISCOSITY = "shown.viscosity"
    SHOWN_SERIES_DEFINED = "shown.series-defined"
    SHOWN_SERIES_EQUATION = "shown.series-equation"
    SHOWN_SERIES_WALL = "shown.series-wall"
    SHOWN_SERIES_START = "shown.series-start"
    ORIENTATION_AS_WRITTEN = "orientation.as-written"
    ORIENTATION_TURNED = "orientation.turned"
    ORIENTATION_ELLIPTIC = "orientation.elliptic"
    ORIENTATION_RATE = "orientation.rate"
    ORIENTATION_REVERSED = "orientation.reversed"

    # Why a formula or the statement is not shown to be defined.
    DEFINED_NOT_SHOWN = "defined.not-shown"
    DEFINED_FACE_OF_OTHERS = "defined.face-of-others"
    DEFINED_STATEMENT_ENDS = "defined.statement-ends"
    DEFINED_ANSWER_JUMPS_AT_FACE = "defined.answer-jumps-at-face"
    DEFINED_REFUTED = "defined.refuted"

    # Why a residual is not shown to vanish.
    ZERO_NOT_SHOWN = "zero.not-shown"
    ZERO_REFUTED = "zero.refuted"

    # Why the pieces of a formula are not found.
    PIECES_TOO_MANY_OF_ANSWER = "pieces.too-many-of-answer"
    PIECES_TOO_MANY = "pieces.too-many"
    PIECES_GUARD_THICK = "pieces.guard-thick"
    PIECES_SIGN_ZERO = "pieces.sign-zero"
    PIECES_GUARD_UNDEFINED = "pieces.guard-undefined"
    PIECES_FACTORS_NOT_SHOWN = "pieces.factors-not-shown"
    PIECES_UNRESOLVED = "pieces.unresolved"
    MEETING_UNSOLVED = "meeting.unsolved"
    MEETING_UNDESCRIBED = "meeting.undescribed"
    MEETING_NO_SURFACE = "meeting.no-surface"

    # Why exact algebra does not help.
    ALGEBRA_TOO_LARGE = "algebra.too-large"
    ALGEBRA_NO_RULE = "algebra.no-rule"
    ALGEBRA_ZERO_DIVISOR = "algebra.zero-divisor"
    ALGEBRA_HIDDEN_ZERO_DIVISOR = "algebra.hidden-zero-divisor"
    ALGEBRA_UNRESOLVED_OPERATOR = "algebra.unresolved-operator"
    ALGEBRA_REWRITING_NEEDS = "algebra.rewriting-needs"
    ALGEBRA_NO_GENERATOR = "algebra.no-generator"
    ALGEBRA_UNKNOWN_KIND = "algebra.unknown-kind"
    ALGEBRA_UNKNOWN_NODE = "algebra.unknown-node"
    ALGEBRA_ROOT_OF_QUOTIENT = "algebra.root-of-quotient"
    ALGEBRA_FITTED_CONSTANT = "algebra.fitted-constant"
    ALGEBRA_NO_RANGE = "algebra.no-range"
    ALGEBRA_LOG_OF_ZERO = "algebra.log-of-zero"
    ALGEBRA_ROOT_OF_NEGATIVE = "algebra.root-of-negative"
    ALGEBRA_UNKNOWN_IN_FORMULA = "algebra.unknown-in-formula"
    ALGEBRA_NO_ROOTS = "algebra.no-roots"
    ALGEBRA_NO_ROOTS_OF_UNITY = "algebra.no-roots-of-unity"
    ALGEBRA_SIGN_UNKNOWN = "algebra.sign-unknown"
    ALGEBRA_TOO_MANY_TERMS = "algebra.too-many-terms"
    ALGEBRA_FORMULA_TOO_LONG = "algebra.formula-too-long"
    ALGEBRA_HIDDEN = "algebra.hidden"

    # What the checker of proofs does not agree with.
    CHECKER_RECORD = "checker.record"
    CHECKER_REWRITING = "checker.rewriting"
    CHECKER_FAILED = "checker.failed"

    # Why a condition is not shown.
    CONDITION_DIFFERENTIATES_KINK = "condition.differentiates-kink"
    CONDITION_NO_PIECE = "condition.no-piece"
    CONDITION_JUMP = "condition.jump"

    # Why data are not shown to be attained as limits.
    ATTAINED_UNBOUNDED = "attained.unbounded"
    ATTAINED_INFINITE = "attained.infinite"
    ATTAINED_NOT_BETWEEN = "attained.not-between"
    ATTAINED_GUARD_UNDEFINED = "attained.guard-undefined"
    ATTAINED_OMITTED = "attained.omitted"
    LIMIT_OPEN_FORM = "limit.open-form"
    LIMIT_SIGN_UNKNOWN = "limit.sign-unknown"
    LIMIT_NOT_SHOWN = "limit.not-shown"
    LIMIT_VANISHES = "limit.vanishes"
    LIMIT_NO_RULE = "limit.no-rule"
    LIMIT_AT_INFINITY = "limit.at-infinity"
    LIMIT_ROOT_OF_MINUS_INFINITY = "limit.root-of-minus-infinity"

    # Why an answer that is not smooth is not shown to be a solution.
    WEAK_NONE_FITS = "weak.none-fits"
    WEAK_ANSWER_JUMPS = "weak.answer-jumps"
    WEAK_NO_DIRECTION_OF_TIME = "weak.no-direction-of-time"
    WEAK_FACTOR_ZERO = "weak.factor-zero"
    WEAK_NOT_QUASILINEAR = "weak.not-quasilinear"
    WEAK_COEFFICIENT_NOT_SMOOTH = "weak.coefficient-not-smooth"
    WEAK_NOT_LINEAR = "weak.not-linear"
    WEAK_NO_RATE = "weak.no-rate"
    WEAK_NOT_ORIENTED = "weak.not-oriented"
    WEAK_FLUX_DERIVATIVE_OF_JUMP = "weak.flux-derivative-of-jump"
    WEAK_FLUX_DISCONTINUOUS = "weak.flux-discontinuous"
    WEAK_FLUX_UNKNOWN_DERIVATIVE = "weak.flux-unknown-derivative"
    WEAK_UNKNOWN_DERIVATIVE = "weak.unknown-derivative"
    WEAK_MIXED_DERIVATIVE = "weak.mixed-derivative"
    WEAK_SLOPES_JUMP = "weak.slopes-jump"
    WEAK_NO_TREND = "weak.no-trend"

    # Why jumps are not shown to satisfy an equation.
    JUMP_FLUX_MORE_THAN_SLOPES = "jump.flux-more-than-slopes"
    JUMP_FLUX_NOT_LINEAR = "jump.flux-not-linear"
    JUMP_COEFFICIENTS_VANISH = "jump.coefficients-vanish"

    # Why shocks are not shown to be those of an entropy solution.
    SHOCK_NO_SCALAR_LAW = "shock.no-scalar-law"
    SHOCK_NOT_QUASILINEAR = "shock.not-quasilinear"
    SHOCK_MORE_TERMS = "shock.more-terms"
    SHOCK_SOURCE_NOT_SMOOTH = "shock.source-not-smooth"
    SHOCK_FLUX_NOT_SMOOTH = "shock.flux-not-smooth"
    SHOCK_FLUX_NOT_CONVEX = "shock.flux-not-convex"
    SHOCK_WRITTEN_FLUX_NOT_SMOOTH = "shock.written-flux-not-smooth"
    SHOCK_FLUX_OF_MORE = "shock.flux-of-more"
    SHOCK_SPEED_NO_POLYNOMIAL = "shock.speed-no-polynomial"
    SHOCK_NO_GUARD = "shock.no-guard"
    SHOCK_SIGN_ON_SURFACE = "shock.sign-on-surface"
    SHOCK_ENTROPY = "shock.entropy"

    # Why an answer is not shown to be a viscosity solution.
    VISCOSITY_EQUATION_JUMPS = "viscosity.equation-jumps"
    VISCOSITY_NOT_CONVEX = "viscosity.not-convex"
    VISCOSITY_TOO_MANY_PIECES = "viscosity.too-many-pieces"
    VISCOSITY_SLOPE_FALLS = "viscosity.slope-falls"
    VISCOSITY_SLOPE_RISES = "viscosity.slope-rises"

    # What ends a proof, or keeps it from being tried.
    PROOF_FITTED_CONSTANTS = "proof.fitted-constants"
    PROOF_TOO_LONG = "proof.too-long"
    SERIES_CLASS = "series.class"
    SERIES_SIGN = "series.sign"
    SERIES_SMOOTH = "series.smooth"
    SERIES_CLOSED_PART = "series.closed-part"
    SERIES_DATA = "series.data"
    SERIES_INTEGRAL = "series.integral"
    SERIES_MODES = "series.modes"
    SERIES_TERM = "series.term"
    SERIES_MODE_MISSING = "series.mode-missing"
    SERIES_TOO_MANY_CLASSES = "series.too-many-classes"
    PROOF_BOX_ONLY = "proof.box-only"
    PROOF_STOPPED = "proof.stopped"
    PROOF_OUT_OF_MEMORY = "proof.out-of-memory"
    PROOF_DIED = "proof.died"
    PROOF_FORMULA = "proof.formula"
    PROOF_MISSING_ONE = "proof.missing-one"
    PROOF_MISSING = "proof.missing"
    PROOF_MISSING_LINE = "proof.missing-line"
    PROOF_MISSING_MORE = "proof.missing-more"
    BUDGET_STEPS = "budget.steps"
    BUDGET_TIME = "budget.time"
    BUDGET_REFERENCE = "budget.reference"


Fact = Union[str, int, float, "Reason", tuple["Fact", ...]]
"""What a reason holds: a formula or a name as text, a number, another reason, or several."""


@final
@dataclass(frozen=True, init=False)
class Reason:
    """A code, and by name the facts that its sentence tells."""

    code: ReasonCode
    facts: tuple[tuple[str, Fact], ...]

    def __init__(self, code: ReasonCode, /, **facts: Fact | None) -> None:
        """A reason with its facts; those that are None are not known and left out.

        A code that stands for a fact is the reason with that code and no facts.
        """
        known = {name: _reasons_in(fact) for name, fact in facts.items() if fact is not None}
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "facts", tuple(sorted(known.items())))

    def also(self, **facts: Fact) -> "Reason":
        """The same with more facts."""
        return Reason(self.code, **dict(self.facts), **facts)

    @property
    def codes(self) -> tuple[ReasonCode, ...]:
        """Its own code, then those of the reasons among its facts."""
        return (self.code, *(code for _, fact in self.facts for code in _codes_in(fact)))

    def to_json(self) -> dict[str, Any]:
        """As data: ``{"code": …, "facts": {…}}``; `codes.read_reason` reads it back."""
        return {"code": self.code.value, "facts": {name: _plain(f) for name, f in self.facts}}

    def __str__(self) -> str:
        """The code with its facts, for who reads a traceback; `sentences` has the words."""
        facts = ", ".join(f"{name} = {_shown(fact)}" for name, fact in self.facts)
        return f"{self.code.value} ({facts})" if facts else self.code.value


def as_reason(what: ReasonCode | Reason) -> Reason:
    """A reason; a code alone has no facts."""
    return what if isinstance(what, Reason) else Reason(what)


def _reasons_in(fact: Fact) -> Fact:
    if isinstance(fact, tuple):
        return tuple(map(_reasons_in, fact))
    return Reason(fact) if isinstance(fact, ReasonCode) else fact


def _codes_in(fact: Fact) -> Iterator[ReasonCode]:
    if isinstance(fact, Reason):
        yield from fact.codes
    elif isinstance(fact, tuple):
        for one in fact:
            yield from _codes_in(one)


def _plain(fact: Fact) -> object:
    if isinstance(fact, Reason):
        return fact.to_json()
    return [_plain(one) for one in fact] if isinstance(fact, tuple) else fact


def _shown(fact: Fact) -> str:
    return f"({', '.join(map(_shown, fact))})" if isinstance(fact, tuple) else str(fact)
