"""SymPlex: closed-form solutions of partial differential equations, found by search and proved.

>>> import symplex
>>> problem = symplex.Problem(
...     equations=["u_t = u_xx"],
...     domain={"x": [0, "2*pi"], "t": [0, 1]},
...     conditions=[("t = 0", "u = sin(x)")],
... )
>>> print(symplex.check(problem))  # states the problem back
"""

from importlib import import_module as _import_module
from types import MappingProxyType as _MappingProxyType
from typing import TYPE_CHECKING as _TYPE_CHECKING

from symplex.errors import ExpressionError as ExpressionError
from symplex.errors import ProblemError as ProblemError
from symplex.errors import SettingsError as SettingsError
from symplex.errors import SymplexError as SymplexError

if _TYPE_CHECKING:
    from collections.abc import Callable as _Callable
    from collections.abc import Mapping as _Mapping
    from collections.abc import Sequence as _Sequence
    from pathlib import Path as _Path
    from typing import Any as _Any

    from symplex.app import notebook as notebook
    from symplex.expression import Expression as Expression
    from symplex.problem import Problem as Problem
    from symplex.problem.contradiction import Contradiction as Contradiction
    from symplex.problem.overview import Overview as Overview
    from symplex.proof.certificate import Certificate
    from symplex.propose.candidates.settings import SearchSettings
    from symplex.solver.search.state import Progress
    from symplex.solver.solution.solution import Solution as Solution

    __version__: str

_LATER = _MappingProxyType(
    {
        "Contradiction": lambda: _module("problem.contradiction").Contradiction,
        "Expression": lambda: _module("expression").Expression,
        "Overview": lambda: _module("problem.overview").Overview,
        "Problem": lambda: _module("problem").Problem,
        "Solution": lambda: _module("solver.solution.solution").Solution,
        "__version__": lambda: _import_module("importlib.metadata").version(__name__),
        "notebook": lambda: _module("app.notebook"),
    }
)
"""Public names that are loaded when they are first asked for.

Any part of the package loads this one: what states, proves or solves is not to be loaded with it.
"""


def _module(name: str) -> "_Any":  # noqa: ANN401 (a module)
    return _import_module(f"{__name__}.{name}")


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    globals()[name] = found = _LATER[name]()
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


def check(problem: "Problem | str | _Path") -> "Overview":
    """How a statement is understood, likely mistakes in it, and what contradicts itself in it.

    Args:
        problem: A `Problem`, the name of a bundled one, or a file.

    Raises:
        ProblemError: if it is undefined in part of where it is to hold.
    """
    from symplex.notation.problem_files import named
    from symplex.solver.consistency import check as checked

    return checked(named(problem))


def load(path: "str | _Path") -> "Solution":
    """A solution that `Solution.save` wrote, or that of a run's folder; it is verified again.

    Raises:
        SymplexError: if there is none.
    """
    from pathlib import Path

    from symplex.solver.solution.solution import Solution
    from symplex.solver.solution.stored import stored_solution

    return Solution.from_json(stored_solution(Path(path)))


def verify(
    problem: "Problem | str | _Path", answer: "str | _Mapping[str, str | Expression]"
) -> "Certificate":
    """The certificate for an answer: what is proved of it, check by check.

    Args:
        problem: What is to be solved, or the name of a bundled problem or of a file.
        answer: A formula, as text or tree, for each unknown: ``{"u": "exp(-t)*sin(x)"}``, or one
            text such as ``"u = …; v = …"``.

    Raises:
        ExpressionError: if the answer is not one formula for each unknown.
    """
    # Imported late: only who wants a proof pays for what proves it.
    from symplex.notation.problem_files import named
    from symplex.proof.answer import read_answer, read_formulas
    from symplex.proof.verify import verify as verify_formulas

    stated = named(problem)
    read = read_answer if isinstance(answer, str) else read_formulas
    return verify_formulas(stated, read(stated, answer))  # pyright: ignore[reportArgumentType]


