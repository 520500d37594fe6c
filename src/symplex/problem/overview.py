"""A summary of a problem in words and formulas, with warnings about likely mistakes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import final

from symplex.errors import listing, one_line
from symplex.expression import Operator
from symplex.expression.render import to_text
from symplex.expression.text import derivative_text, token_text
from symplex.problem.analysis.classify import EquationClass, Linearity, classify
from symplex.problem.analysis.hamilton_jacobi import HamiltonJacobi, recognise
from symplex.problem.analysis.operators import suggested_operators
from symplex.problem.analysis.review import warnings
from symplex.problem.contradiction import Contradiction
from symplex.problem.ends import End, EndKind, Side, end_text
from symplex.problem.equation import Equation, Region
from symplex.problem.exceptional import exceptional
from symplex.problem.problem import Problem
from symplex.problem.reading import Notion, Reading, reading
from symplex.problem.stated import StatedProblem
from symplex.reasons import Reason
from symplex.sentences import sentence

_ORDERS = ("algebraic", "first-order", "second-order", "third-order", "fourth-order")
_ENDS = MappingProxyType(
    {
        EndKind.FREE: "nothing is stated there; the answer is continuous up to it",
        EndKind.OPEN: "not in the domain",
        EndKind.INFINITE: "nothing is stated there, and the domain goes on to infinity",
    }
)
"""What is said of the ends at which nothing is stated."""


@final
@dataclass(frozen=True)
class Overview:
    """How the program understood a problem; `symplex check` prints it."""

    problem: Problem
    classes: tuple[EquationClass, ...]
    """One for each equation."""
    hamilton_jacobi: HamiltonJacobi | None
    operators: tuple[Operator, ...]
    """The operators that a search starts with."""
    warned: tuple[Reason, ...]
    """What its author may not have meant."""
    contradictions: tuple[Contradiction, ...] = ()
    """Facts of the statement that exclude each other, shown exactly."""
    remarks: tuple[Reason, ...] = ()
    """What is no mistake and good to know, such as data that jump at a corner."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What its author may not have meant, in words."""
        return tuple(map(sentence, self.warned))

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks in words."""
        return tuple(map(sentence, self.remarks))

    def __str__(self) -> str:
        """A page of plain text."""
        return "\n".join(_page(self))


def check(problem: Problem) -> Overview:
    """Summarise a problem, and warn of likely mistakes in it."""
    return Overview(
        problem=problem,
        classes=tuple(classify(problem, equation) for equation in problem.equations),
        hamilton_jacobi=recognise(problem),
        operators=suggested_operators(problem),
        warned=warnings(problem),
    )


def _page(overview: Overview) -> Iterator[str]:
    problem = overview.problem
    yield f"Problem   {one_line(problem.name) or '(unnamed)'}"
    yield f"Find      {listing(_signature(problem, name) for name in problem.unknowns)}"
    for equation, kind in zip(problem.equations, overview.classes, strict=True):
        yield f"such that {equation.text}"
        yield f"          {_class_words(equation, kind)}"
    if overview.hamilton_jacobi is not None:
        yield f"          {_hamilton_jacobi_words(overview.hamilton_jacobi)}"
    called = f", where {problem.time} is time" if problem.stated_time and problem.time else ""
    intervals = ", ".join(f"{name} in {ends}" for name, ends in problem.domain.items())
    yield f"on        {intervals}{called}"
    yield from _parameter_lines(problem)
    for index, condition in enumerate(problem.conditions):
        head = "with" if index == 0 else ""
        yield f"{head:<9} {condition.text}   at {condition.region} ({_role(problem, condition)})"
    yield from _ends(reading(problem))
    yield from _notions(reading(problem))
    yield from _exceptions(reading(problem))
    yield f"needs     {listing(sorted(map(derivative_text, problem.derivatives)))}"
    yield f"search    {_search_words(overview)}"
    for warning in overview.warnings:
        yield f"warning   {warning}"
    for note in overview.notes:
        yield f"note      {note}"
    for contradiction in overview.contradictions:
        yield f"contradictory  {contradiction}"


def _signature(problem: Problem, unknown: str) -> str:
    names = ", ".join(problem.variables)
    parameters = ", ".join(problem.parameters)
    return f"{unknown}({names}; {parameters})" if parameters else f"{unknown}({names})"


def _parameter_lines(problem: Problem) -> Iterator[str]:
    if problem.parameters:
        ranges = (f"{name} in {ends}" for name, ends in problem.parameters.items())
        yield f"for all   {', '.join(ranges)}"
    if problem.constants:
        values = (f"{name} = {to_text(value)}" for name, value in problem.constants.items())
        yield f"where     {', '.join(values)}"


def _class_words(equation: Equation, kind: EquationClass) -> str:
    unknowns = {derivative.of for derivative in equation.derivatives}
    order = _ORDERS[kind.order] if kind.order < len(_ORDERS) else f"order {kind.order}"
    words = [order, kind.linearity.value]
    if kind.linearity is Linearity.LINEAR:
        words.append("homogeneous" if kind.homogeneous else "inhomogeneous")
    if kind.type is not None:
        words.append(kind.type.value)
    if len(unknowns) > 1:
        words.append(f"coupling {listing(sorted(unknowns))}")
    return ", ".join(words)


def _hamilton_jacobi_words(form: HamiltonJacobi) -> str:
    where = "stationary" if form.time is None else f"{form.unknown}_{form.time} + H = 0"
    turned = ", time reversed because the data are terminal" if form.reversed else ""
    return (
        f"Hamilton–Jacobi ({where}) with H = {to_text(form.hamiltonian)}, "
        f"{form.curvature.value}{turned}; the viscosity solution is meant"
    )


def _role(problem: Problem, condition: Equation) -> str:
    region, time = condition.region, problem.time
    if time is not None and list(region.values) == [time]:
        interval = problem.domain[time]
        for end, role in (
            (interval.low, "initial condition"),
            (interval.high, "terminal condition"),
        ):
            if Region(((time, end),)).meets(region):
                return role
        return "condition on a time slice" if problem.space else "point condition"
    if not region.free(problem.variables):
        return "point condition"
    if len(region.fixed) > 1:
        return "condition where faces meet"
    return _boundary_kind(condition)


def _boundary_kind(condition: Equation) -> str:
    normal = condition.region.fixed[0][0]
    orders = {normal in derivative.by for derivative in condition.derivatives}
    kinds = {
        frozenset({False}): "Dirichlet condition",
        frozenset({True}): "Neumann condition",
        frozenset({True, False}): "Robin condition",
    }
    return kinds.get(frozenset(orders), "boundary condition")


def _ends(read: Reading) -> Iterator[str]:
    """What each end is at which nothing is stated."""
    for kind, words in _ENDS.items():
        found = [end for end, of in read.ends.items() if of is kind]
        if found:
            yield f"{kind.value:<9} {listing(_named(found, read.problem))}: {words}"


def _named(ends: Sequence[End], problem: StatedProblem) -> list[str]:
    """A variable's name for both of its ends, else each end."""
    both = {name for name, side in ends if side is Side.LOW and (name, Side.HIGH) in ends}
    every = (
        name if name in both else end_text((name, side), problem.domain) for name, side in ends
    )
    return list(dict.fromkeys(every))


def _notions(read: Reading) -> Iterator[str]:
    """In which sense equations hold for answers that are not smooth."""
    for equation in read.problem.equations:
        notion, words = read.notion(equation), ""
        if notion in (Notion.ENTROPY, Notion.VISCOSITY):
            words = f", {read.orientation(equation).value}"
        which = "" if len(read.problem.equations) == 1 else f" ({equation.text})"
        yield f"notion    {notion.value}{words}, where the answer is not smooth{which}"


def _exceptions(read: Reading) -> Iterator[str]:
    """The points at which no limit is asked, with the reason."""
    found = (one for c in read.problem.conditions for one in exceptional(read, c))
    yield from dict.fromkeys(f"except at {one}: {one.why.value}" for one in found)


def _search_words(overview: Overview) -> str:
    problem = overview.problem
    names = listing((*problem.variables, *problem.parameters, "constants"))
    stages = ["space"] if problem.time is None or problem.space else ["time"]
    stages += ["time"] if problem.time is not None and problem.space else []
    stages += ["parameters"] if problem.parameters else []
    rows = " ".join(map(token_text, overview.operators))
    order = f", learnt in the order {', '.join(stages)}" if len(stages) > 1 else ""
    return f"formulas in {names}, of {rows}{order}"
