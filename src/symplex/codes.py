"""The codes of what is said beside proofs, and reasons read back from data.

Owns one enumeration for each subject. Those of proofs lie in `reasons`, which is all that a proof
loads.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast, final

from symplex.reasons import Code, Fact, Reason, ReasonCode


@final
class UniquenessCode(ReasonCode):
    """Whether a proved answer is the only one."""

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
    UNIQUE_PHRAGMEN_LINDELOF = "unique.phragmen-lindelof"
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
    CLASS_BOUNDED_OFF_POINTS = "class.bounded-off-points"
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


@final
class RunCode(ReasonCode):
    """What became of a run and of its parts."""

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

    # What there is to say of fitted parameters.
    FIT_OUTSIDE = "fit.outside"

    # Other work in the search that may end without a result.
    METHOD_NO_UNKNOWNS = "method.no-unknowns"

    # Words that an earlier version has saved without a code.
    TOLD = "told"


@final
class StatementCode(ReasonCode):
    """What is wrong with a statement, or may be."""

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


@final
class ReferenceCode(ReasonCode):
    """Why there is no numerical reference."""

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


CODES: Final[tuple[ReasonCode, ...]] = (
    *Code,
    *UniquenessCode,
    *RunCode,
    *StatementCode,
    *ReferenceCode,
)
"""Every code, in the order of docs/reasons.md."""
_BY_VALUE: Final = MappingProxyType({code.value: code for code in CODES})


def read_reason(plain: Mapping[str, Any] | str) -> Reason:
    """A reason that `Reason.to_json` wrote, or the words that an earlier version has saved.

    Raises:
        KeyError, TypeError, ValueError: if it is none, or a later version wrote it.
    """
    if isinstance(plain, str):
        return told(plain)
    facts = {str(name): _fact(fact) for name, fact in plain.get("facts", {}).items()}
    return Reason(_BY_VALUE[plain["code"]], **facts)


def told(text: str) -> Reason:
    """Words without a code: an earlier version has saved them."""
    return Reason(RunCode.TOLD, text=text)


def _fact(plain: object) -> Fact:
    if isinstance(plain, str | int | float) and not isinstance(plain, bool):
        return plain
    if isinstance(plain, list):
        return tuple(map(_fact, cast("list[object]", plain)))
    return read_reason(cast("Mapping[str, Any]", plain))
