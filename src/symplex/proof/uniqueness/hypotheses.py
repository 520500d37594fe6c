"""What all theorems ask first, and how they fall silent."""

from symplex.budget import Missing
from symplex.proof.uniqueness.subject import Subject


def require(*held: bool) -> None:
    """Be silent unless everything was shown."""
    if not all(held):
        raise Missing("a hypothesis is not shown")


def evolution(subject: Subject) -> str:
    """The name of time, where there is space too."""
    time = subject.problem.time
    if time is None or not subject.problem.space:
        raise Missing("there is no evolution in space")
    return time
