"""What was found: the status of a solution, and what a certificate makes of it."""

from enum import Enum

from symplex.proof.certificate import Certificate


class SolutionStatus(Enum):
    """What was found."""

    EXACT = "exact"
    CONJECTURED = "conjectured"
    APPROXIMATE = "approximate"
    NONE = "none"


def status_of(certificate: Certificate) -> SolutionStatus:
    """What a certificate makes of an answer: a refuted one is an approximation all the same."""
    if certificate.is_exact:
        return SolutionStatus.EXACT
    conjectured = certificate.is_conjectured
    return SolutionStatus.CONJECTURED if conjectured else SolutionStatus.APPROXIMATE
