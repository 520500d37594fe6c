"""The row of one question: everything that is decided, and nothing that the clock has a part in.

Owns which fields a row has. Words may change where nothing is decided otherwise, so sentences are
kept as one digest that a comparison can leave out.
"""

import json
import os
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from ledger.questions import Kind, Question, digest
from symplex.errors import ProblemError

Row = Mapping[str, Any]
CLOCK: Final = {"SYMPLEX_CLOCK_RATE": "0", "OPENBLAS_NUM_THREADS": "1"}
"""The environment of whatever answers: a clock that stands still ends nothing."""
CRASHED, ENDED = "crashed", "ended"
"""Fields of the row of a question without an answer: the exception's type; how the process went."""
REFUSED: Final = "statement refused"
"""The status of a question whose statement is an error: it may state nothing."""
_ORIGINS: Final = ("origin", "candidates_by_origin")
"""Fields of an answer that earlier versions do not have."""
_FIGURES: Final = 6
"""To which numbers are compared: the last ones are not decided."""


def row_of(question: Question) -> Row:
    """The row, made in this process; whatever goes wrong is a row too."""
    begun = time.perf_counter()
    try:
        said = _ANSWERS[question.kind](question)
    except ProblemError:
        said = {"status": REFUSED}
    except Exception as error:  # a crash is a finding like any other
        said = {CRASHED: type(error).__name__}
    return finished(question, said, time.perf_counter() - begun)


def finished(question: Question, said: Row, seconds: float) -> Row:
    """A row with its name and what is known of the question."""
    truth = {"truth": question.truth.value} if question.truth.value else {}
    return {"name": question.name, **truth, **said, "seconds": round(seconds, 2)}


def replied(question: Question) -> tuple[str, str]:
    """The row as JSON, for a child that answers many questions.

    A certificate is made by a fork of a worker that has made none. A search has a fork of this
    process to itself, so that it finds nothing that an earlier one has left behind.
    """
    is_search = question.kind is Kind.SOLUTION
    return "", json.dumps(_in_a_fork(row_of, question) if is_search else row_of(question))


def _certificate(question: Question) -> Row:
    import symplex  # late: only who answers needs it, under the clock that stands still

    return _examined(symplex.verify(question.problem, question.answer).to_json())


def _examined(certificate: Mapping[str, Any]) -> Row:
    """What a certificate decides: a word or a code for each line, and what is said of the whole."""
    checks = certificate["checks"]
    lines = [[check[one] for one in ("what", "where", "how")] for check in checks]
    seen = [[check["worst"], check["point"]] for check in checks]
    return {
        "status": certificate["status"],
        "level": certificate["level"],
        "notion": certificate["notion"],
        "uniqueness": certificate["uniqueness"],
        "complete": certificate["complete"],
        "outcomes": " ".join(_outcome(check) for check in checks),
        **_codes(certificate),
        "numbers": _digest(seen),
        "sentences": _digest([lines, certificate["notes"]]),
    }


def _codes(certificate: Mapping[str, Any]) -> Row:
    """The code of each line, of each note and of what is said of other solutions, if it has any."""
    if not any("code" in check for check in certificate["checks"]):
        return {}
    return {
        "codes": {
            "lines": [_code(check) for check in certificate["checks"]],
            "notes": [_code(one) for one in certificate.get("note_reasons", ())],
            "uniqueness": _code(certificate.get("uniqueness_reason") or {}),
        }
    }


def _code(reason: Mapping[str, Any]) -> str | None:
    """The code of a reason, with those of the reasons among its facts."""
    facts: list[Any] = []
    for fact in reason.get("facts", {}).values():
        facts += fact if isinstance(fact, list) else [fact]
    within = [str(_code(fact)) for fact in facts if isinstance(fact, Mapping)]
    code = reason.get("code")
    return f"{code} ({', '.join(within)})" if within else code


def _outcome(check: Mapping[str, Any]) -> str:
    words = ("proved", "conjectured", "refuted")
    return next((word for word in words if check[word]), "open")


def _solution(question: Question) -> Row:
    import symplex

    problem = question.problem
    found = symplex.solve(
        problem, seed=question.seed, max_candidates=question.candidates, threads=1
    ).to_json()
    stated = problem.statement()
    examined = _examined(found["certificate"]) if found["certificate"] else {}
    front = [[one["size"], one["solution"]] for one in found["front"]]
    return {
        **examined,
        "status": found["status"],
        "stop_reason": found["stop_reason"],
        "candidates": found["candidates"],
        "solution": found["solution"],
        **{name: found[name] for name in _ORIGINS if name in found},
        **({"front": _digest(front)} if front else {}),
        **({"error": _digest(found["error"])} if found["error"] else {}),
        "sentences": _digest([examined.get("sentences"), found["notes"]]),
        "box": {"domain": stated["domain"], "parameters": stated["parameters"]},
    }


def _contradictions(question: Question) -> Row:
    from symplex.solver.consistency import contradictions

    found = contradictions(question.problem)
    return {"count": len(found), "sentences": _digest([str(one) for one in found])}


def _digest(value: Any) -> str:  # noqa: ANN401 (whatever JSON holds)
    """What is too long for a row, as a few digits."""
    return digest(json.dumps(_rounded(value), sort_keys=True))


def _rounded(value: Any) -> Any:  # noqa: ANN401 (whatever JSON holds)
    """With every number to a few figures."""
    if isinstance(value, float):
        return float(f"{value:.{_FIGURES}g}")
    if isinstance(value, Mapping):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list | tuple) else value


_ANSWERS: Final[Mapping[Kind, Callable[[Question], Row]]] = {
    Kind.CERTIFICATE: _certificate,
    Kind.SOLUTION: _solution,
    Kind.CONTRADICTIONS: _contradictions,
}


def _in_a_fork(work: Callable[[Question], Row], question: Question) -> Row:
    """What a fork of this process makes of a question, or how the fork ended."""
    import_module("symplex.solver.solution.solve")  # before the fork: each has it loaded

    begun = time.perf_counter()
    reader, writer = os.pipe()
    fork = os.fork()
    if fork == 0:
        try:
            os.close(reader)
            with os.fdopen(writer, "wb") as out:
                out.write(json.dumps(work(question)).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as written:
        found = written.read()
    _, status = os.waitpid(fork, 0)
    if found:
        return json.loads(found)
    how = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "without a word"
    return finished(question, {ENDED: how}, time.perf_counter() - begun)
