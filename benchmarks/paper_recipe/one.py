"""One run, in a process of its own: reads what to do as JSON, writes a row as JSON.

A run is strict: where the recipe fails to learn, say, there is no row, since it would tell of
another recipe.
"""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from paper_recipe.truth import TrueStructures
from paper_recipe.watched import Watch
from symplex.errors import SettingsError
from symplex.expression.parse import parse
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.relations import Relations
from symplex.notation.problem_files import load
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import Adam, LevenbergMarquardt
from symplex.propose.candidates.settings import PAPER, PolicyKind, SearchSettings
from symplex.solver.search.policy_learner import PolicyLearner
from symplex.solver.solution.solve import solve
from symplex_benchmarks.bench._comparison import compare
from symplex_benchmarks.bench._references import read_toml, reference_problems
from symplex_benchmarks.rivals.comparison.truth import stated_truth, with_faces

HOME: Final = Path(__file__).parents[1]
_PARTS: Final = ("network", "learning", "memory", "sampling")


def switched(switches: dict[str, str]) -> SearchSettings:
    """The paper's recipe with departures: ``literals=true``, ``fit=lm``, ``network.causal=true``.

    Raises:
        SettingsError: if a switch is not one, or its value cannot be read.
    """
    settings = PAPER
    for name, text in switches.items():
        head, _, inner = name.rpartition(".")
        part: Any = settings if not head else getattr(settings, head, None)
        if head not in ("", *_PARTS) or not hasattr(part, inner) or name == "operators":
            raise SettingsError(f"--switch {name}: expected the name of a field of SearchSettings")
        made = replace(part, **{inner: _value(getattr(part, inner), name, text)})
        settings = replace(settings, **{head: made}) if head else made
    return settings


def _value(now: object, name: str, text: str) -> object:
    """A value of the kind that the field has now."""
    try:
        match now:
            case bool():
                return {"true": True, "false": False}[text]
            case int():
                return int(text)
            case float():
                return float(text)
            case Adam() | LevenbergMarquardt():
                return LevenbergMarquardt() if text == "lm" else Adam(steps=int(text), rate=0.02)
            case PolicyKind() | Relations():
                return type(now)(text)
            case _:
                raise KeyError(text)
    except (KeyError, ValueError):
        raise SettingsError(f"--switch {name}: '{text}' is no value for it") from None


def row(task: dict[str, Any]) -> dict[str, Any]:
    """Run, and say what came of it."""
    (named,) = reference_problems(HOME, task["problem"])
    problem = load(named.source)
    truth = stated_truth(problem, named.solution)
    stated = with_faces(problem, truth) if task["faces"] else problem
    operators = tuple(read_toml(HOME / "paper_operators.toml")[named.name])
    settings = replace(switched(task["switches"]), operators=operators)
    structures = read_toml(HOME / "paper_skeletons.toml")[named.name]
    scope = problem.answer_scope
    watch = Watch(
        settings.fit,
        TrueStructures({stage: parse(text, scope) for stage, text in structures.items()}),
    )
    learn = PolicyLearner.learn

    def watched(learner: PolicyLearner, grammar: Grammar, *lesson: Any, **more: Any) -> None:  # noqa: ANN401
        watch.learning(learner, grammar)
        learn(learner, grammar, *lesson, **more)

    with (
        patch(
            "symplex.solver.solution.solve.evaluator_on",
            lambda _: watch.evaluators(evaluator),
        ),
        patch.object(PolicyLearner, "learn", watched),
        patch.dict(os.environ, SYMPLEX_STRICT="1"),
    ):
        solution = solve(
            stated,
            seed=task["seed"],
            time_limit=task["time_limit"],
            recipe=settings,
            threads=1,
            watch=watch.progress,
        )
    answers = {u: parse(text, problem.answer_scope) for u, text in named.solution.items()}
    return {**task, **compare(stated, solution, answers), "stages": watch.rows()}


if __name__ == "__main__":
    print(json.dumps(row(json.loads(sys.stdin.read()))))
