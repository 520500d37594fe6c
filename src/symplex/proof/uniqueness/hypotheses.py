"""What all theorems ask first, and how they fall silent."""

from symplex.codes import UniquenessCode
from symplex.proof.uniqueness.subject import Subject
from symplex.work.budget import Missing


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
