"""The same statement in other words must have the same verdict.

``PYTHONPATH=src:benchmarks python -m attacks.rewritings [--share 0.1]`` verifies the true solutions
of the 14 bundled problems and of the 150 of the handbook, as they are stated and rewritten in ten
ways that keep the meaning, and prints every verdict that changed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from attacks.cases import Attack, Statement, text_of
from attacks.children import Reply, ask_all, verdict_on
from attacks.truths import Truth, handbook, paper
from attacks.wording import Wording, sides, terms
from symplex.expression.render import to_text

AS_STATED = "as stated"
Rewriting = Callable[[Truth], tuple[Statement, Mapping[str, str]]]
"""A statement and the same answer in other words."""
_SPARE = tuple("abcdghklmnopqrsvwxyz")


def answer_of(truth: Truth) -> dict[str, str]:
    """The true solution as text."""
    return {name: text_of(formula) for name, formula in truth.solution.items()}


def _each_equation(form: str) -> Rewriting:
    """Every equation rewritten; L and R are its sides, v its first variable, u its unknown."""

    def rewrite(truth: Truth) -> tuple[Statement, Mapping[str, str]]:
        old = truth.statement
        values = {"v": truth.problem.variables[0], "u": truth.problem.unknowns[0]}
        equations: list[str] = []
        for equation in old["equations"]:
            left, right = sides(equation)
            equations.append(form.format(L=left, R=right, **values))
        return {**old, "equations": equations}, answer_of(truth)

    return rewrite


def _terms_reversed(truth: Truth) -> tuple[Statement, Mapping[str, str]]:
    equations = [
        " = ".join(" ".join(reversed(terms(side))) for side in sides(equation))
        for equation in truth.statement["equations"]
    ]
    return {**truth.statement, "equations": equations}, answer_of(truth)


def _conditions_reversed(truth: Truth) -> tuple[Statement, Mapping[str, str]]:
    old = truth.statement
    return {**old, "conditions": old["conditions"][::-1]}, answer_of(truth)


def _worded(truth: Truth, wording: Wording) -> tuple[Statement, Mapping[str, str]]:
    return wording.statement(), wording.answer(answer_of(truth))


def _variables_renamed(truth: Truth) -> tuple[Statement, Mapping[str, str]]:
    problem = truth.problem
    return _worded(truth, Wording(problem, _fresh(truth, problem.space)))


def _others_renamed(truth: Truth) -> tuple[Statement, Mapping[str, str]]:
    problem = truth.problem
    names = (*problem.unknowns, *problem.parameters)
    return _worded(truth, Wording(problem, _fresh(truth, names)))


def _fresh(truth: Truth, names: Sequence[str]) -> dict[str, str]:
    problem = truth.problem
    taken = {*problem.domain, *problem.parameters, *problem.constants, *problem.unknowns}
    free = [name for name in (*_SPARE, *(f"n{i}" for i in range(9))) if name not in taken]
    return dict(zip(names, free, strict=False))


def _reflected(truth: Truth) -> tuple[Statement, Mapping[str, str]]:
    """Time, or where there is none the first variable, runs the other way."""
    problem = truth.problem
    name = problem.time or problem.variables[0]
    interval = problem.domain[name]
    total = f"({to_text(interval.low)} + {to_text(interval.high)})"
    return _worded(truth, Wording(problem, reflected={name: total}))


REWRITINGS: Mapping[str, Rewriting] = MappingProxyType(
    {
        "three times": _each_equation("3*({L}) = 3*({R})"),
        "a seventh": _each_equation("({L})/7 = ({R})/7"),
        "the same term on both sides": _each_equation("{L} + {v}^2 = {v}^2 + {R}"),
        "the unknown on both sides": _each_equation("{u} + {L} = {R} + {u}"),
        "all on the left": _each_equation("{L} - ({R}) = 0"),
        "terms reversed": _terms_reversed,
        "conditions reversed": _conditions_reversed,
        "variables renamed": _variables_renamed,
        "unknowns and parameters renamed": _others_renamed,
        "reflected": _reflected,
    }
)


def attacks() -> Iterator[Attack]:
    """Each true solution as stated, then in every rewriting."""
    for truth in (*paper(), *handbook()):
        yield Attack(AS_STATED, truth.statement, answer_of(truth), truth.name, is_right=True)
        for name, rewriting in REWRITINGS.items():
            stated, answer = rewriting(truth)
            yield Attack(name, stated, answer, truth.name, is_right=True)


def changed(pairs: Sequence[tuple[Attack, Reply]]) -> list[str]:
    """A line for every rewriting whose verdict is not that of the statement."""
    stated = {a.reason: reply.status for a, reply in pairs if a.kind == AS_STATED}
    return [
        f"{attack.reason}, {attack.kind}: {reply.status} ({reply.detail}), "
        f"as stated {stated[attack.reason]} | {attack}"
        for attack, reply in pairs
        if reply.status != stated[attack.reason]
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """The harness from the command line; the exit code is 1 if a verdict changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the statements")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    options = parser.parse_args(arguments)
    every = list(attacks())
    names = list(dict.fromkeys(attack.reason for attack in every))[:: round(1 / options.share)]
    chosen = [attack for attack in every if attack.reason in names]
    pairs = list(ask_all(chosen, verdict_on, seconds=30, jobs=options.jobs))
    for name in (AS_STATED, *REWRITINGS):
        statuses = Counter(reply.status for attack, reply in pairs if attack.kind == name)
        print(f"{name:<34}{statuses.total():>5}  {dict(statuses)}")
    lines = changed(pairs)
    print(f"{len(pairs)} verdicts, {len(lines)} changed")
    print("\n".join(lines))
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
