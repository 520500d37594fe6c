"""Reasons: why something was shown, refused or noted, as a stable code with the facts of the case.

Owns the codes and the value. Reasons are compared, counted and saved by their codes; `sentences`
alone knows the words, and docs/reasons.md lists them. A code keeps its meaning for good: one that
means something else gets another name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Union, cast, final


@final
class Code(StrEnum):
    """What a reason says, but for the facts. `sentences.SENTENCES` says what each code means."""

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
    SHOWN_SIDES = "shown.sides"
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
    CONDITION_SLOPES_AT_LIMIT = "condition.slopes-at-limit"
    CONDITION_DIFFERENTIATES_KINK = "condition.differentiates-kink"
    CONDITION_NO_PIECE = "condition.no-piece"
    CONDITION_JUMP_AT_VALUE = "condition.jump-at-value"
    CONDITION_JUMP = "condition.jump"
    CONDITION_SIGN_ZERO = "condition.sign-zero"

    # Why data are not shown to be attained as limits.
    ATTAINED_UNBOUNDED = "attained.unbounded"
    ATTAINED_INFINITE = "attained.infinite"
    ATTAINED_OTHER_STATE = "attained.other-state"
    ATTAINED_NO_VALUE = "attained.no-value"
    ATTAINED_CORNER = "attained.corner"
    ATTAINED_GUARD_UNDEFINED = "attained.guard-undefined"
    ATTAINED_GUARD_THICK = "attained.guard-thick"
    ATTAINED_TOO_MANY_SETS = "attained.too-many-sets"
    ATTAINED_WALL_STATE = "attained.wall-state"
    ATTAINED_OMITTED = "attained.omitted"
    LIMIT_CORNER = "limit.corner"
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

    # What a certificate does not claim: where the statement leaves the solution open.
    OPEN_FACES = "open.faces"
    OPEN_NO_CONDITIONS = "open.no-conditions"
    OPEN_NO_START = "open.no-start"
    OPEN_ELLIPTIC_FACES = "open.elliptic-faces"
    OPEN_FREE_FACES = "open.free-faces"

    # Whether a proved answer is the only one: the theorem, and the class of functions.
    UNIQUE_ONLY = "unique.only"
    UNIQUE_MANY = "unique.many"
    UNIQUE_CHARACTERISTICS = "unique.characteristics"
    UNIQUE_ENERGY = "unique.energy"
    UNIQUE_MAXIMUM_PRINCIPLE = "unique.maximum-principle"
    UNIQUE_PARABOLIC_MAXIMUM_PRINCIPLE = "unique.parabolic-maximum-principle"
    UNIQUE_COMPARISON = "unique.comparison"
    UNIQUE_GREEN = "unique.green"
    UNIQUE_TYCHONOFF = "unique.tychonoff"
    UNIQUE_KRUZKOV = "unique.kruzkov"
    UNIQUE_CRANDALL_LIONS = "unique.crandall-lions"
    UNIQUE_PICARD_LINDELOF = "unique.picard-lindelof"
    CLASS_CLASSICAL = "class.classical"
    CLASS_CONTINUOUS = "class.continuous"
    CLASS_CONTINUOUS_ON_BOX = "class.continuous-on-box"
    CLASS_BOUNDED_CONTINUOUS = "class.bounded-continuous"
    CLASS_CONTINUOUSLY_DIFFERENTIABLE = "class.continuously-differentiable"
    CLASS_TWICE_DIFFERENTIABLE = "class.twice-differentiable"
    CLASS_SLOPES = "class.slopes"
    CLASS_SLOPES_ON_BOX = "class.slopes-on-box"
    CLASS_BOUNDED_SLOPES = "class.bounded-slopes"
    CLASS_SLOPES_AT_WALLS = "class.slopes-at-walls"
    CLASS_GAUSSIAN_SLOPES_AT_WALLS = "class.gaussian-slopes-at-walls"
    CLASS_GAUSSIAN = "class.gaussian"
    CLASS_POLYNOMIAL_GROWTH = "class.polynomial-growth"
    CLASS_BOUNDED_ENTROPY = "class.bounded-entropy"
    CLASS_UNIFORMLY_CONTINUOUS_VISCOSITY = "class.uniformly-continuous-viscosity"
    OTHERS_FUNCTION = "others.function"
    OTHERS_CONSTANT = "others.constant"
    OTHERS_ORDER_ONE_CONDITION = "others.order-one-condition"
    OTHERS_ORDER = "others.order"
    OTHERS_FREE_FACES = "others.free-faces"
    OTHERS_MULTIPLES = "others.multiples"
    OTHERS_NEGATIVE = "others.negative"

    # Why a theorem on uniqueness is silent.
    SILENT_NOT_LINEAR = "silent.not-linear"
    SILENT_OTHER_DERIVATIVES = "silent.other-derivatives"
    SILENT_HIGHEST_NOT_LINEAR = "silent.highest-not-linear"
    SILENT_NO_TIME = "silent.no-time"
    SILENT_NOT_ONE_END = "silent.not-one-end"
    SILENT_BY_VALUE = "silent.by-value"
    SILENT_HYPOTHESIS = "silent.hypothesis"
    SILENT_NO_EVOLUTION = "silent.no-evolution"
    SILENT_NO_WAY_TO_DATA = "silent.no-way-to-data"
    SILENT_NOT_QUASILINEAR = "silent.not-quasilinear"
    SILENT_NO_HAMILTON_JACOBI = "silent.no-hamilton-jacobi"

    # Why no formula came of a skeleton with constants.
    SKELETON_UNDEFINED = "skeleton.undefined"
    SKELETON_TOO_MANY_CONSTANTS = "skeleton.too-many-constants"
    SKELETON_TOO_LONG = "skeleton.too-long"
    SKELETON_NOT_EVALUATED = "skeleton.not-evaluated"
    SKELETON_NOT_PROVED = "skeleton.not-proved"
    SKELETON_NO_SINGLE_VALUES = "skeleton.no-single-values"
    SKELETON_NO_VALUES = "skeleton.no-values"
    SKELETON_REFUTED = "skeleton.refuted"
    SKELETON_UNPROVED = "skeleton.unproved"
    SKELETON_FORMULA = "skeleton.formula"

    # What an attempt at a proof left undone.
    ATTEMPT_PROMISING = "attempt.promising"
    ATTEMPT_SHORTER = "attempt.shorter"
    ATTEMPT_PROVABLE = "attempt.provable"
    ATTEMPT_EFFORT = "attempt.effort"
    ATTEMPT_DEADLINE = "attempt.deadline"
    ATTEMPT_REWRITING = "attempt.rewriting"
    ATTEMPT_INTERRUPT = "attempt.interrupt"
    ATTEMPT_PROOF = "attempt.proof"

    # What became of the ingredients of a run.
    INGREDIENT_FAILED = "ingredient.failed"
    INGREDIENT_STOPPED = "ingredient.stopped"
    INGREDIENT_TALKATIVE = "ingredient.talkative"
    INGREDIENT_ERROR = "ingredient.error"
    INGREDIENT_RUN_OVER = "ingredient.run-over"
    INGREDIENT_TOO_MUCH_MEMORY = "ingredient.too-much-memory"
    INGREDIENT_ENDLESS = "ingredient.endless"

    # The ingredients of a run, by name.
    INGREDIENT_CONTRADICTIONS = "ingredient.contradictions"
    INGREDIENT_SERIES = "ingredient.series"
    INGREDIENT_HINTS = "ingredient.hints"
    INGREDIENT_SEARCH = "ingredient.search"
    INGREDIENT_LEARNING = "ingredient.learning"
    INGREDIENT_POLISHING = "ingredient.polishing"
    INGREDIENT_PARAMETERS = "ingredient.parameters"
    INGREDIENT_REDUCTION = "ingredient.reduction"
    INGREDIENT_REFERENCE = "ingredient.reference"
    INGREDIENT_VALUES = "ingredient.values"
    INGREDIENT_MEASURING = "ingredient.measuring"
    INGREDIENT_MOVES = "ingredient.moves"
    INGREDIENT_POLICY = "ingredient.policy"
    INGREDIENT_METHOD = "ingredient.method"
    INGREDIENT_PROPOSER = "ingredient.proposer"

    # What a run notes.
    RUN_CONTRADICTORY = "run.contradictory"
    RUN_HINT = "run.hint"
    RUN_METHODS_UNPROVED = "run.methods-unproved"
    RUN_METHODS_SILENT = "run.methods-silent"
    RUN_FOUND_BY = "run.found-by"
    RUN_ISLAND_LOST = "run.island-lost"
    RUN_WITHOUT_NETWORK = "run.without-network"
    ISLAND_FAILED = "island.failed"
    TASK_DIED = "task.died"
    ISLAND_DIED = "island.died"
    ISLAND_CLUSTER = "island.cluster"
    RESUMED_NOT_FOUND_AGAIN = "resumed.not-found-again"
    RESUMED_VALUES_LOST = "resumed.values-lost"
    RESUMED_NO_ANSWER = "resumed.no-answer"
    RESUMED_LEFT_OUT = "resumed.left-out"
    SAVED_OTHER_STATUS = "saved.other-status"

    # Whether the errors of approximations are measured, and by what.
    MEASURED_NO_REFERENCE = "measured.no-reference"
    MEASURED_NO_SOLUTION = "measured.no-solution"
    MEASURED_NO_VALUES = "measured.no-values"
    MEASURED_REFERENCE_OFF = "measured.reference-off"
    MEASURED_FAILED = "measured.failed"
    MEASURED_RUN_OVER = "measured.run-over"
    MEASURED_CUT = "measured.cut"
    MEASURED_ENDED_BEFORE = "measured.ended-before"
    MEASURED_NOT_WANTED = "measured.not-wanted"
    MEASURED_NONE_CLOSE = "measured.none-close"

    # What may help where nothing was found.
    HELP_STATE_MORE = "help.state-more"
    HELP_GUESS = "help.guess"
    HELP_MORE_TIME = "help.more-time"
    HELP_MORE_CANDIDATES = "help.more-candidates"
    HELP_EIGENVALUES = "help.eigenvalues"
    HELP_SIGN = "help.sign"

    # What the author of a statement may not have meant.
    WARNING_WITHOUT_UNKNOWN = "warning.without-unknown"
    WARNING_UNUSED_VARIABLE = "warning.unused-variable"
    WARNING_NOT_DIFFERENTIATED = "warning.not-differentiated"
    WARNING_UNUSED_PARAMETER = "warning.unused-parameter"
    WARNING_UNUSED_UNKNOWN = "warning.unused-unknown"
    WARNING_OFF_BOUNDARY = "warning.off-boundary"
    WARNING_TOO_FEW_EQUATIONS = "warning.too-few-equations"
    WARNING_NO_CONDITIONS = "warning.no-conditions"
    WARNING_NO_START = "warning.no-start"

    # What there is to say of fitted parameters.
    FIT_OUTSIDE = "fit.outside"

    # Facts of a statement that cannot both hold.
    CONTRADICTION_SHOWN = "contradiction.shown"
    CONTRADICTION_VALUES = "contradiction.values"
    CONTRADICTION_VALUES_DIFFER = "contradiction.values-differ"
    CONTRADICTION_REMAINDER = "contradiction.remainder"
    CONTRADICTION_SIDES = "contradiction.sides"
    CONTRADICTION_INTEGRALS = "contradiction.integrals"
    CONTRADICTION_CARRIED_BY_EQUATION = "contradiction.carried-by-equation"
    CONTRADICTION_CARRIED_BY_EQUATIONS = "contradiction.carried-by-equations"
    CONTRADICTION_ONLY_SOLUTION = "contradiction.only-solution"
    CONTRADICTION_EVERY_SOLUTION = "contradiction.every-solution"
    CORNER_JUMP = "corner.jump"

    # Why there is no numerical reference.
    REFERENCE_NONE_APPLIES = "reference.none-applies"
    REFERENCE_NOT_ASKED_FOR = "reference.not-asked-for"
    REFERENCE_CONTRADICTORY = "reference.contradictory"
    REFERENCE_SINGULAR = "reference.singular"
    REFERENCE_GIVEN_UP = "reference.given-up"
    REFERENCE_STATEMENT = "reference.statement"
    STRUCTURE_ENDED = "structure.ended"
    STRUCTURE_FAILED = "structure.failed"
    REFERENCE_UNDER_DETERMINED = "reference.under-determined"
    REFERENCE_NO_DATA = "reference.no-data"
    REFERENCE_NOTHING_OF_UNKNOWNS = "reference.nothing-of-unknowns"
    REFERENCE_ILL_POSED = "reference.ill-posed"
    REFERENCE_NOT_DETERMINED = "reference.not-determined"
    REFERENCE_NOT_MET = "reference.not-met"
    REFERENCE_ERROR = "reference.error"
    REFERENCE_RELATIVE_ERROR = "reference.relative-error"
    REFERENCE_ONE_RESOLUTION = "reference.one-resolution"
    REFERENCE_NOT_FINITE = "reference.not-finite"
    REFERENCE_STEPS_NOT_FINITE = "reference.steps-not-finite"
    REFERENCE_TOO_STIFF = "reference.too-stiff"
    REFERENCE_UNDEFINED_AT_START = "reference.undefined-at-start"
    REFERENCE_EQUATIONS_UNDEFINED_AT_START = "reference.equations-undefined-at-start"
    REFERENCE_UNDEFINED_AT_REST = "reference.undefined-at-rest"
    REFERENCE_UNDEFINED_ON_THE_WAY = "reference.undefined-on-the-way"
    REFERENCE_COEFFICIENT_UNDEFINED = "reference.coefficient-undefined"
    REFERENCE_DATA_UNDEFINED_BEYOND = "reference.data-undefined-beyond"
    REFERENCE_DATA_KINKED = "reference.data-kinked"
    REFERENCE_RAYS_MISSING = "reference.rays-missing"
    REFERENCE_RAYS_MEET = "reference.rays-meet"
    REFERENCE_NO_SMOOTH_FUNCTION = "reference.no-smooth-function"
    REFERENCE_NOT_CONVERGED = "reference.not-converged"
    REFERENCE_NEWTON = "reference.newton"
    REFERENCE_COLLOCATION_ERROR = "reference.collocation-error"
    REFERENCE_COLLOCATION_TOO_LARGE = "reference.collocation-too-large"
    REFERENCE_ENDS_LACK_DATA = "reference.ends-lack-data"
    REFERENCE_ENDS_MISCOUNTED = "reference.ends-miscounted"
    REFERENCE_NOT_FIRST_ORDER = "reference.not-first-order"
    REFERENCE_NOT_ONE_LINEAR_EQUATION = "reference.not-one-linear-equation"
    REFERENCE_NOT_ORDINARY = "reference.not-ordinary"
    REFERENCE_NOT_LINE_AND_TIME = "reference.not-line-and-time"
    REFERENCE_NOT_PARABOLIC = "reference.not-parabolic"
    REFERENCE_NOT_WAVE_EQUATION = "reference.not-wave-equation"
    REFERENCE_NOT_HYPERBOLIC = "reference.not-hyperbolic"
    REFERENCE_NOT_SEPARABLE = "reference.not-separable"
    REFERENCE_NOT_SECOND_ORDER = "reference.not-second-order"
    REFERENCE_NOT_CAUCHY = "reference.not-cauchy"
    REFERENCE_NOT_CONSTANT = "reference.not-constant"
    REFERENCE_NO_DISPERSION = "reference.no-dispersion"
    REFERENCE_NOT_LEVEL = "reference.not-level"
    REFERENCE_NO_WAVES = "reference.no-waves"
    REFERENCE_TOO_FEW_WAVES = "reference.too-few-waves"
    REFERENCE_NO_RATES = "reference.no-rates"
    REFERENCE_NOT_LINEAR_IN_RATE = "reference.not-linear-in-rate"
    REFERENCE_MIXED_RATE = "reference.mixed-rate"
    REFERENCE_NOT_ONE_SLICE = "reference.not-one-slice"
    REFERENCE_DATA_INSIDE = "reference.data-inside"
    REFERENCE_NO_STATE = "reference.no-state"
    REFERENCE_NO_OUTRIGHT_VALUE = "reference.no-outright-value"
    REFERENCE_VALUE_TWICE = "reference.value-twice"
    REFERENCE_NO_SLICE = "reference.no-slice"
    REFERENCE_NO_DERIVATIVES = "reference.no-derivatives"
    REFERENCE_NO_HAMILTON_JACOBI = "reference.no-hamilton-jacobi"
    REFERENCE_NOTHING_GIVEN = "reference.nothing-given"
    REFERENCE_NO_VISCOSITY_FORMULA = "reference.no-viscosity-formula"
    REFERENCE_NO_KERNEL = "reference.no-kernel"
    REFERENCE_EQUATIONS_MISCOUNTED = "reference.equations-miscounted"
    REFERENCE_EQUATIONS_IN_OTHER_ORDER = "reference.equations-in-other-order"
    REFERENCE_NOTHING_SCALES = "reference.nothing-scales"
    REFERENCE_CONDITIONS_MISCOUNTED = "reference.conditions-miscounted"
    REFERENCE_CONDITION_OF_SEVERAL = "reference.condition-of-several"
    REFERENCE_WAVES_ACCELERATE = "reference.waves-accelerate"
    REFERENCE_TOO_FEW_DIGITS = "reference.too-few-digits"
    REFERENCE_SPEEDS_OF_UNKNOWN = "reference.speeds-of-unknown"
    REFERENCE_WAVES_TOO_FAR = "reference.waves-too-far"
    REFERENCE_WAVES_TOO_FAST = "reference.waves-too-fast"

    # Other work in the search that may end without a result.
    METHOD_NOT_AFFINE = "method.not-affine"
    METHOD_BOTH_CORNERS = "method.both-corners"
    METHOD_NO_UNKNOWNS = "method.no-unknowns"

    # Words that an earlier version has saved without a code.
    TOLD = "told"


Fact = Union[str, int, float, "Reason", tuple["Fact", ...]]
"""What a reason holds: a formula or a name as text, a number, another reason, or several."""


@final
@dataclass(frozen=True, init=False)
class Reason:
    """A code, and by name the facts that its sentence tells."""

    code: Code
    facts: tuple[tuple[str, Fact], ...]

    def __init__(self, code: Code, /, **facts: Fact | None) -> None:
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
    def codes(self) -> tuple[Code, ...]:
        """Its own code, then those of the reasons among its facts."""
        return (self.code, *(code for _, fact in self.facts for code in _codes_in(fact)))

    def to_json(self) -> dict[str, Any]:
        """As data: ``{"code": …, "facts": {…}}``; `from_json` reads it back whole."""
        return {"code": self.code.value, "facts": {name: _plain(f) for name, f in self.facts}}

    @classmethod
    def from_json(cls, plain: Mapping[str, Any] | str) -> "Reason":
        """A reason that `to_json` wrote, or the words that an earlier version has saved.

        Raises:
            KeyError, TypeError, ValueError: if it is none, or a later version wrote it.
        """
        if isinstance(plain, str):
            return told(plain)
        facts = {str(name): _fact(fact) for name, fact in plain.get("facts", {}).items()}
        return cls(Code(plain["code"]), **facts)

    def __str__(self) -> str:
        """The code with its facts, for who reads a traceback; `sentences` has the words."""
        facts = ", ".join(f"{name} = {_shown(fact)}" for name, fact in self.facts)
        return f"{self.code.value} ({facts})" if facts else self.code.value


def told(text: str) -> Reason:
    """Words without a code: an earlier version has saved them."""
    return Reason(Code.TOLD, text=text)


def as_reason(what: Code | Reason) -> Reason:
    """A reason; a code alone has no facts."""
    return what if isinstance(what, Reason) else Reason(what)


def _reasons_in(fact: Fact) -> Fact:
    if isinstance(fact, tuple):
        return tuple(map(_reasons_in, fact))
    return Reason(fact) if isinstance(fact, Code) else fact


def _codes_in(fact: Fact) -> Iterator[Code]:
    if isinstance(fact, Reason):
        yield from fact.codes
    elif isinstance(fact, tuple):
        for one in fact:
            yield from _codes_in(one)


def _plain(fact: Fact) -> object:
    if isinstance(fact, Reason):
        return fact.to_json()
    return [_plain(one) for one in fact] if isinstance(fact, tuple) else fact


def _fact(plain: object) -> Fact:
    if isinstance(plain, str | int | float) and not isinstance(plain, bool):
        return plain
    if isinstance(plain, list):
        return tuple(map(_fact, cast("list[object]", plain)))
    return Reason.from_json(cast("Mapping[str, Any]", plain))


def _shown(fact: Fact) -> str:
    return f"({', '.join(map(_shown, fact))})" if isinstance(fact, tuple) else str(fact)
