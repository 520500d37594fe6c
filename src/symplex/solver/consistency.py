"""What contradicts itself in a statement: proofs, with the textbook for what may be a solution."""

import math
from dataclasses import replace

from symplex.problem import Problem
from symplex.problem.contradiction import Contradiction
from symplex.problem.defined import require_defined
from symplex.problem.overview import Overview
from symplex.problem.overview import check as summarised
from symplex.proof.contradictions import ways
from symplex.proof.contradictions.corners import corner_jumps
from symplex.proof.contradictions.textbook import Methods


def check(problem: Problem) -> Overview:
    """Summarise a problem, warn of likely mistakes in it, and name exact contradictions.

    Raises:
        ProblemError: if it is undefined in part of where it is to hold.
    """
    require_defined(problem)
    return replace(
        summarised(problem),
        contradictions=contradictions(problem),
        remarks=tuple(jump.reason for jump in corner_jumps(problem)),
    )


def contradictions(problem: Problem, seconds: float = math.inf) -> tuple[Contradiction, ...]:
    """What contradicts itself in a statement, by the first way that shows anything.

    Nothing is said that is not shown exactly: none found does not mean that there is none. The
    clock ends what runs away.
    """
    return ways.contradictions(problem, textbook, seconds)


def textbook() -> Methods:
    """The methods that may propose what a contradiction needs."""
    # Late: most statements need none of it.
    from symplex.propose.textbook.catalogue import METHODS
    from symplex.propose.textbook.odes.constant_coefficients import ConstantCoefficients
    from symplex.propose.textbook.odes.euler import Euler
    from symplex.propose.textbook.odes.first_order_linear import FirstOrderLinear
    from symplex.propose.textbook.odes.linear_basis import LinearSecondOrder
    from symplex.propose.textbook.odes.linear_system import LinearSystem

    return Methods(
        every=METHODS,
        linear_systems=(LinearSystem(),),
        constant_coefficients=(ConstantCoefficients(),),
        first_order=(FirstOrderLinear(),),
        variable_coefficients=(ConstantCoefficients(), Euler(), LinearSecondOrder()),
    )
