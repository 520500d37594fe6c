"""The words of reasons: one sentence for each code, and nowhere else.

A template names the facts that it tells in braces: ``{seconds:g}`` as a number is formatted,
``{names}`` as a listing if there are several, ``{reasons|; }`` several joined by what stands after
the bar. What stands in ⟨angles⟩ is told only where all of its facts are known.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from symplex.codes import ReferenceCode, RunCode, StatementCode, UniquenessCode, read_reason, told
from symplex.errors import listing
from symplex.reasons import Code, Fact, Reason, ReasonCode

SENTENCES: Final[Mapping[ReasonCode, str]] = MappingProxyType(
    {
        # What a line of a certificate is about.
        Code.LINE_STATEMENT_DEFINED: "the statement is defined",
        Code.LINE_ANSWER_DEFINED: "the answer is defined",
        Code.LINE_ANSWER_EXTENDS: "the answer extends to the free ends",
        Code.LINE_EQUATION: "{text}",
        Code.LINE_CONDITION: "{text}",
        Code.LINE_CHECKER: "the checker agrees with the proof",
        # Where a line was examined.
        Code.PLACE_EVERYWHERE: "all of space",
        Code.PLACE_INTERIOR: "interior",
        Code.PLACE_ENDS: "{ends|, }",
        Code.PLACE_CLOSED_DOMAIN: "closed domain⟨, off {faces|, off }⟩",
        Code.PLACE_REGION: "{region}",
        Code.PLACE_EVERY_STEP: "every step",
        # Parts of a statement or of an answer, as other sentences name them.
        Code.PART_ANSWER: "the answer",
        Code.PART_EQUATION: "the equation",
        Code.PART_CONDITION: "the condition",
        Code.PART_DERIVATIVE: "{derivative}",
        Code.PART_FLUX: "a flux",
        Code.PART_COEFFICIENT: "a coefficient",
        Code.PART_LIMIT: "a limit",
        Code.PART_SLOPE: "a slope",
        Code.PART_SECOND_DERIVATIVE: "a second derivative",
        Code.PART_UNDIFFERENTIATED: "what is not differentiated",
        Code.PART_OPERATOR: "F",
        # How the kernel has shown a line.
        Code.SHOWN_DEFINED: "by ranges and algebra",
        Code.SHOWN_EXTENDS: "it has limits there, as have derivatives up to two orders below",
        Code.SHOWN_ZERO: "zero in normal form⟨, {pieces} pieces⟩",
        Code.SHOWN_LIMIT: "as a limit, locally uniform⟨ away from {sets}, bounded there⟩",
        Code.SHOWN_JUMPS_ALONE: "what is differentiated is continuous where cells meet",
        Code.SHOWN_LIPSCHITZ: "a Lipschitz function that solves it almost everywhere",
        Code.SHOWN_SHOCKS: "Rankine and Hugoniot's and Lax's conditions hold at every jump",
        Code.SHOWN_TRANSMISSION: "layers cancel on every interface",
        Code.SHOWN_ELLIPTIC_VISCOSITY: (
            "⟨{orientation}; ⟩solved almost everywhere with Lipschitz slopes; elliptic, so a "
            "viscosity solution"
        ),
        Code.SHOWN_VISCOSITY_LINEAR: (
            "⟨{orientation}; ⟩linear in the gradient, and solved almost everywhere by a "
            "Lipschitz function"
        ),
        Code.SHOWN_VISCOSITY: (
            "⟨{orientation}; ⟩F is {shape} in the gradient; the inequality at kinks is shown"
        ),
        Code.SHOWN_SERIES_DEFINED: "the closed part and every term are smooth; the sum converges",
        Code.SHOWN_SERIES_EQUATION: (
            "the closed part satisfies it, each term the equation without source; the sum "
            "converges with all derivatives"
        ),
        Code.SHOWN_SERIES_WALL: "the closed part satisfies it, and each term with 0",
        Code.SHOWN_SERIES_START: (
            "all coefficients are those of the data in a complete system; attained as the limit of "
            "a positive kernel by reflection"
        ),
        Code.ORIENTATION_AS_WRITTEN: "oriented as written, left − right",
        Code.ORIENTATION_TURNED: "oriented so that it rises in the unknown",
        Code.ORIENTATION_ELLIPTIC: "oriented so that it is elliptic",
        Code.ORIENTATION_RATE: "oriented to +u_t",
        Code.ORIENTATION_REVERSED: "time reversed",
        # Why a formula or the statement is not shown to be defined.
        Code.DEFINED_NOT_SHOWN: "{what} is not shown to be defined everywhere: {margin} {rule}",
        Code.DEFINED_FACE_OF_OTHERS: (
            "{end} is a face of some unknowns alone: state there what the others are, or that they "
            "are free"
        ),
        Code.DEFINED_STATEMENT_ENDS: (
            "the statement is not shown to be defined on all of its domain, which goes on to "
            "infinity where nothing is stated: declare free = [...] if the stated interval is "
            "meant, or open = [...] where it ends"
        ),
        Code.DEFINED_ANSWER_JUMPS_AT_FACE: (
            "the answer jumps at a face of the domain, or is not shown not to"
        ),
        Code.DEFINED_REFUTED: "undefined: {margin} {rule} does not hold",
        # Why a residual is not shown to vanish.
        Code.ZERO_NOT_SHOWN: "the residual does not reduce to zero",
        Code.ZERO_REFUTED: "the residual is certainly not zero",
        # Why the pieces of a formula are not found.
        Code.PIECES_TOO_MANY_OF_ANSWER: "the answer has more than {most} pieces",
        Code.PIECES_TOO_MANY: "more than {most} pieces",
        Code.PIECES_GUARD_THICK: "{guard} may vanish on more than a surface: its sign is 0",
        Code.PIECES_SIGN_ZERO: "the sign of {guard} may be 0 where it does not change",
        Code.PIECES_GUARD_UNDEFINED: "{guard}, where pieces end, is not shown to be defined",
        Code.PIECES_FACTORS_NOT_SHOWN: "the factors of a guard are not shown",
        Code.PIECES_UNRESOLVED: "{formula} could not be resolved",
        Code.MEETING_UNSOLVED: "the set where {guard} = 0 could not be solved for a variable",
        Code.MEETING_UNDESCRIBED: "the set on which two pieces meet could not be described",
        Code.MEETING_NO_SURFACE: "the set on which pieces meet is not shown to be a surface",
        # Why exact algebra does not help.
        Code.ALGEBRA_TOO_LARGE: "the formula grows too large for exact algebra",
        Code.ALGEBRA_NO_RULE: "a rewriting rule does not hold",
        Code.ALGEBRA_ZERO_DIVISOR: "a divisor is identically zero",
        Code.ALGEBRA_HIDDEN_ZERO_DIVISOR: "a divisor is zero by a relation that was not seen",
        Code.ALGEBRA_UNRESOLVED_OPERATOR: "{operator} is not resolved into pieces here",
        Code.ALGEBRA_REWRITING_NEEDS: "{formula} {rule} is not shown, which a rewriting needs",
        Code.ALGEBRA_NO_GENERATOR: "a root without a generator",
        Code.ALGEBRA_UNKNOWN_KIND: "a generator of a kind without a rule",
        Code.ALGEBRA_UNKNOWN_NODE: "a node without a rule in the proposed rewriting",
        Code.ALGEBRA_ROOT_OF_QUOTIENT: "a root of a quotient is no generator",
        Code.ALGEBRA_FITTED_CONSTANT: "a fitted constant is no exact number",
        Code.ALGEBRA_NO_RANGE: "a fitted constant or an unknown has no proved range",
        Code.ALGEBRA_LOG_OF_ZERO: "a logarithm of zero",
        Code.ALGEBRA_ROOT_OF_NEGATIVE: "a root of a negative number",
        Code.ALGEBRA_UNKNOWN_IN_FORMULA: "an unknown is no formula",
        Code.ALGEBRA_NO_ROOTS: "no closed form of the roots is known here",
        Code.ALGEBRA_NO_ROOTS_OF_UNITY: "no closed form of these roots of unity is used",
        Code.ALGEBRA_SIGN_UNKNOWN: "a sign changes, or is not known",
        Code.ALGEBRA_TOO_MANY_TERMS: "the normal form has too many terms",
        Code.ALGEBRA_FORMULA_TOO_LONG: "the formula has too many terms",
        Code.ALGEBRA_HIDDEN: "{name} is hidden",
        # What the checker of proofs does not agree with.
        Code.CHECKER_RECORD: "a record does not show its claim",
        Code.CHECKER_REWRITING: "a rewriting is not shown to be right, or is too large",
        Code.CHECKER_FAILED: "{error}",
        # Why a condition is not shown.
        Code.CONDITION_DIFFERENTIATES_KINK: "a condition that differentiates a kink has no rule",
        Code.CONDITION_NO_PIECE: "no piece of the answer is shown to reach the face",
        Code.CONDITION_JUMP: "{name} is not shown not to jump where the condition needs it",
        # Why data are not shown to be attained as limits.
        Code.ATTAINED_UNBOUNDED: (
            "{name} is not shown to be bounded near the face, where it is a limit"
        ),
        Code.ATTAINED_INFINITE: "the condition is not attained: what it states tends to infinity",
        Code.ATTAINED_NOT_BETWEEN: (
            "{name} is not shown to lie between the stated values near a point where they disagree"
        ),
        Code.ATTAINED_GUARD_UNDEFINED: (
            "{guard}, where the limit changes, is not shown to be defined"
        ),
        Code.ATTAINED_OMITTED: "what is stated is not shown to be attained at {place}",
        Code.LIMIT_OPEN_FORM: "a limit of the form {form} is not decided",
        Code.LIMIT_SIGN_UNKNOWN: "the sign of what vanishes on the face is not known near it",
        Code.LIMIT_NOT_SHOWN: "{margin} {rule} is not shown on the face",
        Code.LIMIT_VANISHES: "{formula} vanishes on the face with no known sign near it",
        Code.LIMIT_NO_RULE: "{operator} has no rule where {formula} vanishes on the face",
        Code.LIMIT_AT_INFINITY: "{operator} has no limit at infinity",
        Code.LIMIT_ROOT_OF_MINUS_INFINITY: "a root of what tends to −∞",
        # Why an answer that is not smooth is not shown to be a solution.
        Code.WEAK_NONE_FITS: "{part} is not smooth, and {reasons|; }",
        Code.WEAK_ANSWER_JUMPS: "the answer jumps",
        Code.WEAK_NO_DIRECTION_OF_TIME: (
            "the answer jumps, and no initial data say in which direction time runs"
        ),
        Code.WEAK_FACTOR_ZERO: "what does not exist everywhere is written with the factor 0",
        Code.WEAK_NOT_QUASILINEAR: "it is not of the form u_t + a(u)·u_x + s = 0",
        Code.WEAK_COEFFICIENT_NOT_SMOOTH: (
            "a coefficient is not smooth for every u, and depends on more than u"
        ),
        Code.WEAK_NOT_LINEAR: "it is not linear with smooth coefficients in what jumps",
        Code.WEAK_NO_RATE: "the equation is not shown to be c·u_t + H = 0 with c of one sign",
        Code.WEAK_NOT_ORIENTED: "the equation is not oriented by initial or terminal data",
        Code.WEAK_FLUX_DERIVATIVE_OF_JUMP: "{derivative} in a flux is the derivative of a jump",
        Code.WEAK_FLUX_DISCONTINUOUS: "{flux} is differentiated and not shown to be continuous",
        Code.WEAK_FLUX_UNKNOWN_DERIVATIVE: (
            "a flux is differentiated with a derivative that is not known"
        ),
        Code.WEAK_UNKNOWN_DERIVATIVE: "a derivative that was written is not known",
        Code.WEAK_MIXED_DERIVATIVE: (
            "a mixed derivative of an answer that is not smooth has no rule"
        ),
        Code.WEAK_SLOPES_JUMP: "its slopes jump",
        Code.WEAK_NO_TREND: (
            "it is not shown to be continuous and to rise or fall in second derivatives"
        ),
        # Why jumps are not shown to satisfy an equation.
        Code.JUMP_FLUX_MORE_THAN_SLOPES: "a flux holds more than slopes of a continuous function",
        Code.JUMP_FLUX_NOT_LINEAR: "a flux is not linear in the slopes that jump",
        Code.JUMP_COEFFICIENTS_VANISH: (
            "what jumps has coefficients that may all vanish where it does"
        ),
        # Why shocks are not shown to be those of an entropy solution.
        Code.SHOCK_NO_SCALAR_LAW: "the answer jumps, and the problem is no scalar conservation law",
        Code.SHOCK_NOT_QUASILINEAR: "the answer jumps, and the equation is not u_t + a(u)·u_x = 0",
        Code.SHOCK_MORE_TERMS: "the answer jumps, and u_t + a(u)·u_x is not all of the equation",
        Code.SHOCK_SOURCE_NOT_SMOOTH: (
            "the answer jumps, and the source is not shown to be smooth in u"
        ),
        Code.SHOCK_FLUX_NOT_SMOOTH: "the answer jumps, and the flux is not shown to be smooth in u",
        Code.SHOCK_FLUX_NOT_CONVEX: "the answer jumps, and the flux is neither convex nor concave",
        Code.SHOCK_WRITTEN_FLUX_NOT_SMOOTH: (
            "the answer jumps, and a flux is not shown to be smooth in u"
        ),
        Code.SHOCK_FLUX_OF_MORE: (
            "the answer jumps, and what is differentiated depends on more than u"
        ),
        Code.SHOCK_SPEED_NO_POLYNOMIAL: "the answer jumps, and the speed is no polynomial in u",
        Code.SHOCK_NO_GUARD: "no guard is shown to vanish where the answer jumps",
        Code.SHOCK_SIGN_ON_SURFACE: "a sign changes the answer on a surface alone",
        Code.SHOCK_ENTROPY: "a jump is not shown to satisfy the entropy condition",
        # Why an answer is not shown to be a viscosity solution.
        Code.VISCOSITY_EQUATION_JUMPS: (
            "the equation jumps: it is no continuous function of the gradient"
        ),
        Code.VISCOSITY_NOT_CONVEX: (
            "the equation is not shown to be convex or concave in the gradient"
        ),
        Code.VISCOSITY_TOO_MANY_PIECES: "too many pieces meet",
        Code.VISCOSITY_SLOPE_FALLS: (
            "the viscosity inequality is not shown where pieces meet: F has no proved sign, "
            "and there is no axis along which the slope falls"
        ),
        Code.VISCOSITY_SLOPE_RISES: (
            "the viscosity inequality is not shown where pieces meet: F has no proved sign, "
            "and there is no axis along which the slope rises"
        ),
        # What ends a proof, or keeps it from being tried.
        Code.PROOF_FITTED_CONSTANTS: (
            "fitted constants are not exact numbers: nothing is proved of them"
        ),
        Code.PROOF_TOO_LONG: "the answer has {nodes} nodes; more than {most} are not proved",
        Code.SERIES_CLASS: (
            "a series is proved for u_t = a*u_xx + c*u + f on an interval with constant a and c, "
            "one condition at the start, and u or u_x on each of the two walls"
        ),
        Code.SERIES_SIGN: "a series needs {formula} {rule}, which is not shown",
        Code.SERIES_SMOOTH: "a part of the series is not shown to be smooth on the closed domain",
        Code.SERIES_CLOSED_PART: "the closed part of the series does not satisfy it by itself",
        Code.SERIES_DATA: (
            "what the sum has to give at the start is not shown to be a polynomial on each of a "
            "few fixed intervals"
        ),
        Code.SERIES_INTEGRAL: "the integral for the coefficients is not shown",
        Code.SERIES_MODES: "the terms are not seen to be eigenfunctions of the two walls",
        Code.SERIES_TERM: (
            "a term is not shown to be the eigenfunction with the coefficient of the data and its "
            "decay"
        ),
        Code.SERIES_MODE_MISSING: (
            "the sum leaves out mode {mode}, whose coefficient is not shown to be 0"
        ),
        Code.SERIES_TOO_MANY_CLASSES: (
            "the sines and cosines of the index repeat after more than {most} steps"
        ),
        Code.PROOF_BOX_ONLY: "{reason}; shown on the box twice as wide only",
        Code.PROOF_STOPPED: "the proof ran out of time: it was stopped after {seconds:g} s",
        Code.PROOF_OUT_OF_MEMORY: "the proof ran out of memory and was stopped",
        Code.PROOF_DIED: (
            "the process of the proof died⟨ ({detail})⟩: it may have run out of memory"
        ),
        Code.PROOF_FORMULA: "{error}",
        Code.PROOF_MISSING_ONE: (
            "missing: a proof of {lines}; to 200 digits it holds at every point tried"
        ),
        Code.PROOF_MISSING: (
            "missing: proofs of {lines}; to 200 digits it holds at every point tried"
        ),
        Code.PROOF_MISSING_LINE: "{line} [{place}]",
        Code.PROOF_MISSING_MORE: "{count} more",
        Code.BUDGET_STEPS: "it took more steps than were allowed",
        Code.BUDGET_TIME: "the time limit of {seconds:g} s was reached",
        Code.BUDGET_REFERENCE: "the reference was given up, or some of it",
        # What a certificate does not claim: where the statement leaves the solution open.
        UniquenessCode.OPEN_FACES: (
            "nothing is stated at the ends of {names}: the domain goes on to infinity there"
        ),
        UniquenessCode.OPEN_NO_CONDITIONS: (
            "no condition is stated: the equation alone may have many solutions"
        ),
        UniquenessCode.OPEN_NO_START: (
            "no initial or terminal condition is stated: the solution may not be determined"
        ),
        UniquenessCode.OPEN_ELLIPTIC_FACES: (
            "an elliptic problem has no condition at {faces}: other solutions may exist"
        ),
        UniquenessCode.OPEN_FREE_FACES: (
            "the problem has no condition at {faces}: other solutions may exist"
        ),
        # Whether a proved answer is the only one: the theorem, and the class of functions.
        UniquenessCode.UNIQUE_ONLY: "the only one among {shown}",
        UniquenessCode.UNIQUE_MANY: "not the only one: {shown}",
        UniquenessCode.UNIQUE_CHARACTERISTICS: "{functions}, by the method of characteristics",
        UniquenessCode.UNIQUE_ENERGY: "{functions}, by the energy method",
        UniquenessCode.UNIQUE_MAXIMUM_PRINCIPLE: "{functions}, by the maximum principle",
        UniquenessCode.UNIQUE_PARABOLIC_MAXIMUM_PRINCIPLE: (
            "{functions}, by the parabolic maximum principle"
        ),
        UniquenessCode.UNIQUE_COMPARISON: "{functions}, by the comparison principle",
        UniquenessCode.UNIQUE_GREEN: "{functions}, by Green's identity",
        UniquenessCode.UNIQUE_TYCHONOFF: "{functions}, by Tychonoff's theorem",
        UniquenessCode.UNIQUE_PHRAGMEN_LINDELOF: (
            "{functions}, by the Phragmén–Lindelöf form of the maximum principle"
        ),
        UniquenessCode.UNIQUE_KRUZKOV: "{functions}, by Kružkov's theorem",
        UniquenessCode.UNIQUE_CRANDALL_LIONS: "{functions}, by Crandall and Lions' theorem",
        UniquenessCode.UNIQUE_PICARD_LINDELOF: "{functions}, by Picard and Lindelöf's theorem",
        UniquenessCode.CLASS_CLASSICAL: "all classical solutions",
        UniquenessCode.CLASS_CONTINUOUS: "continuous functions on the closed domain",
        UniquenessCode.CLASS_CONTINUOUS_ON_BOX: "continuous functions on the closed box",
        UniquenessCode.CLASS_BOUNDED_CONTINUOUS: "bounded continuous functions",
        UniquenessCode.CLASS_CONTINUOUSLY_DIFFERENTIABLE: (
            "continuously differentiable functions on the closed domain"
        ),
        UniquenessCode.CLASS_TWICE_DIFFERENTIABLE: (
            "twice continuously differentiable functions on the closed domain"
        ),
        UniquenessCode.CLASS_SLOPES: "functions with continuous slopes on the closed domain",
        UniquenessCode.CLASS_SLOPES_ON_BOX: "functions with continuous slopes on the closed box",
        UniquenessCode.CLASS_BOUNDED_SLOPES: "bounded functions with bounded continuous slopes",
        UniquenessCode.CLASS_SLOPES_AT_WALLS: "{functions} with continuous slopes up to the walls",
        UniquenessCode.CLASS_GAUSSIAN_SLOPES_AT_WALLS: (
            "{functions} with |u| ≤ C·exp(a|x|²) and continuous slopes up to the walls"
        ),
        UniquenessCode.CLASS_GAUSSIAN: "continuous functions with |u| ≤ C·exp(a|x|²)",
        UniquenessCode.CLASS_POLYNOMIAL_GROWTH: "continuous functions of polynomial growth",
        UniquenessCode.CLASS_BOUNDED_OFF_POINTS: (
            "bounded functions that attain the stated values off exceptional points"
        ),
        UniquenessCode.CLASS_BOUNDED_ENTROPY: "bounded entropy solutions",
        UniquenessCode.CLASS_UNIFORMLY_CONTINUOUS_VISCOSITY: (
            "uniformly continuous viscosity solutions"
        ),
        UniquenessCode.OTHERS_FUNCTION: "any function of {name} may be added to {unknown}",
        UniquenessCode.OTHERS_CONSTANT: "any constant may be added to {unknown}",
        UniquenessCode.OTHERS_ORDER_ONE_CONDITION: (
            "the equation is linear of order {order}, and only one condition is stated"
        ),
        UniquenessCode.OTHERS_ORDER: (
            "the equation is linear of order {order}, and {conditions} conditions are stated"
        ),
        UniquenessCode.OTHERS_FREE_FACES: "any values may be prescribed at {faces}",
        UniquenessCode.OTHERS_MULTIPLES: "every multiple of {functions} solves it too",
        UniquenessCode.OTHERS_NEGATIVE: "{functions} with the opposite sign solves it too",
        # Why a theorem on uniqueness is silent.
        UniquenessCode.SILENT_NOT_LINEAR: "the equation is not linear with smooth coefficients",
        UniquenessCode.SILENT_OTHER_DERIVATIVES: "the equation has derivatives of another kind",
        UniquenessCode.SILENT_HIGHEST_NOT_LINEAR: "a highest derivative does not enter linearly",
        UniquenessCode.SILENT_NO_TIME: "there is no time",
        UniquenessCode.SILENT_NOT_ONE_END: "data are not given at one end of time alone",
        UniquenessCode.SILENT_BY_VALUE: "every unknown enters by its value",
        UniquenessCode.SILENT_HYPOTHESIS: "a hypothesis is not shown",
        UniquenessCode.SILENT_NO_EVOLUTION: "there is no evolution in space",
        UniquenessCode.SILENT_NO_WAY_TO_DATA: "no way to the data is shown for every point",
        UniquenessCode.SILENT_NOT_QUASILINEAR: "the equation is not quasilinear",
        UniquenessCode.SILENT_NO_HAMILTON_JACOBI: "the equation is not c·u_t + H(∇u) = 0",
        # Why no formula came of a skeleton with constants.
        RunCode.SKELETON_UNDEFINED: (
            "it is not defined on the whole domain, whatever its constants are"
        ),
        RunCode.SKELETON_TOO_MANY_CONSTANTS: "it has more places for constants than can be fitted",
        RunCode.SKELETON_TOO_LONG: "its derivatives are too long to be fitted",
        RunCode.SKELETON_NOT_EVALUATED: "it cannot be evaluated",
        RunCode.SKELETON_NOT_PROVED: (
            "its constants were fitted, and what came of it was not proved"
        ),
        RunCode.SKELETON_NO_SINGLE_VALUES: (
            "no single value of each constant satisfies the statement"
        ),
        RunCode.SKELETON_NO_VALUES: (
            "no values of its constants satisfy the statement; the best ones that were found "
            "leave {share:.2g} of what zero leaves"
        ),
        RunCode.SKELETON_REFUTED: "it does not satisfy {line} [{place}]",
        RunCode.SKELETON_UNPROVED: "it was not proved",
        RunCode.SKELETON_FORMULA: "{error}",
        # What an attempt at a proof left undone.
        RunCode.ATTEMPT_PROMISING: "a promising candidate may have been missed: {why}",
        RunCode.ATTEMPT_SHORTER: "a shorter form may have been missed: {why}",
        RunCode.ATTEMPT_PROVABLE: "a form with a proof may have been missed: {why}",
        RunCode.ATTEMPT_EFFORT: (
            "the work allotted to one attempt was done before every form was tried"
        ),
        RunCode.ATTEMPT_DEADLINE: "the time limit ended the attempt before every form was tried",
        RunCode.ATTEMPT_REWRITING: "the search for an easier form of a formula was stopped",
        RunCode.ATTEMPT_INTERRUPT: "an interrupt ended the attempt before every form was tried",
        RunCode.ATTEMPT_PROOF: "the time limit of one certificate ended a proof",
        # What became of the ingredients of a run.
        RunCode.INGREDIENT_FAILED: "{who} failed, and the run went on without it: {what}",
        RunCode.INGREDIENT_STOPPED: "{who} was stopped: {why}",
        RunCode.INGREDIENT_TALKATIVE: "{who} had more to say than was listened to",
        RunCode.INGREDIENT_ERROR: "{error}",
        RunCode.INGREDIENT_RUN_OVER: "the time of the run was over",
        RunCode.INGREDIENT_TOO_MUCH_MEMORY: "it took too much memory",
        RunCode.INGREDIENT_ENDLESS: "it did not come to an end",
        # The ingredients of a run, by name.
        RunCode.INGREDIENT_CONTRADICTIONS: "the test for contradictions",
        RunCode.INGREDIENT_SERIES: "a series of eigenfunctions",
        RunCode.INGREDIENT_HINTS: "a hint",
        RunCode.INGREDIENT_SEARCH: "the search",
        RunCode.INGREDIENT_LEARNING: "the training of the policy",
        RunCode.INGREDIENT_POLISHING: "the polishing of a candidate",
        RunCode.INGREDIENT_PARAMETERS: "the algebra for all parameters",
        RunCode.INGREDIENT_REDUCTION: "a smaller problem",
        RunCode.INGREDIENT_REFERENCE: "the numerical reference",
        RunCode.INGREDIENT_VALUES: "the search by values",
        RunCode.INGREDIENT_MEASURING: "the measuring of approximations",
        RunCode.INGREDIENT_MOVES: "the proposer of moves",
        RunCode.INGREDIENT_POLICY: "the policy",
        RunCode.INGREDIENT_METHOD: "the method '{name}'",
        RunCode.INGREDIENT_PROPOSER: "the proposer of {name}",
        # What a run notes.
        RunCode.RUN_CONTRADICTORY: "contradictory: {contradiction}",
        RunCode.RUN_HINT: "the hint '{hint}' gave no proved answer: {why}",
        RunCode.RUN_METHODS_UNPROVED: (
            "methods proposed {count} formulas with constants; none was proved"
        ),
        RunCode.RUN_METHODS_SILENT: "no method of the textbook proposed a formula",
        RunCode.RUN_FOUND_BY: "found by {island}, whose seed is {seed}",
        RunCode.RUN_ISLAND_LOST: "{island} was lost: {why}",
        RunCode.RUN_WITHOUT_NETWORK: (
            "the candidates of the network need PyTorch, which is not installed; 'pip install "
            "symplex[policy]' installs it"
        ),
        RunCode.ISLAND_FAILED: "it failed with {error}",
        RunCode.TASK_DIED: "its process died {times} times",
        RunCode.ISLAND_DIED: "its process died",
        RunCode.ISLAND_CLUSTER: "the cluster lost it: {error}",
        RunCode.RESUMED_NOT_FOUND_AGAIN: (
            "some of what methods had found before the run was continued was not found again"
        ),
        RunCode.RESUMED_VALUES_LOST: "the search by values that was saved could not be continued",
        RunCode.RESUMED_NO_ANSWER: "the checkpoint held what is no answer: {error}",
        RunCode.RESUMED_LEFT_OUT: (
            "an answer that the checkpoint held, {answer}, is left out: it was verified again "
            "and is {status}"
        ),
        RunCode.SAVED_OTHER_STATUS: (
            "saved as '{claimed}', and '{status}' when it was verified again"
        ),
        # Whether the errors of approximations are measured, and by what.
        RunCode.MEASURED_NO_REFERENCE: "errors are not measured, for want of a reference: {reason}",
        RunCode.MEASURED_NO_SOLUTION: "no solution was found numerically: {reason}",
        RunCode.MEASURED_NO_VALUES: "errors are not measured: the reference has no values",
        RunCode.MEASURED_REFERENCE_OFF: (
            "errors are not measured: the reference is off by {error} of the range itself"
        ),
        RunCode.MEASURED_FAILED: "errors are not measured: the work on that failed",
        RunCode.MEASURED_RUN_OVER: "errors are not measured: the time of the run was over",
        RunCode.MEASURED_CUT: "formulas were fitted to the reference until the clock ended that",
        RunCode.MEASURED_ENDED_BEFORE: (
            "errors are not measured: the run ended before a reference was looked for"
        ),
        RunCode.MEASURED_NOT_WANTED: (
            "errors are not measured: the run was told to do without a reference"
        ),
        RunCode.MEASURED_NONE_CLOSE: (
            "a reference was found, and every candidate is off by more than half of the "
            "range, or far sharper than the solution"
        ),
        # What may help where nothing was found.
        RunCode.HELP_STATE_MORE: "stating more: {warning}",
        RunCode.HELP_GUESS: (
            "a guess at the form, in which names of your own are constants: --hint '{hint}'"
        ),
        RunCode.HELP_MORE_TIME: "more time: a --time-limit above {seconds:.0f}",
        RunCode.HELP_MORE_CANDIDATES: "a longer search: a larger --max-candidates",
        RunCode.HELP_EIGENVALUES: (
            "for an eigenvalue, make {name} an unknown, with the equation {derivative} = 0 and a "
            "condition that is not zero, such as a slope of 1 at one end"
        ),
        RunCode.HELP_SIGN: (
            "for a distance or a travel time, state its values at more of the boundary"
        ),
        # What there is to say of fitted parameters.
        RunCode.FIT_OUTSIDE: (
            "{name} lies outside the range [{low:g}, {high:g}] for which the formula was stated"
        ),
        # Other work in the search that may end without a result.
        RunCode.METHOD_NOT_AFFINE: "a piece of the data is not affine",
        RunCode.METHOD_BOTH_CORNERS: "corners of both kinds",
        RunCode.METHOD_NO_UNKNOWNS: "an equation says nothing about the unknowns",
        # Words that an earlier version has saved without a code.
        RunCode.TOLD: "{text}",
        # What the author of a statement may not have meant.
        StatementCode.WARNING_WITHOUT_UNKNOWN: (
            "{place}: '{text}' does not contain {unknowns}: it is true or false whatever the "
            "solution is"
        ),
        StatementCode.WARNING_UNUSED_VARIABLE: (
            "domain: no equation or condition uses the variable '{name}'"
        ),
        StatementCode.WARNING_NOT_DIFFERENTIATED: (
            "domain: no equation differentiates by the variable '{name}'"
        ),
        StatementCode.WARNING_UNUSED_PARAMETER: (
            "parameters: no equation or condition uses the parameter '{name}'"
        ),
        StatementCode.WARNING_UNUSED_UNKNOWN: "unknowns: no equation contains the unknown '{name}'",
        StatementCode.WARNING_OFF_BOUNDARY: (
            "{place}: {region} lies inside the interval {interval} of {name}, not on the "
            "boundary of the domain"
        ),
        StatementCode.WARNING_TOO_FEW_EQUATIONS: (
            "equations: {equations} for {unknowns} unknowns leave the solution undetermined"
        ),
        StatementCode.WARNING_NO_CONDITIONS: (
            "conditions: none are given, so many solutions satisfy the statement"
        ),
        StatementCode.WARNING_NO_START: (
            "conditions: none is given at a time, so the state to start from is open"
        ),
        # Facts of a statement that cannot both hold.
        StatementCode.CONTRADICTION_SHOWN: (
            "{first} and {second} cannot hold together⟨ at {where}⟩: {why}"
        ),
        StatementCode.CONTRADICTION_VALUES: (
            "{what} is {one} by the first and {other} by the second"
        ),
        StatementCode.CONTRADICTION_VALUES_DIFFER: (
            "the two values of {what} that follow from them differ by {value}"
        ),
        StatementCode.CONTRADICTION_REMAINDER: "what is left of them is 0 = {value}",
        StatementCode.CONTRADICTION_SIDES: (
            "with these data its left side is {left} and its right side {right}"
        ),
        StatementCode.CONTRADICTION_INTEGRALS: (
            "⟨times {weight} and ⟩integrated over the domain, the equation gives {inside} for "
            "the integral over the boundary, which the conditions make {boundary}"
        ),
        StatementCode.CONTRADICTION_CARRIED_BY_EQUATION: (
            "{what} is {first} at {start} by the first, so that by the equation it is {third} "
            "at {end}, and not {second}"
        ),
        StatementCode.CONTRADICTION_CARRIED_BY_EQUATIONS: (
            "{what} is {first} at {start} by the first, so that by the equations it is "
            "{third} at {end}, and not {second}"
        ),
        StatementCode.CONTRADICTION_ONLY_SOLUTION: (
            "the only solution of the first is {solution}, with which the left side of the "
            "second is {left} and its right side {right}"
        ),
        StatementCode.CONTRADICTION_EVERY_SOLUTION: (
            "every solution of the equations is {solution}, and the conditions leave 0 = {value}"
        ),
        StatementCode.CORNER_JUMP: (
            "{conditions| and } disagree where their faces meet ({place}): {how}"
        ),
        # Why there is no numerical reference.
        ReferenceCode.REFERENCE_NONE_APPLIES: "no method applies to such a problem",
        ReferenceCode.REFERENCE_NOT_ASKED_FOR: "none was asked for",
        ReferenceCode.REFERENCE_CONTRADICTORY: "the statement contradicts itself",
        ReferenceCode.REFERENCE_SINGULAR: "the linearised equations are singular",
        ReferenceCode.REFERENCE_GIVEN_UP: "a method was given up: {why}",
        ReferenceCode.REFERENCE_STATEMENT: "{error}",
        ReferenceCode.STRUCTURE_ENDED: "the look at {unknown} was ended: {why}",
        ReferenceCode.STRUCTURE_FAILED: "the look at {unknown} failed: {error}",
        ReferenceCode.REFERENCE_UNDER_DETERMINED: (
            "there are fewer equations than unknowns: the problem is under-determined"
        ),
        ReferenceCode.REFERENCE_NO_DATA: "there are no data: the problem is under-determined",
        ReferenceCode.REFERENCE_NOTHING_OF_UNKNOWNS: (
            "an equation or a condition says nothing about the unknowns"
        ),
        ReferenceCode.REFERENCE_ILL_POSED: (
            "the problem is ill-posed: short waves grow without bound"
        ),
        ReferenceCode.REFERENCE_NOT_DETERMINED: "the data do not determine the solution on the box",
        ReferenceCode.REFERENCE_NOT_MET: (
            "{method}: the equations are not met, which explains an error of {error:.1g}"
        ),
        ReferenceCode.REFERENCE_ERROR: "{method}: the error stays at {error:.1g}",
        ReferenceCode.REFERENCE_RELATIVE_ERROR: "{method}: the relative error stays at {error:.1g}",
        ReferenceCode.REFERENCE_ONE_RESOLUTION: (
            "{method}: the relative error stays at no two resolutions to compare"
        ),
        ReferenceCode.REFERENCE_NOT_FINITE: "{method}: the solution does not stay finite",
        ReferenceCode.REFERENCE_STEPS_NOT_FINITE: "the solution does not stay finite",
        ReferenceCode.REFERENCE_TOO_STIFF: "the equations are too stiff for explicit steps",
        ReferenceCode.REFERENCE_UNDEFINED_AT_START: "an equation is not defined at the start",
        ReferenceCode.REFERENCE_EQUATIONS_UNDEFINED_AT_START: (
            "the equations are not defined at the start"
        ),
        ReferenceCode.REFERENCE_UNDEFINED_AT_REST: "the equations are not defined at rest",
        ReferenceCode.REFERENCE_UNDEFINED_ON_THE_WAY: (
            "an equation is not defined along the way to its solution"
        ),
        ReferenceCode.REFERENCE_COEFFICIENT_UNDEFINED: "a coefficient is not defined everywhere",
        ReferenceCode.REFERENCE_DATA_UNDEFINED_BEYOND: "the data are not defined beyond the box",
        ReferenceCode.REFERENCE_DATA_KINKED: "{method}: the data have kinks",
        ReferenceCode.REFERENCE_RAYS_MISSING: "{method}: no ray arrives at some points",
        ReferenceCode.REFERENCE_RAYS_MEET: "{method}: they meet in the box",
        ReferenceCode.REFERENCE_NO_SMOOTH_FUNCTION: (
            "no smooth function meets what is stated: {left:.1g} left"
        ),
        ReferenceCode.REFERENCE_NOT_CONVERGED: "collocation did not converge",
        ReferenceCode.REFERENCE_NEWTON: "Newton's method did not converge",
        ReferenceCode.REFERENCE_COLLOCATION_ERROR: (
            "collocation was left with an error of {error:.1g}"
        ),
        ReferenceCode.REFERENCE_COLLOCATION_TOO_LARGE: (
            "collocation in {dimensions} variables is too large"
        ),
        ReferenceCode.REFERENCE_ENDS_LACK_DATA: "the ends of {name} lack data",
        ReferenceCode.REFERENCE_ENDS_MISCOUNTED: "the ends carry too few or too many conditions",
        ReferenceCode.REFERENCE_NOT_FIRST_ORDER: "not one equation of first order",
        ReferenceCode.REFERENCE_NOT_ONE_LINEAR_EQUATION: "not one linear equation",
        ReferenceCode.REFERENCE_NOT_ORDINARY: "not an ordinary differential equation",
        ReferenceCode.REFERENCE_NOT_LINE_AND_TIME: "not a line and time",
        ReferenceCode.REFERENCE_NOT_PARABOLIC: "not parabolic of second order",
        ReferenceCode.REFERENCE_NOT_WAVE_EQUATION: "not the plain wave equation",
        ReferenceCode.REFERENCE_NOT_HYPERBOLIC: "the equations are not hyperbolic",
        ReferenceCode.REFERENCE_NOT_SEPARABLE: "the equation is not separable",
        ReferenceCode.REFERENCE_NOT_SECOND_ORDER: (
            "the equation is not of second order in every variable"
        ),
        ReferenceCode.REFERENCE_NOT_CAUCHY: "not a Cauchy problem of first order in time",
        ReferenceCode.REFERENCE_NOT_CONSTANT: "the coefficients are not constant",
        ReferenceCode.REFERENCE_NO_DISPERSION: "nothing spreads by frequency",
        ReferenceCode.REFERENCE_NOT_LEVEL: "the data are not level far from the box",
        ReferenceCode.REFERENCE_NO_WAVES: (
            "the linear part is not one of waves, or the problem is ill-posed"
        ),
        ReferenceCode.REFERENCE_TOO_FEW_WAVES: "the linear part has no full set of waves",
        ReferenceCode.REFERENCE_NO_RATES: (
            "the equations cannot be solved for the derivatives by time"
        ),
        ReferenceCode.REFERENCE_NOT_LINEAR_IN_RATE: (
            "an equation is not linear in its highest derivative by {time}"
        ),
        ReferenceCode.REFERENCE_MIXED_RATE: (
            "a highest derivative by {time} is differentiated by space too"
        ),
        ReferenceCode.REFERENCE_NOT_ONE_SLICE: "the data do not stand on one slice",
        ReferenceCode.REFERENCE_DATA_INSIDE: "the data stand inside of the domain",
        ReferenceCode.REFERENCE_NO_STATE: "the data on the slice are not a state",
        ReferenceCode.REFERENCE_NO_OUTRIGHT_VALUE: "a condition does not give a value outright",
        ReferenceCode.REFERENCE_VALUE_TWICE: "the data on the slice give a value twice",
        ReferenceCode.REFERENCE_NO_SLICE: "no slice carries a whole state",
        ReferenceCode.REFERENCE_NO_DERIVATIVES: "a grid gives no derivatives",
        ReferenceCode.REFERENCE_NO_HAMILTON_JACOBI: (
            "not a Hamilton–Jacobi equation in the gradient alone"
        ),
        ReferenceCode.REFERENCE_NOTHING_GIVEN: "no data",
        ReferenceCode.REFERENCE_NO_VISCOSITY_FORMULA: (
            "no formula for the viscosity solution applies"
        ),
        ReferenceCode.REFERENCE_NO_KERNEL: (
            "the coefficients of the equation have no Gaussian kernel"
        ),
        ReferenceCode.REFERENCE_EQUATIONS_MISCOUNTED: "not as many equations as unknowns",
        ReferenceCode.REFERENCE_EQUATIONS_IN_OTHER_ORDER: (
            "the equations are not in the order of the unknowns"
        ),
        ReferenceCode.REFERENCE_NOTHING_SCALES: "no variable scales",
        ReferenceCode.REFERENCE_CONDITIONS_MISCOUNTED: "not one condition on each face",
        ReferenceCode.REFERENCE_CONDITION_OF_SEVERAL: "a condition is not of one variable",
        ReferenceCode.REFERENCE_WAVES_ACCELERATE: "waves become faster and faster",
        ReferenceCode.REFERENCE_TOO_FEW_DIGITS: (
            "{method} has fewer digits than are wanted, or too many variables"
        ),
        ReferenceCode.REFERENCE_SPEEDS_OF_UNKNOWN: (
            "waves run at speeds that depend on the unknown itself"
        ),
        ReferenceCode.REFERENCE_WAVES_TOO_FAR: "waves run too far for a grid",
        ReferenceCode.REFERENCE_WAVES_TOO_FAST: "waves run too fast for a grid",
    }
)
_OPTIONAL: Final = re.compile("⟨([^⟩]*)⟩")
_FIELD: Final = re.compile(r"\{(\w+)(?::([^}|]+)|\|([^}]+))?\}")


def sentence(reason: Reason) -> str:
    """A reason in words.

    Raises:
        KeyError: if a fact is missing that has to be told.
    """
    facts = dict(reason.facts)

    def optional(part: re.Match[str]) -> str:
        return part[1] if all(found[1] in facts for found in _FIELD.finditer(part[1])) else ""

    def words(field: re.Match[str]) -> str:
        name, form, joint = field.groups()
        return _words(facts[name], form or "", joint)

    return _FIELD.sub(words, _OPTIONAL.sub(optional, SENTENCES[reason.code]))


def fact_text(reason: Reason, name: str) -> str:
    """One fact of a reason in words; empty where it has none of that name."""
    fact = dict(reason.facts).get(name)
    return "" if fact is None else _words(fact)


def saved_reason(plain: object, words: str) -> Reason:
    """A reason that was saved; its words, where this version does not know its code or facts."""
    try:
        reason = read_reason(cast("Mapping[str, Any]", plain))
        sentence(reason)
    except (AttributeError, KeyError, TypeError, ValueError):
        return told(words)
    return reason


def saved_reasons(plain: object, words: Iterable[object]) -> tuple[Reason, ...]:
    """Reasons that were saved beside their sentences; an earlier version saved sentences alone."""
    every = list(map(str, words))
    known = cast("list[object]", plain) if isinstance(plain, list) else []
    return tuple(map(saved_reason, known if len(known) == len(every) else every, every))


def facts_told(code: ReasonCode) -> frozenset[str]:
    """The names of the facts that the sentence of a code tells, those in angles included."""
    return frozenset(field[1] for field in _FIELD.finditer(SENTENCES[code]))


def _words(fact: Fact, form: str = "", joint: str | None = None) -> str:
    match fact:
        case Reason():
            return sentence(fact)
        case tuple():
            several = map(_words, fact)
            return listing(several) if joint is None else joint.join(several)
        case str():
            return fact
        case _:
            return format(fact, form)
