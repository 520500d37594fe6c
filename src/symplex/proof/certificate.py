"""The certificate: what was checked of an answer, how, and with what result.

Owns the value, each of its checks, and its two forms: a page of text and the one JSON schema,
written and read here alone. A check counts as proved only by a line that the kernel made.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from types import MappingProxyType
from typing import Any, Final, final

from symplex.errors import SymplexError
from symplex.problem import Problem
from symplex.proof.kernel.lines import Proved, line_of
from symplex.proof.verdict import Verdict
from symplex.reasons import Code, Reason
from symplex.sentences import saved_reason, saved_reasons, sentence

_NO_REASON: Final = MappingProxyType[str, Any]({"code": None, "facts": {}})


@final
class _Claim:
    """Stands where a proof stood when a certificate was saved: nothing is proved again."""


@final
@dataclass(frozen=True, repr=False)
class Check:
    """One equation, condition or requirement, and what became of it.

    Proved is only what was made by `of`, from a line of the kernel's, or what was read.
    """

    subject: Reason
    """The equation or condition as the user wrote it, or the requirement."""
    place: Reason
    """The region on which it was examined."""
    worst: float | None = None
    """The largest residual seen: 0 once it is proved to vanish, None if there is no finite one."""
    verdict: Verdict = Verdict.APPROXIMATE
    reason: Reason | None = None
    """By which argument it was decided, or why it could not be."""
    point: Mapping[str, float] | None = None
    """Where `worst` was seen."""
    proof: "Proved | _Claim | None" = field(default=None, compare=False)
    """The kernel's own line, or the claim of a saved certificate."""

    @classmethod
    def of(cls, proof: Proved) -> "Check":
        """The check that the kernel has proved."""
        told = proof.subject, proof.place
        return cls(*told, verdict=Verdict.EXACT, reason=proof.reason, proof=proof)

    def __post_init__(self) -> None:
        """Proved by a proof of this very check alone; a residual only with its point."""
        match self.proof:
            case Proved(subject, place, reason) if (subject, place, reason) != self._line:
                raise ValueError(f"'{self.what}' is not what the kernel proved")
            case Proved() | _Claim() | None:
                pass
            case _:
                raise TypeError(f"only the kernel proves, found {self.proof!r}")
        if self.proved != (self.proof is not None):
            raise ValueError(f"'{self.what}' is proved by a line of the kernel's, and by it alone")
        seen = self.point is not None and self.worst is not None and math.isfinite(self.worst)
        worst = 0.0 if self.proved else self.worst if seen else None
        object.__setattr__(self, "worst", worst)

    @property
    def proved(self) -> bool:
        """Whether the kernel has shown it."""
        return self.verdict is Verdict.EXACT

    @property
    def _line(self) -> tuple[Reason, Reason, Reason | None]:
        return self.subject, self.place, self.reason

    @property
    def what(self) -> str:
        """The equation as the user wrote it, or the requirement in words."""
        return sentence(self.subject)

    @property
    def where(self) -> str:
        """The region in words."""
        return sentence(self.place)

    @property
    def how(self) -> str:
        """The reason in words; empty if there is none."""
        return "" if self.reason is None else sentence(self.reason)

    def to_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "what": self.what,
            "where": self.where,
            "proved": self.proved,
            "worst": self.worst,
            "refuted": self.verdict is Verdict.REFUTED,
            "conjectured": self.verdict is Verdict.CONJECTURED,
            "level": self.verdict.level,
            "how": self.how,
            "point": dict(self.point) if self.point is not None else None,
            **(_NO_REASON if self.reason is None else self.reason.to_json()),
            "subject": self.subject.to_json(),
            "place": self.place.to_json(),
        }

    def __str__(self) -> str:
        """One line, and a second one with the worst point where it failed."""
        line = f"{self.verdict.of_line:<7} {self.what}  [{self.where}]: {self.how}"
        if self.proved or self.point is None:
            return line
        at = ", ".join(f"{name} = {value:.6g}" for name, value in self.point.items())
        worst = "" if self.worst is None else f"worst {self.worst:.3g} "
        return f"{line}\n        {worst}at {at}"

    def __repr__(self) -> str:
        """The outcome, the requirement and where it applies."""
        return f"<Check {self.verdict.of_line}: {self.what} [{self.where}]>"


