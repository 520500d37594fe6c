"""`Solution`: an answer as a value, with its certificate, exports and saved form."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from importlib.metadata import version
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symplex.errors import ExpressionError, SymplexError, listing
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.expression.render import to_latex, to_python, to_sympy, to_text
from symplex.problem import Problem
from symplex.proof.certificate import Certificate, Check, Level, Status
from symplex.proof.verify import verify


class SolutionStatus(Enum):
    """What was found."""

    EXACT = "exact"
    APPROXIMATE = "approximate"
    NONE = "none"


@final
@dataclass(frozen=True)
class Approximation:
    """One formula of the Pareto front of size and loss."""

    size: int
    loss: float
    formulas: Mapping[str, Expression]


@final
@dataclass(frozen=True)
class Solution:
    """What a search, or a user, brought for a problem."""

    problem: Problem
    status: SolutionStatus
    formulas: Mapping[str, Expression]
    """A formula for each unknown; empty if none was found."""
    certificate: Certificate | None
    seed: int = 0
    seconds: float = 0.0
    candidates: int = 0
    stop_reason: str = ""
    front: tuple[Approximation, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether the formulas are proved."""
        return self.status is SolutionStatus.EXACT

    @cached_property
    def text(self) -> dict[str, str]:
        """The formulas in the problem file's own language."""
        return {name: to_text(formula) for name, formula in self.formulas.items()}

    @cached_property
    def sympy(self) -> dict[str, Any]:
        """The formulas for SymPy, over real symbols."""
        return {name: to_sympy(formula) for name, formula in self.formulas.items()}

    def latex(self) -> str:
        r"""The formulas in LaTeX, joined by ``\\`` if there are several unknowns."""
        lines = [f"{name} = {to_latex(formula)}" for name, formula in self.formulas.items()]
        return " \\\\\n".join(lines)

    def python(self) -> str:
        """A NumPy function for each unknown, as source."""
        names = ", ".join((*self.problem.variables, *self.problem.parameters))
        functions = [
            f"def {name}({names}):\n    return {to_python(formula)}\n"
            for name, formula in self.formulas.items()
        ]
        return "import math\n\nimport numpy as np\n\n\n" + "\n\n".join(functions)

    def __call__(self, **values: ArrayLike) -> NDArray[np.float64] | dict[str, NDArray[np.float64]]:
        """The value at points, for arrays that broadcast; by unknown if there are several."""
        if not self.formulas:
            raise ExpressionError("there is no formula to evaluate: none was found")
        known = (*self.problem.variables, *self.problem.parameters)
        if set(values) != set(known):
            raise ExpressionError(
                f"expected a value for each of {listing(known)}, found {listing(values)}"
            )
        shape = np.broadcast_shapes(*(np.shape(value) for value in values.values()))
        arrays = {name: np.asarray(value, dtype=np.float64) for name, value in values.items()}
        found = {
            name: np.array(np.broadcast_to(evaluate(formula, arrays), shape))
            for name, formula in self.formulas.items()
        }
        return found if len(found) > 1 else next(iter(found.values()))

    def verify(self) -> "Solution":
        """The same answer with a certificate made anew, here and now."""
        if not self.formulas:
            return self
        certificate = verify(self.problem, self.formulas)
        return replace(self, certificate=certificate, status=status_of(certificate))

    def to_json(self) -> dict[str, Any]:
        """The object that `symplex solve --json` prints, with the statement it answers."""
        return {
            "status": self.status.value,
            "solution": dict(self.text),
            "latex": {name: to_latex(formula) for name, formula in self.formulas.items()},
            "certificate": None if self.certificate is None else self.certificate.to_json(),
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "candidates": self.candidates,
            "stop_reason": self.stop_reason,
            "version": version("symplex"),
            "notes": list(self.notes),
            "front": [
                {"size": a.size, "loss": a.loss, "solution": _texts(a.formulas)} for a in self.front
            ],
            "problem": self.problem.statement(),
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> "Solution":
        """A solution that `to_json` wrote; its certificate is what was claimed then.

        Call `verify` to have it proved again.
        """
        try:
            problem = Problem.from_statement(raw["problem"])
            formulas = _parsed(problem, raw["solution"])
            front = tuple(
                Approximation(int(a["size"]), float(a["loss"]), _parsed(problem, a["solution"]))
                for a in raw.get("front", ())
            )
            return cls(
                problem=problem,
                status=SolutionStatus(raw["status"]),
                formulas=formulas,
                certificate=_certificate(raw["certificate"], SolutionStatus(raw["status"])),
                seed=int(raw["seed"]),
                seconds=float(raw["seconds"]),
                candidates=int(raw["candidates"]),
                stop_reason=str(raw["stop_reason"]),
                front=front,
                notes=tuple(raw.get("notes", ())),
            )
        except SymplexError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ExpressionError(f"this is not a saved solution: {error!r}") from None


def status_of(certificate: Certificate) -> SolutionStatus:
    """What a certificate makes of an answer."""
    return SolutionStatus.EXACT if certificate.is_exact else SolutionStatus.APPROXIMATE


def _texts(formulas: Mapping[str, Expression]) -> dict[str, str]:
    return {name: to_text(formula) for name, formula in formulas.items()}


def _parsed(problem: Problem, texts: Mapping[str, str]) -> dict[str, Expression]:
    return {name: parse(text, problem.answer_scope) for name, text in texts.items()}


def _certificate(raw: Mapping[str, Any] | None, status: SolutionStatus) -> Certificate | None:
    if raw is None:
        return None
    checks = tuple(
        Check(
            what=check["what"],
            where=check["where"],
            proved=bool(check["proved"]),
            worst=float("nan") if check["worst"] is None else float(check["worst"]),
            refuted=bool(check.get("refuted", False)),
            how=str(check.get("how", "")),
            point=check.get("point"),
        )
        for check in raw["checks"]
    )
    whole = Status.EXACT if status is SolutionStatus.EXACT else Status.APPROXIMATE
    return Certificate(whole, Level(raw["level"]), checks, tuple(raw.get("notes", ())))
