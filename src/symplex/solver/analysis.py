"""What `analyse` says of a problem: how its solution is known numerically, and what is seen."""

from dataclasses import dataclass
from math import isfinite
from typing import Any, final

from symplex.codes import ReferenceCode
from symplex.expression.render import to_text
from symplex.numerics.reference.result import NoReference, Reference
from symplex.problem import Problem
from symplex.problem.contradiction import Contradiction
from symplex.propose.structure.findings import Findings, findings
from symplex.propose.structure.reference_cache import ReferenceCache
from symplex.reasons import Reason
from symplex.sentences import sentence
from symplex.solver.consistency import contradictions
from symplex.work.budget import Budget


@final
@dataclass(frozen=True)
class Analysis:
    """A reference, or why there is none, and what it shows."""

    known: Reference | NoReference
    findings: Findings | None
    contradictions: tuple[Contradiction, ...] = ()
    """Facts of the statement that exclude each other, shown exactly."""

    def __str__(self) -> str:
        """A sentence a line."""
        lines = [f"contradictory: {one}" for one in self.contradictions]
        lines.append(_known(self.known))
        if self.findings is not None:
            lines += [f"- {fact.sentence}" for fact in self.findings.facts]
            if not self.findings.facts:
                lines.append("- no structure was seen")
            lines += map(sentence, self.findings.remarks)
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "contradictions": [one.to_json() for one in self.contradictions],
            "reference": _plain(self.known),
            **_plain_findings(self.findings),
        }


def analysed(problem: Problem, budget: Budget) -> Analysis:
    """The reference of a problem and what is seen of it."""
    contradictory = contradictions(problem)
    if contradictory:
        none = NoReference(Reason(ReferenceCode.REFERENCE_CONTRADICTORY), 0.0)
        return Analysis(none, None, contradictory)
    known = ReferenceCache().find(problem, budget)
    if isinstance(known, NoReference):
        return Analysis(known, None)
    return Analysis(known, findings(known, budget))


def _known(known: Reference | NoReference) -> str:
    seconds = f"{known.seconds:.2g} s"
    if isinstance(known, NoReference):
        found = "solution was found numerically" if known.tried else "numerical reference"
        return f"no {found}, after {seconds}: {sentence(known.reason)}"
    count = len(known.samples)
    choices = f", at {count} choices of the parameters" if count > 1 else ""
    return (
        f"numerical reference by {known.method}{choices}: error about {known.error:.1g}, "
        f"{known.relative_error:.1g} of the largest value, in {seconds}"
    )


def _plain(known: Reference | NoReference) -> dict[str, Any]:
    if isinstance(known, NoReference):
        return {
            "method": None,
            "reason": sentence(known.reason),
            "code": known.reason.code.value,
            "tried": known.tried,
            "seconds": round(known.seconds, 3),
        }
    return {
        "method": known.method,
        "error": known.error,
        "relative_error": known.relative_error,
        "parameters": [dict(sample.parameters) for sample in known.samples],
        "seconds": round(known.seconds, 3),
    }


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def _plain_findings(found: Findings | None) -> dict[str, Any]:
    if found is None:
        return {"findings": [], "formulas": {}, "notes": [], "note_reasons": []}
    facts = [
        {"kind": fact.kind.value, "unknown": fact.unknown, "sentence": fact.sentence}
        for fact in found.facts
    ]
    formulas = {
        unknown: [
            {"formula": to_text(one.rounded_formula), "error": _finite(one.error)} for one in seen
        ]
        for unknown, seen in found.formulas.items()
    }
    return {
        "findings": facts,
        "formulas": formulas,
        "notes": list(map(sentence, found.remarks)),
        "note_reasons": [remark.to_json() for remark in found.remarks],
    }