def read_check(raw: Mapping[str, Any], whole: str) -> Check:
    """A saved check; 0.1 did not save its level, which is at least that of the whole if proved.

    Before schema 3 many digits counted as a proof: what was proved so is conjectured now.
    """
    proved = _flag(raw["proved"])
    level = str(raw.get("level", whole)) if proved else Verdict.APPROXIMATE.level
    said = {
        Verdict.EXACT: proved and level == Verdict.EXACT.level,
        Verdict.CONJECTURED: _flag(raw.get("conjectured", False))
        or (proved and level == Verdict.CONJECTURED.level),
        Verdict.REFUTED: _flag(raw.get("refuted", False)),
    }
    if sum(said.values()) > 1:
        raise ValueError(f"'{raw['what']}' is more than one of proved, conjectured and refuted")
    point: Mapping[str, Any] | None = raw.get("point")
    return Check(
        subject=saved_reason(raw.get("subject"), str(raw["what"])),
        place=saved_reason(raw.get("place"), str(raw["where"])),
        worst=None if raw["worst"] is None else float(raw["worst"]),
        verdict=next((one for one, is_said in said.items() if is_said), Verdict.APPROXIMATE),
        reason=saved_reason(raw, str(raw["how"])) if raw.get("how") else None,
        point=None if point is None else {name: float(value) for name, value in point.items()},
        proof=_Claim() if said[Verdict.EXACT] else None,
    )


def _flag(value: object) -> bool:
    """True or false and nothing else: any text would count as true."""
    if not isinstance(value, bool):
        raise TypeError(f"expected true or false, found {value!r}")
    return value


SCHEMA: Final = 3
"""The form of the JSON that is written. Files of version 0.1 have no number and count as 1."""
_WORDS_OF_TODAY: Final = 3
"""The first schema in which `exact` means that every check is proved: before, digits sufficed."""
_NAMED = 3
"""How many checks the line on what is missing names."""


