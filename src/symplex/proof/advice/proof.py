"""The advice that was given for a proof, by what it was about: what the checker replays."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar, final

from symplex.expression import Expression
from symplex.expression.operators import Rule
from symplex.proof.kernel.advice import Factors, Record, Rewriting
from symplex.proof.kernel.region import Region

T = TypeVar("T")


@final
@dataclass
class Proof:
    """Records by formula. Several may stand under one key, each given on another region."""

    identities: dict[Expression, list[Rewriting]] = field(default_factory=dict[Any, Any])
    """Formulas that vanish."""
    signs: dict[tuple[Expression, Rule], list[Record]] = field(default_factory=dict[Any, Any])
    contradictions: dict[Region, list[Record]] = field(default_factory=dict[Any, Any])
    """Regions without points."""
    factors: dict[Expression, list[Factors]] = field(default_factory=dict[Any, Any])
    """Guards as products."""
    roots: dict[Expression, list[Sequence[tuple[Expression, Fraction]]]] = field(
        default_factory=dict[Any, Any]
    )
    polynomials: dict[tuple[Expression, str], list[Sequence[Expression]]] = field(
        default_factory=dict[Any, Any]
    )
    normal: dict[Expression, list[Expression]] = field(default_factory=dict[Any, Any])


def keep(records: dict[Any, list[Any]], key: object, record: T) -> T:
    """Add a record under a key, once; none is added for None."""
    known = records.setdefault(key, []) if record is not None else []
    if record is not None and record not in known:
        known.append(record)
    return record
