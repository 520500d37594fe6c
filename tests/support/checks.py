"""Checks made by hand; those that count as proved are as a saved certificate claims them."""

from typing import Any

from symplex.proof.certificate import Check, read_check
from symplex.reasons import Code, Reason


def check(equation: str, face: str = "", **outcome: Any) -> Check:
    """A check of an equation, or of a condition on a face, that is not proved."""
    if not face:
        subject, place = Reason(Code.LINE_EQUATION, text=equation), Reason(Code.PLACE_INTERIOR)
    else:
        subject = Reason(Code.LINE_CONDITION, text=equation)
        place = Reason(Code.PLACE_REGION, region=face)
    return Check(subject, place, **outcome)


def proved(equation: str, face: str = "", code: Code = Code.SHOWN_ZERO) -> Check:
    """A check that counts as proved."""
    raw = check(equation, face, reason=Reason(code)).to_json()
    return read_check({**raw, "proved": True, "level": "symbolic"}, "symbolic")
