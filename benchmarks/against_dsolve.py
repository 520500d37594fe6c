"""Our answers to ordinary differential equations beside those of SymPy's ``dsolve(…, ics=…)``.

    PYTHONPATH=src python benchmarks/against_dsolve.py benchmarks/odes [--time-limit 30] [--json F]

Either side runs each problem in a process of its own, one after the other. Our time is that of the
whole process, SymPy's that of importing it and of solving: reading our file is not its business.
*Solved* means the same for
both: an explicit formula in our functions that ``verify`` proves for the stated conditions. SymPy
is given what helps it: the signs of variables and parameters, every one of several solutions
counts, implicit ones are solved, and where ``ics`` cannot say a condition, or finds no solution for
the constants, the constants of the general solution are solved for.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, final

from symplex.errors import ExpressionError
from symplex.exact.tasks import with_functions
from symplex.expression import Expression
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.proof.verify import verify

_SECONDS = "seconds: "


@final
@dataclass(frozen=True)
class Outcome:
    """What one side did with a problem."""

    solved: bool
    seconds: float
    answer: str


def main() -> None:
    """Run both sides on every problem of a folder and print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--time-limit", type=float, default=30.0, metavar="SECONDS")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        _answer_as_sympy(options.folder)
        return
    rows: dict[str, dict[str, Outcome]] = {}
    for path in sorted(options.folder.glob("*.toml")):
        if path.name == "answers.toml":
            continue
        rows[path.stem] = {
            "symplex": _ours(path, options.time_limit),
            "dsolve": _theirs(path, options.time_limit),
        }
        print(_line(path.stem, rows[path.stem]), flush=True)
    print(_summary(list(rows.values())))
    if options.json:
        plain = {name: {k: asdict(v) for k, v in row.items()} for name, row in rows.items()}
        options.json.write_text(json.dumps(plain, indent=1), encoding="utf-8")


def _line(name: str, row: Mapping[str, Outcome]) -> str:
    sides = (
        f"{side} {'solved' if one.solved else '-':<6} {one.seconds:6.2f} s"
        for side, one in row.items()
    )
    return f"{name:<36} {'   '.join(sides)}   {row['dsolve'].answer[:90]}"


def _summary(rows: Sequence[Mapping[str, Outcome]]) -> str:
    both = [row for row in rows if row["symplex"].solved and row["dsolve"].solved]
    ours, theirs = (sum(row[side].solved for row in rows) for side in ("symplex", "dsolve"))
    medians = [
        statistics.median(row[side].seconds for row in both) if both else float("nan")
        for side in ("symplex", "dsolve")
    ]
    return (
        f"{len(rows)} problems: symplex {ours}, dsolve {theirs}, both {len(both)}, "
        f"only symplex {ours - len(both)}, only dsolve {theirs - len(both)}; medians over both: "
        f"symplex {medians[0]:.2f} s, dsolve {medians[1]:.2f} s"
    )


def _ours(path: Path, limit: float) -> Outcome:
    command = [str(Path(sys.executable).with_name("symplex")), "solve", str(path), "--json"]
    start = time.monotonic()
    done = subprocess.run(
        [*command, "--time-limit", f"{limit:g}"], capture_output=True, text=True, check=False
    )
    seconds = time.monotonic() - start
    answer = json.loads(done.stdout)
    return Outcome(answer["status"] == "exact", seconds, json.dumps(answer["solution"]))


def _theirs(path: Path, limit: float) -> Outcome:
    start = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, __file__, str(path), "--child"],
            capture_output=True,
            text=True,
            check=False,
            timeout=limit + 2,
        )
    except subprocess.TimeoutExpired:
        return Outcome(solved=False, seconds=limit, answer="no answer in time")
    lines = done.stdout.splitlines()
    if done.returncode or not lines or not lines[0].startswith(_SECONDS):
        why = (done.stderr.splitlines() or ["no answer"])[-1]
        return Outcome(solved=False, seconds=time.monotonic() - start, answer=why)
    seconds = float(lines[0].removeprefix(_SECONDS))
    if seconds > limit:
        return Outcome(solved=False, seconds=limit, answer="no answer in time")
    return _first_proved(Problem.from_file(path), [json.loads(line) for line in lines[1:]], seconds)


def _first_proved(
    problem: Problem, answers: Sequence[Mapping[str, str]], seconds: float
) -> Outcome:
    """The first answer that the verifier proves, or why none counts."""
    for answer in answers:
        formulas = {name: parse(text, problem.answer_scope) for name, text in answer.items()}
        if verify(problem, formulas).is_exact:
            return Outcome(solved=True, seconds=seconds, answer=json.dumps(answer))
    why = "not proved: " + json.dumps(answers[0]) if answers else "no explicit formula"
    return Outcome(solved=False, seconds=seconds, answer=why)


