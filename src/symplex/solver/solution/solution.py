"""`Solution`: an answer as a value, with its certificate, exports and saved form."""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, final

from numpy.typing import ArrayLike

from symplex.codes import RunCode
from symplex.errors import ExpressionError, SettingsError, listing
from symplex.expression import Expression
from symplex.expression.series import Formula, Series, formula_text
from symplex.notation.printers import to_latex, to_python, to_sympy
from symplex.origin import Counts, Origin, to_plain
from symplex.problem import Problem
from symplex.proof.certificate import Certificate
from symplex.proof.verdict import Verdict
from symplex.proof.verify import verify
from symplex.reasons import Reason
from symplex.sentences import sentence
from symplex.solver.approximation import Approximation as Approximation
from symplex.solver.approximation import Measured
from symplex.solver.approximation.front import least_residual, size_of
from symplex.solver.solution.claimed import borne_out, claimed_fields
from symplex.solver.solution.headline import headline
from symplex.solver.solution.numpy_function import Values, numpy_function
from symplex.solver.solution.page import page
from symplex.solver.solution.text import shortened

if TYPE_CHECKING:
    from symplex.numerics.inverse import Fitted
    from symplex.solver.pictures import Picture

_TERMS = 20
"""How many terms of a series are drawn, and exported as source."""
_WIDTH = 100
"""Of a `repr`: a longer one is cut."""