@final
@dataclass(frozen=True, repr=False)
class Certificate:
    """What is known of an answer. `exact` is a promise: every check was proved."""

    checks: tuple[Check, ...]
    remarks: tuple[Reason, ...] = ()
    """What qualifies the whole."""
    is_complete: bool = True
    """Whether the proof came to its end; if not, the time limit ended it."""
    notion: str = ""
    """In which sense the answer is a solution, with the orientation that was meant."""
    unique: Reason | None = None
    """Among which functions a proved answer is the only one, or why it is not; if that is known."""

    @cached_property
    def status(self) -> Verdict:
        """What the checks amount to: exact only if every one was proved."""
        return Verdict.of_all(check.verdict for check in self.checks)

    @property
    def level(self) -> str:
        """How strong the evidence is, as `Verdict.level` says it."""
        return self.status.level

    @property
    def is_exact(self) -> bool:
        """Whether the answer was proved."""
        return self.status is Verdict.EXACT

    @property
    def is_conjectured(self) -> bool:
        """Whether nothing but the proof of zero tests that hold to 200 digits is missing."""
        return self.status is Verdict.CONJECTURED

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks in words."""
        return tuple(map(sentence, self.remarks))

    @property
    def uniqueness(self) -> str:
        """What is known of other solutions, in words; empty if nothing is."""
        return "" if self.unique is None else sentence(self.unique)

    @property
    def missing(self) -> str:
        """What a conjectured answer lacks, in a sentence; empty for any other."""
        if not self.is_conjectured:
            return ""
        lines = [
            Reason(Code.PROOF_MISSING_LINE, line=check.subject, place=check.place)
            for check in self.checks
            if check.verdict is Verdict.CONJECTURED
        ]
        named, more = lines[:_NAMED], len(lines) - _NAMED
        if more > 0:
            named.append(Reason(Code.PROOF_MISSING_MORE, count=more))
        code = Code.PROOF_MISSING_ONE if len(lines) == 1 else Code.PROOF_MISSING
        return sentence(Reason(code, lines=tuple(named)))

    @property
    def details(self) -> str:
        """The notion, what is missing, the checks and the notes: the page but its first line."""
        notion = f"notion of solution: {self.notion}" if self.notion else ""
        unique = f"uniqueness: {self.uniqueness}" if self.uniqueness else ""
        notes = (f"note: {note}" for note in self.notes)
        parts = [notion, unique, self.missing, *map(str, self.checks), *notes]
        return "\n".join(f"  {line}" for part in parts if part for line in part.split("\n"))

    def to_json(self) -> dict[str, Any]:
        """The `certificate` object of the command line's JSON; `from_json` reads it back whole."""
        return {
            "schema": SCHEMA,
            "status": self.status.value,
            "level": self.level,
            "notion": self.notion,
            "uniqueness": self.uniqueness,
            "checks": [check.to_json() for check in self.checks],
            "notes": list(self.notes),
            "note_reasons": [remark.to_json() for remark in self.remarks],
            "uniqueness_reason": None if self.unique is None else self.unique.to_json(),
            "complete": self.is_complete,
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> "Certificate":
        """A certificate that `to_json` wrote, in this version or an earlier one.

        What is read is what was claimed when it was written; nothing is proved again. Until schema
        2 an answer was called exact where many digits stood for a proof: it is conjectured now.

        Raises:
            SymplexError: if it is none, if its status does not follow from its checks, or if a
                later version wrote it.
        """
        try:
            schema = int(raw.get("schema", 1))
            if schema > SCHEMA:
                raise SymplexError(
                    f"the certificate has schema {schema}, and this version of SymPlex reads "
                    f"schemas up to {SCHEMA}; a later version wrote it"
                )
            whole = str(raw["level"])
            checks = tuple(read_check(check, whole) for check in raw["checks"])
            remarks = saved_reasons(raw.get("note_reasons"), raw.get("notes", ()))
            unique = str(raw.get("uniqueness", ""))
            read = replace(
                conclude(checks, remarks, notion=str(raw.get("notion", ""))),
                is_complete=bool(raw.get("complete", True)),
                unique=saved_reason(raw.get("uniqueness_reason"), unique) if unique else None,
            )
            # 0.1 left the status to the reader.
            read._require_claim(Verdict(raw["status"]) if "status" in raw else None, whole, schema)
            return read
        except SymplexError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SymplexError(f"this is not a saved certificate: {error!r}") from None

    def _require_claim(self, status: Verdict | None, level: str, schema: int) -> None:
        """Refuse a saved status or level that the saved checks do not give."""
        claimed = status or self.status
        if schema < _WORDS_OF_TODAY and self.is_conjectured and claimed is Verdict.EXACT:
            claimed = Verdict.CONJECTURED
        if (claimed, level) != (self.status, self.level):
            raise SymplexError(
                f"the saved certificate says '{claimed.value}' (level: {level}), but its "
                f"checks make it '{self.status.value}' (level: {self.level})"
            )

    def __str__(self) -> str:
        """A page of text."""
        first = f"{self.status.value} (level: {self.level})"
        return "\n".join([first, self.details] if self.details else [first])

    def _repr_html_(self) -> str:
        """What a notebook shows: the verdict and a row for each check."""
        rows = "".join(
            f"<tr><td>{escape(check.verdict.of_line)}</td><td><code>{escape(check.what)}</code></td>"
            f"<td>{escape(check.where)}</td><td>{escape(check.how)}</td></tr>"
            for check in self.checks
        )
        told = "".join(f"<p>{escape(one)}</p>" for one in (self.notion, *self.notes) if one)
        verdict = f"<p><b>{self.status.value}</b> (level: {self.level})</p>"
        return f"{verdict}<table><tbody>{rows}</tbody></table>{told}"

    def __repr__(self) -> str:
        """The verdict and how many of the checks were proved."""
        proved = sum(check.proved for check in self.checks)
        return (
            f"<Certificate {self.status.value}, {self.level}: "
            f"{proved} of {len(self.checks)} checks proved>"
        )


def conclude(
    checks: Sequence[Check], remarks: tuple[Reason, ...] = (), *, notion: str = ""
) -> Certificate:
    """The certificate that follows from the checks."""
    return Certificate(tuple(checks), remarks, notion=notion)


def unproved(problem: Problem, reason: Reason) -> list[Check]:
    """A check for every equation and condition, none of them proved."""
    return [Check(*line_of(equation), reason=reason) for equation in problem.all_equations]
