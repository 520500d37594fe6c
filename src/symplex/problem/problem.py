"""The problem that a person states: made from text, files, LaTeX or SymPy, and written again.

The value itself is `stated`, which is all that a proof reads.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, final

from symplex.errors import ProblemError
from symplex.expression.notations import notation
from symplex.expression.parse import Scope
from symplex.expression.render import to_text
from symplex.problem.box import Interval
from symplex.problem.ends import EndKind, end_text, kept_ends
from symplex.problem.reading import check_conditions
from symplex.problem.stated import StatedProblem
from symplex.problem.statement import check_statement


@final
@dataclass(frozen=True, init=False)
class Problem(StatedProblem):
    """A stated problem that can be made from text, and written.

    Made from text, in the language of the problem file::

        Problem(
            equations=["u_t = u_xx"],
            domain={"x": [0, "2*pi"], "t": [0, 1]},
            conditions=[("t = 0", "u = sin(x)")],
        )

    or from SymPy, in the manner of its ``dsolve``::

        Problem(
            equations=Eq(u(x, t).diff(t), u(x, t).diff(x, 2)),
            domain={x: (0, 2 * pi), t: (0, 1)},
            conditions={u(x, 0): sin(x)},
        )
    """

    def __init__(  # noqa: PLR0913 (the keys of a problem file)
        self,
        equations: Any,  # noqa: ANN401 (text or SymPy, which is untyped)
        domain: Mapping[Any, Sequence[Any]] | None = None,
        conditions: Any = (),  # noqa: ANN401
        *,
        unknowns: Sequence[Any] | None = None,
        parameters: Mapping[Any, Any] | None = None,
        name: str = "",
        time: Any = None,  # noqa: ANN401
        free: Sequence[Any] = (),
        open: Sequence[Any] = (),
    ) -> None:
        """Check a statement; a float is taken as the decimal it prints.

        Args:
            equations: Texts such as ``"u_t = u_xx"``, or an ``Eq`` of SymPy's, or several; without
                a domain, the name of a bundled problem or of a problem file.
            domain: Each variable's interval; an end is a number or a text such as ``"2*pi"``.
            conditions: Pairs ``(where, equation)``, or mappings with these two keys; for SymPy a
                mapping such as ``{u(x, 0): sin(x)}``, or a list of ``Eq``.
            unknowns: The unknown functions; by default u, or those in SymPy's equations.
            parameters: A range makes a symbolic parameter, a number a named constant.
            name: What reports call the problem.
            time: The variable that is time; by default t, if there is one.
            free: Ends without a condition that belong to the domain, ``"r = 0"``, or ``"x"`` for
                both ends of x; the answer is continuous up to them.
            open: Ends that do not belong to the domain.

        Raises:
            ProblemError: for the first mistake, with its key.
        """
        if domain is None:
            self._take(notation("problem_files").named(equations))
            return
        stated = notation("read_python").read_python(
            *(equations, domain, conditions, unknowns, parameters),
            _said(time, free, open),
        )
        try:
            self._take(check_conditions(check_statement({"name": name, **stated.content})))
        except ProblemError as error:
            raise stated.located(error) from None

    def _take(self, stated: StatedProblem) -> None:
        for field in fields(StatedProblem):
            object.__setattr__(self, field.name, getattr(stated, field.name))

    @classmethod
    def from_latex(  # noqa: PLR0913 (the keys of a problem file)
        cls,
        equations: str | Sequence[str],
        domain: Mapping[str, Sequence[Any]],
        conditions: Sequence[Any] = (),
        *,
        unknowns: Sequence[str] = ("u",),
        parameters: Mapping[str, Any] | None = None,
        name: str = "",
        time: str | None = None,
        free: Sequence[str] = (),
        open: Sequence[str] = (),
    ) -> "Problem":
        r"""The problem that LaTeX states, as a textbook would print it.

        Args:
            equations: Such as ``u_t = \kappa \nabla^2 u``; ``\\`` ends an equation.
            domain: Each variable's interval.
            conditions: Such as ``u(x,0) = \sin x``, or pairs ``("t = 0", r"u = \sin x")``. The
                arguments of an unknown are the variables in the order of the domain.
            unknowns: The names of the unknown functions.
            parameters: A range makes a symbolic parameter, a number a named constant.
            name: What reports call the problem.
            time: The variable that is time; by default t, if there is one.
            free: Ends without a condition that belong to the domain, as ``x`` or ``x = 2\pi``.
            open: Ends that do not belong to the domain.

        Raises:
            ProblemError: for the first mistake or unclear notation, with its column.
        """
        stated = notation("read_latex").read_latex(
            *(equations, domain, conditions),
            unknowns=unknowns,
            parameters=parameters,
            declared=_said(time, free, open),
        )
        try:
            return cls.from_statement({"name": name, **stated.content})
        except ProblemError as error:
            raise stated.located(error) from None

    @classmethod
    def from_file(cls, path: str | Path) -> "Problem":
        """Read a problem file; a problem without a name takes the file's.

        Raises:
            ProblemError: with the file's name, for anything wrong with it or in it.
        """
        data = notation("problem_files").bytes_of(Path(path))
        return cls.from_bytes(data, str(path), Path(path).stem)

    @classmethod
    def from_bytes(cls, data: bytes, source: str, name: str = "") -> "Problem":
        """The problem in the bytes of a problem file.

        Args:
            data: The bytes.
            source: Where they come from, for errors.
            name: The problem's name if it has none of its own.
        """
        try:
            content = {"name": name, **notation("problem_files").content_of(data)}
            return cls.from_plain(content)
        except ProblemError as error:
            raise error.at(source) from None

    @classmethod
    def from_plain(cls, raw: Mapping[str, Any]) -> "Problem":
        """The problem that such a content states, also with what is typed in other habits."""
        stated = notation("read_plain").read_plain(raw)
        try:
            return cls.from_statement(stated.content)
        except ProblemError as error:
            raise stated.located(error) from None

    @classmethod
    def from_statement(cls, raw: Mapping[str, Any]) -> "Problem":
        """The problem with the content of a problem file, as `statement` gives it."""
        return cls.of(check_conditions(check_statement(raw)))

    @classmethod
    def of(cls, stated: StatedProblem) -> "Problem":
        """The problem with this value."""
        problem = object.__new__(cls)
        problem._take(stated)
        return problem

    def changed(self, **changes: Any) -> "Problem":  # noqa: ANN401 (each field has its own type)
        """A problem with some of its fields replaced: how smaller problems are made.

        It keeps the declarations of those ends that it still has, unless it is given others.
        """
        old = {field.name: getattr(self, field.name) for field in fields(StatedProblem)}
        stated = StatedProblem(**{**old, **changes})
        if "declared" not in changes:
            kept = kept_ends(self.declared, self.domain, stated.domain, stated.conditions)
            stated = replace(stated, declared=kept)
        return Problem.of(stated)

    @cached_property
    def scope(self) -> Scope:
        """The names that a formula about this problem may use."""
        return Scope(self.variables, tuple(self.parameters), self.unknowns, dict(self.constants))

    @cached_property
    def answer_scope(self) -> Scope:
        """The names that an answer may use: no unknowns."""
        return replace(self.scope, unknowns=())

    def __repr__(self) -> str:
        """``Problem('heat': u_t = u_xx; x in [0, 1], t in [0, 1]; 3 conditions)``."""
        equations = ", ".join(equation.text for equation in self.equations)
        intervals = ", ".join(f"{name} in {ends}" for name, ends in self.box.intervals.items())
        count = len(self.conditions)
        conditions = f"{count} condition" if count == 1 else f"{count} conditions"
        return f"Problem({self.name!r}: {equations}; {intervals}; {conditions})"

    def latex(self) -> str:
        r"""The equations and conditions in LaTeX, joined by ``\\``; `from_latex` reads them."""
        return notation("statements").equations_latex(self)

    def _repr_latex_(self) -> str:
        """What a notebook shows: equations, conditions, and where they hold."""
        return notation("statements").statement_latex(self)

    def sympy(self) -> dict[str, Any]:
        """The statement for SymPy over real symbols: ``Problem(**problem.sympy())`` is the same."""
        return notation("statements").sympy_statement(
            self.equations, self.conditions, self.domain, self.parameters, self._declarations
        )

    def statement(self) -> dict[str, Any]:
        """The content of a problem file that states this problem; exact, and fit for JSON."""
        ranges = {name: _ends(interval) for name, interval in self.parameters.items()}
        constants = {name: to_text(value) for name, value in self.constants.items()}
        return {
            "name": self.name,
            "unknowns": list(self.unknowns),
            "equations": [equation.text for equation in self.equations],
            "domain": {name: _ends(interval) for name, interval in self.domain.items()},
            **self._declarations,
            "parameters": {**ranges, **constants},
            "conditions": [
                {"where": str(condition.region), "equation": condition.text}
                for condition in self.conditions
            ],
        }

    @property
    def _declarations(self) -> dict[str, Any]:
        """What a statement says of time and of ends, if it says anything."""
        found: dict[str, Any] = {}
        if self.stated_time in self.domain:
            found["time"] = self.stated_time
        for kind in EndKind:
            ends = [end_text(end, self.domain) for end, of in self.declared.items() if of is kind]
            if ends:
                found[kind.value] = ends
        return found


def _said(time: object, free: object, open_: object) -> dict[str, Any]:
    """The keys of a problem file that arguments of Python's give; None and () say nothing."""
    given = {"time": time, "free": free, "open": open_}
    return {key: value for key, value in given.items() if value is not None and value != ()}


def _ends(interval: Interval) -> list[str]:
    return [to_text(interval.low), to_text(interval.high)]