@final
@dataclass(frozen=True, repr=False)
class Solution:
    """What a search, or a user, brought for a problem."""

    problem: Problem
    status: Verdict
    formulas: Mapping[str, Expression]
    """A formula for each unknown, proved, conjectured or with a measured error; empty if none was.
    """
    certificate: Certificate | None
    series: Mapping[str, Series] = field(default_factory=dict[str, Series])
    """The answer for the only unknown, where it is a formula plus a sum without end."""
    seed: int = 0
    seconds: float = 0.0
    candidates: int = 0
    candidates_by_origin: Counts = field(default_factory=dict[Origin, int])
    """The candidates by who wrote them; those that were scored again count for the same."""
    origin: Origin | None = None
    """Where the formulas come from, if a run found them."""
    stop_reason: str = ""
    front: tuple[Approximation, ...] = ()
    remarks: tuple[Reason, ...] = ()
    """What there is to say of the answer and of the run."""
    error: Measured | None = None
    """The error of an approximation, where a reference measured it."""
    measured_earlier: bool = field(default=False, compare=False)
    """Whether errors and losses were read from a file: they are not measured again."""

    @property
    def is_exact(self) -> bool:
        """Whether the formulas are proved."""
        return self.status is Verdict.EXACT

    @property
    def answer(self) -> Mapping[str, Formula]:
        """The formula or the series of each unknown; empty if there is none."""
        return {**self.formulas, **self.series}

    @property
    def best_candidate(self) -> Mapping[str, Expression]:
        """The formulas; where there are none, what has the least residual norm: no answer."""
        least = None if self.formulas else least_residual(self.front)
        return self.formulas if least is None else least.formulas

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks in words."""
        return tuple(map(sentence, self.remarks))

    @cached_property
    def headline(self) -> str:
        """The first line of every page: what is claimed of the answer, in one sentence."""
        return str(headline(self))

    @cached_property
    def text(self) -> dict[str, str]:
        """The formulas in the problem file's own language."""
        return {name: formula_text(formula) for name, formula in self.answer.items()}

    @cached_property
    def sympy(self) -> dict[str, Any]:
        """The formulas for SymPy, over real symbols; of a series with ``Sum``."""
        return {name: to_sympy(formula) for name, formula in self.answer.items()}

    def latex(self) -> str:
        r"""The formulas in LaTeX, joined by ``\\`` if there are several unknowns."""
        lines = [f"{name} = {to_latex(formula)}" for name, formula in self.answer.items()]
        return " \\\\\n".join(lines)

    def python(self) -> str:
        """A NumPy function for each unknown, as source; of a series, of a partial sum."""
        names = ", ".join((*self.problem.variables, *self.problem.parameters))
        functions = [
            f"def {name}({names}):\n    return {to_python(formula)}\n"
            for name, formula in self.partial(_TERMS).items()
        ]
        cut = f"# a partial sum: {_TERMS} terms of the series\n" if self.series else ""
        return f"{cut}import math\n\nimport numpy as np\n\n\n" + "\n\n".join(functions)

    def export(self, target: str) -> str:
        """The formulas as the content of a file for another program.

        Args:
            target: text, latex, sympy, numpy, pytorch, jax, c, fortran, julia, matlab (also for
                Octave), mathematica or json.

        Raises:
            SettingsError: if there is no such target.
        """
        # Late, as all that few answers are used for.
        from symplex.notation.export import Formulas, Target, export, target_named

        form = target_named(target)
        if self.series and form is Target.TEXT:
            return "".join(f"{name} = {text}\n" for name, text in self.text.items())
        if self.series and form is Target.LATEX:
            return self.latex() + "\n"
        names = self.problem.variables, tuple(self.problem.parameters)
        title = f"'{self.problem.name}': " if self.problem.name else ""
        cut = f"; a partial sum, {_TERMS} terms of the series" if self.series else ""
        about = f"{title}{self.status.value}{cut}"
        return export(Formulas(self.partial(_TERMS), *names, about), form)

    def partial(self, count: int) -> dict[str, Expression]:
        """The formulas; of a series its closed part and so many terms."""
        cut = {name: one.partial(count) for name, one in self.series.items()}
        return {**self.formulas, **cut}

    def _require_closed(self) -> None:
        if self.series:
            raise ExpressionError(
                "a series has no value in finitely many steps; solution.partial(20) is the formula "
                "of its first 20 terms"
            )

    def numpy(self) -> Callable[..., Values]:
        """A plain function of the variables, then the parameters, in order: ``f(x, t, kappa)``.

        Arguments may be arrays, which broadcast. It returns an array, or arrays by unknown if there
        are several, and costs little more than the NumPy calls that the formula needs.
        """
        return self._numpy

    @cached_property
    def _numpy(self) -> Callable[..., Values]:
        self._require_closed()
        return numpy_function(self.formulas, (*self.problem.variables, *self.problem.parameters))

    def __call__(self, *places: ArrayLike, **values: ArrayLike) -> Values:
        """The value at points, for arrays that broadcast; by unknown if there are several.

        Values come by name, or in the order of the domain, then of the parameters.
        """
        known = (*self.problem.variables, *self.problem.parameters)
        if len(places) > len(known) or set(known[: len(places)]) & set(values):
            raise ExpressionError(f"expected a value for each of {listing(known)} once, in order")
        values = {**dict(zip(known, places, strict=False)), **values}
        if self.formulas and set(values) != set(known):
            raise ExpressionError(
                f"expected a value for each of {listing(known)}, found {listing(values)}"
            )
        return self._numpy(*(values[name] for name in known))

    def plot(self, what: "Literal['solution', 'check', 'front']" = "solution") -> "Picture":
        """A picture: the formulas, what is left over of them, or the front of approximations.

        Of a series a partial sum is drawn.

        Needs matplotlib: ``symplex[plot]``. A notebook shows it, ``savefig`` saves it.
        """
        from symplex.solver import pictures  # late: only who wants a picture needs matplotlib

        draw: dict[str, Callable[[Solution], Picture]] = {
            "solution": pictures.solution_figure,
            "check": pictures.check_figure,
            "front": pictures.front_figure,
        }
        if what not in draw:
            raise SettingsError(f"what: expected one of {listing(draw)}, found '{what}'")
        drawn = replace(self, formulas=self.partial(_TERMS), series={}) if self.series else self
        return draw[what](drawn)

    def sensitivity(self, parameter: str) -> dict[str, Expression]:
        """The derivative of each formula by a parameter, in closed form.

        Raises:
            SettingsError: if the problem has no such parameter.
        """
        from symplex.solver.solution.parameters import sensitivities

        return sensitivities(self.problem, self.formulas, parameter)

    def fit(
        self,
        data: "Mapping[str, ArrayLike] | str | Path",
        *,
        fixed: Mapping[str, float] | None = None,
        level: float = 0.95,
    ) -> "Fitted":
        """The parameters that fit measurements best, with confidence intervals.

        Args:
            data: Columns by name, or a CSV file: every variable, and each unknown that was
                measured; `sigma` is the standard deviation of each measurement.
            fixed: Values of parameters that are not to be estimated.
            level: Of the intervals.

        Raises:
            SettingsError: for data with which this cannot be done.
        """
        from symplex.solver.solution.parameters import fit_parameters

        return fit_parameters(self.problem, self.formulas, data, fixed or {}, level)

    def verify(self) -> "Solution":
        """The same answer with a certificate made anew, here and now."""
        if not self.answer:
            return self
        certificate = verify(self.problem, self.answer)
        return replace(self, certificate=certificate, status=certificate.status.of_answer)

    def to_json(self) -> dict[str, Any]:
        """The object that `symplex solve --json` prints, with the statement it answers."""
        return {
            "status": self.status.value,
            "headline": self.headline,
            "claim": headline(self).claim.name.lower(),
            "solution": dict(self.text),
            "latex": {name: to_latex(formula) for name, formula in self.answer.items()},
            "certificate": None if self.certificate is None else self.certificate.to_json(),
            "error": None if self.error is None else self.error.to_json(),
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "candidates": self.candidates,
            "origin": None if self.origin is None else str(self.origin),
            "candidates_by_origin": to_plain(self.candidates_by_origin),
            "stop_reason": self.stop_reason,
            "version": version("symplex"),
            "notes": list(self.notes),
            "note_reasons": [remark.to_json() for remark in self.remarks],
            "front": [approximation.to_json() for approximation in self.front],
            "problem": self.problem.statement(),
        }

    def save(self, path: "str | Path") -> None:
        """Write it to a file, which `symplex.load` reads."""
        text = json.dumps(self.to_json(), ensure_ascii=False, indent=1)
        try:
            Path(path).write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise SettingsError(f"{path}: cannot be written: {error.strerror}") from None

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> "Solution":
        """A solution that `to_json` wrote, verified again: what was claimed then is not believed.

        Raises:
            SymplexError: if it is none.
        """
        read, claimed = cls._claimed(raw).verify(), Verdict(raw["status"])
        return read._withdrawn(claimed)._noting(claimed)._borne_out()

    @classmethod
    def unverified(cls, raw: Mapping[str, Any]) -> "Solution":
        """A solution that `to_json` wrote, with no status and no certificate: to be looked at.

        Raises:
            SymplexError: if it is none.
        """
        return cls._claimed(raw)._borne_out()

    @classmethod
    def _claimed(cls, raw: Mapping[str, Any]) -> "Solution":
        fields = claimed_fields(raw)
        return cls(status=Verdict.NONE, certificate=None, measured_earlier=True, **fields)

    def _withdrawn(self, claimed: Verdict) -> "Solution":
        """Without the formulas of an approximation whose error was never measured.

        What was saved as proved, and is not, is kept with its certificate: that was the claim.
        """
        measured = self.error is not None or self.status is not Verdict.APPROXIMATE
        if measured or claimed not in (Verdict.APPROXIMATE, Verdict.NONE):
            return self
        own = Approximation(size_of(self.formulas), math.nan, self.formulas)
        known = any(one.formulas == self.formulas for one in self.front)
        front = self.front if known else (*self.front, own)
        return replace(self, status=Verdict.NONE, formulas={}, certificate=None, front=front)

    def _borne_out(self) -> "Solution":
        """With no reason for its end that its status contradicts."""
        return replace(self, stop_reason=borne_out(self.stop_reason, self.status))

    def _noting(self, claimed: Verdict) -> "Solution":
        """With a note where a saved status was another one."""
        if claimed is self.status:
            return self
        words = {"claimed": claimed.value, "status": self.status.value}
        return replace(self, remarks=(*self.remarks, Reason(RunCode.SAVED_OTHER_STATUS, **words)))

    def __str__(self) -> str:
        """The page that `symplex solve` prints."""
        return "\n".join(page(self))

    def _repr_latex_(self) -> str:
        """What a notebook shows: the formulas."""
        lines = " \\\\\n".join(f"& {line}" for line in self.latex().split(" \\\\\n") if line)
        body = lines or r"& \text{no formula found}"
        return f"$\\displaystyle \\begin{{aligned}}\n{body}\n\\end{{aligned}}$"

    def _repr_html_(self) -> str:
        """What a notebook shows where HTML will do: the formulas with their certificate."""
        if not self.answer:
            return f"<pre>{escape(str(self), quote=False)}</pre>"
        said = f"<p><b>{escape(self.headline)}</b></p>"
        shown = f"{said}<p>{escape(self._repr_latex_(), quote=False)}</p>"
        if self.certificate is None:
            return shown
        return shown + self.certificate._repr_html_()  # pyright: ignore[reportPrivateUsage]

    def __repr__(self) -> str:
        """One line: the status and the formulas."""
        formulas = _equations(self.text) or "no formula"
        return shortened(f"<Solution {self.status.value}: {formulas}", _WIDTH - 1) + ">"


def _equations(texts: Mapping[str, str]) -> str:
    return "; ".join(f"{name} = {text}" for name, text in texts.items())