def solve(  # noqa: PLR0913 (each is a choice that a user may want to make)
    problem: "Problem | str | _Path",
    *,
    on: "_Mapping[str, _Sequence[_Any]] | None" = None,
    given: "_Any" = (),  # noqa: ANN401 (what `Problem` takes)
    parameters: "_Mapping[str, _Any] | None" = None,
    unknowns: "_Sequence[str] | None" = None,
    seed: int = 0,
    time_limit: float = 300.0,
    recipe: "str | SearchSettings" = "default",
    without: tuple[str, ...] = (),
    operators: "_Mapping[str, bool] | None" = None,
    hint: "str | _Sequence[str]" = (),
    threads: int = 2,
    device: str = "cpu",
    watch: "_Callable[[Progress], None] | None" = None,
    max_candidates: int | None = None,
    accept: float | None = None,
    size: int | None = None,
    policy: "str | _Path | None" = None,
    output: "str | _Path | None" = None,
) -> "Solution":
    """Search for a closed-form solution, and prove it; else for one whose error is measured.

    Args:
        problem: What is to be solved: a `Problem`, the name of a bundled problem, a file, or
            equations such as ``"u_t = u_xx; u(x,0) = sin(x)"`` with `on`.
        on: The interval of each variable of equations that are given as text.
        given: Their conditions, as those of `Problem`.
        parameters: Their parameters, as those of `Problem`.
        unknowns: Their unknowns, by default u.
        seed: The same seed gives the same answer, unless the time limit cuts the search short.
        time_limit: Seconds after which the run ends with what was found.
        recipe: "default", "paper", "symformer", or settings of your own.
        without: Ingredients to switch off, as on the command line.
        operators: Operators by name that you add (True) or forbid (False).
        hint: A guess or several; names that the problem does not have are free constants.
        threads: How many candidates are evaluated at once: results do not depend on it.
        device: "cpu", or "cuda" for an NVIDIA GPU.
        watch: Called with the progress after each epoch.
        max_candidates: Candidates after which the run ends with what was found.
        accept: The error, relative to the range of the solution, at which an approximation will do.
        size: The most nodes that such an approximation may have.
        policy: A file with the weights of a policy that `symplex train` has trained.
        output: A folder in which the run is saved; if it holds this run, the run is continued.
    """
    from symplex.solver.solution.choices import Choices
    from symplex.solver.solution.saved import solve_saved

    ends = max_candidates, device, accept, size, None if policy is None else str(policy)
    choices = Choices(seed, time_limit, recipe, without, operators, hint, *ends)
    stated = _stated(problem, on, given, parameters, unknowns)
    return solve_saved(stated, choices, output, threads=threads, watch=watch)


def _stated(
    problem: "Problem | str | _Path",
    on: "_Mapping[str, _Sequence[_Any]] | None",
    given: "_Any",  # noqa: ANN401
    parameters: "_Mapping[str, _Any] | None",
    unknowns: "_Sequence[str] | None",
) -> "Problem":
    from symplex.notation.problem_files import named
    from symplex.problem import Problem as Stated

    if on is not None:
        if isinstance(problem, Stated):
            raise SettingsError("'on' belongs to equations as text; a Problem has its own domain")
        return Stated(problem, on, given, unknowns=unknowns, parameters=parameters)
    if given or parameters or unknowns:
        raise SettingsError("'given', 'parameters' and 'unknowns' belong to equations with 'on'")
    return named(problem)


def pdsolve(  # noqa: PLR0913 (as `solve`)
    equations: "_Any",  # noqa: ANN401 (SymPy is untyped)
    ics: "_Any" = (),  # noqa: ANN401
    *,
    domain: "_Mapping[_Any, _Any]",
    parameters: "_Mapping[_Any, _Any] | None" = None,
    unknowns: "_Sequence[_Any] | None" = None,
    time: "_Any" = None,  # noqa: ANN401
    free: "_Sequence[_Any]" = (),
    open: "_Sequence[_Any]" = (),
    seed: int = 0,
    time_limit: float = 300.0,
    hint: "str | _Sequence[str]" = (),
) -> "_Any":  # noqa: ANN401
    """The proved solution of SymPy's equations, as ``Eq(u(x, t), …)`` over your own symbols.

    Args:
        equations: An ``Eq``, a formula that is to be zero, or a list of them.
        ics: Conditions as in SymPy's ``dsolve``, ``{u(x, 0): sin(x)}``, or a list of ``Eq``.
        domain: Each variable's interval, ``{x: (0, 2*pi), t: (0, 1)}``.
        parameters: Ranges of symbolic parameters, values of named constants.
        unknowns: The unknown functions in the order that you want them.
        time: The variable that is time; by default t, if there is one.
        free: Ends up to which the answer is continuous, as ``Eq(r, 0)``, or ``r`` for both.
        open: Ends that do not belong to the domain.
        seed: As in `solve`.
        time_limit: As in `solve`.
        hint: As in `solve`.

    Returns:
        An ``Eq``; for a list of equations a list with one for each unknown.

    Raises:
        ProblemError: for what is no statement.
        NotProvedError: if nothing is proved. It is a `NotImplementedError`, as SymPy's solvers
            raise, and holds what was found in its `solution`: never is an approximation
            returned as an equation.
    """
    from symplex.solver.solution.choices import Choices
    from symplex.solver.solution.pdsolve import pdsolve as solve_sympy

    choices = Choices(seed, time_limit, hint=hint)
    return solve_sympy(
        *(equations, ics, choices),
        domain=domain,
        parameters=parameters,
        unknowns=unknowns,
        declared={"time": time, "free": free, "open": open},
    )
