"""What a saved solution says of itself, read with distrust.

Owns which of its fields are taken as they are (numbers), which are read (formulas), which are kept
to one line (sentences), and what becomes of a claim that a new certificate does not bear out.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from symplex.codes import told
from symplex.errors import SymplexError, one_line
from symplex.expression import Expression
from symplex.expression.parse import parse
from symplex.expression.series import Series
from symplex.origin import Origin, from_plain
from symplex.problem import Problem
from symplex.proof.answer import closed_formulas, read_formulas
from symplex.proof.verdict import Verdict
from symplex.reasons import Reason
from symplex.sentences import saved_reasons, sentence
from symplex.solver.approximation import Approximation, Measured
from symplex.solver.search.state import StopReason

_NOT_BORNE_OUT: Final = MappingProxyType(
    {
        StopReason.EXACT.value: "saved as an exact solution, which is not proved now",
        StopReason.CONJECTURED.value: "saved as a conjectured solution, which is not borne out now",
    }
)
_BORNE_OUT_BY: Final = MappingProxyType(
    {
        StopReason.EXACT.value: (Verdict.EXACT,),
        StopReason.CONJECTURED.value: (Verdict.EXACT, Verdict.CONJECTURED),
    }
)
"""The statuses that bear a reason out, where it claims one."""
_OURS: Final = frozenset((*(one.value for one in StopReason), *_NOT_BORNE_OUT.values()))


def claimed_fields(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a solution that `to_json` wrote, but its status and its certificate.

    Raises:
        SymplexError: if it is none.
    """
    try:
        problem = Problem.from_statement(raw["problem"])
        if Verdict(raw["status"]) is Verdict.REFUTED:
            raise ValueError("no answer is saved as refuted")
        answer = read_formulas(problem, raw["solution"]) if raw["solution"] else {}
        return {
            "problem": problem,
            "formulas": closed_formulas(answer),
            "series": {n: one for n, one in answer.items() if isinstance(one, Series)},
            "seed": int(raw["seed"]),
            "seconds": float(raw["seconds"]),
            "candidates": int(raw["candidates"]),
            "candidates_by_origin": from_plain(raw.get("candidates_by_origin", {})),
            "origin": None if raw.get("origin") is None else Origin.read(one_line(raw["origin"])),
            "stop_reason": one_line(str(raw["stop_reason"])),
            "front": tuple(
                Approximation.from_json(a, _parsed(problem, a["solution"]))
                for a in raw.get("front", ())
            ),
            "remarks": tuple(
                map(_on_one_line, saved_reasons(raw.get("note_reasons"), raw.get("notes", ())))
            ),
            "error": None if raw.get("error") is None else Measured.from_json(raw["error"]),
        }
    except SymplexError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SymplexError(f"this is not a saved solution: {error!r}") from None


def _on_one_line(remark: Reason) -> Reason:
    """A remark as it is, if its sentence is one line; else its words on one."""
    words = sentence(remark)
    return remark if one_line(words) == words else told(one_line(words))


def borne_out(reason: str, status: Verdict) -> str:
    """Why a run ended, as it may be said of an answer with a status."""
    return reason if status in _BORNE_OUT_BY.get(reason, (status,)) else _NOT_BORNE_OUT[reason]


def ended_by(reason: str) -> str:
    """Why a run ended, for a line that begins with it: words that are not ours are marked."""
    return reason if not reason or reason in _OURS else f"ended by: {one_line(reason)}"


def _parsed(problem: Problem, texts: Mapping[str, str]) -> dict[str, Expression]:
    return {name: parse(text, problem.answer_scope) for name, text in texts.items()}