def _answer_as_sympy(path: Path) -> None:
    """Print every explicit answer of dsolve, a line of JSON each; runs in a child process."""
    start = time.monotonic()
    import sympy

    seconds = time.monotonic() - start
    problem = Problem.from_file(path)
    rival = _Rival.of(problem)
    answers: list[dict[str, str]] = []
    start = time.monotonic()
    solutions = list(rival.solutions())
    seconds += time.monotonic() - start
    for solution in solutions:
        answer: dict[str, str] = {}
        for name, function in rival.functions.items():
            formula = solution.get(function, sympy.nan)
            text = _text(formula, problem)
            if text is not None:
                answer[name] = text
        if len(answer) == len(rival.functions) and answer not in answers:
            answers.append(answer)
    print(f"{_SECONDS}{seconds}")
    for answer in answers:
        print(json.dumps(answer))


def _text(formula: Any, problem: Problem) -> str | None:  # noqa: ANN401 (SymPy is untyped)
    from symplex.notation.from_sympy import from_sympy

    try:
        text = to_text(from_sympy(formula))
        parse(text, problem.answer_scope)
    except (ExpressionError, TypeError, ValueError, AttributeError):
        return None
    return text


@final
@dataclass(frozen=True)
class _Rival:
    """The statement as a SymPy user would write it."""

    variable: Any
    functions: dict[str, Any]
    equations: list[Any]
    ics: dict[Any, Any] | None
    """None where a condition is not of the form that dsolve takes."""
    conditions: list[tuple[Any, Any]]
    """Residuals, each with the place where it vanishes."""

    @classmethod
    def of(cls, problem: Problem) -> "_Rival":
        import sympy

        ((name, _),) = problem.domain.items()
        symbols = {one: _symbol(one, box) for one, box in _boxes(problem).items()}
        variable = symbols[name]
        functions = {one: sympy.Function(one)(variable) for one in problem.unknowns}

        def written(tree: Expression) -> Any:  # noqa: ANN401
            return with_functions(tree, symbols, functions, variable)

        equations = [sympy.Eq(written(one.left), written(one.right)) for one in problem.equations]
        ics: dict[Any, Any] | None = {}
        conditions: list[tuple[Any, Any]] = []
        for one in problem.conditions:
            place = written(dict(one.region.fixed)[name])
            conditions.append((written(one.residual), place))
            given = one.given_value()
            if given is None or ics is None:
                ics = None
                continue
            derivative, value = given
            wanted = functions[derivative.of]
            if derivative.order:
                wanted = wanted.diff(variable, derivative.order)
            ics[wanted.subs(variable, place)] = written(value).subs(variable, place)
        return cls(variable, functions, equations, ics, conditions)

    def solutions(self) -> Iterator[dict[Any, Any]]:
        """Every explicit solution with its constants determined."""
        if self.ics is not None:
            try:
                yield from self._groups(self.ics)
                return
            except (NotImplementedError, ValueError, TypeError, AttributeError, IndexError):
                pass
        for group in self._groups(None):
            yield from self._determined(group)

    def _groups(self, ics: dict[Any, Any] | None) -> list[dict[Any, Any]]:
        import sympy

        functions = list(self.functions.values())
        if len(functions) > 1:
            found: Any = sympy.dsolve(self.equations, functions, ics=ics)
            groups = found if isinstance(found[0], list) else [found]
            return [{one.lhs: one.rhs for one in group} for group in groups]
        found = sympy.dsolve(self.equations[0], functions[0], ics=ics)
        solutions = found if isinstance(found, list) else [found]
        return [{functions[0]: f} for one in solutions for f in _explicit(one, functions[0])]

    def _determined(self, group: dict[Any, Any]) -> Iterator[dict[Any, Any]]:
        """With the constants of integration from the conditions."""
        import sympy

        used = set[Any]().union(*(formula.free_symbols for formula in group.values()))
        free = sorted((one for one in used if one.name.startswith("C")), key=str)
        residuals = [
            residual.subs(group).doit().subs(self.variable, place)
            for residual, place in self.conditions
        ]
        for values in sympy.solve(residuals, free, dict=True):
            yield {function: formula.subs(values) for function, formula in group.items()}


def _explicit(equation: Any, function: Any) -> list[Any]:  # noqa: ANN401
    import sympy

    if equation.lhs == function and not equation.rhs.has(function):
        return [equation.rhs]
    return sympy.solve(equation, function)


def _boxes(problem: Problem) -> dict[str, tuple[float, float]]:
    ranges = {**problem.domain, **problem.parameters}
    return {name: one.ends for name, one in ranges.items()}


def _symbol(name: str, box: tuple[float, float]) -> Any:  # noqa: ANN401
    import sympy

    low, high = box
    sign = "positive" if low >= 0 else "negative" if high <= 0 else "real"
    return sympy.Symbol(name, **{sign: True})


if __name__ == "__main__":
    main()
