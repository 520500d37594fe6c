"""One run, in a process of its own: reads what to do as JSON, writes a row as JSON."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from paper_recipe.watched import Watch
from symplex.bench._comparison import compare
from symplex.bench._references import read_toml, reference_problems
from symplex.evaluation import Adam, LevenbergMarquardt, evaluator
from symplex.expression.parse import parse
from symplex.expression.sequences.relations import Relations
from symplex.problem import load
from symplex.rivals.comparison.truth import stated_truth, with_faces
from symplex.search.settings import PAPER, PolicyKind, SearchSettings
from symplex.solution import solve

HOME: Final = Path(__file__).parents[1]
_NETWORK: Final = ("relations", "positions", "slot_description", "causal")


def switched(switches: dict[str, str]) -> SearchSettings:
    """The paper's recipe with departures: ``literals=true``, ``fit=lm``, ``relations=none``."""
    settings, network = PAPER, PAPER.network
    for name, text in switches.items():
        value: Any = json.loads(text) if text[0].isdigit() or text in ("true", "false") else text
        if name == "fit":
            made = LevenbergMarquardt() if text == "lm" else Adam(steps=int(text), rate=0.02)
            settings = replace(settings, fit=made)
        elif name == "policy":
            settings = replace(settings, policy=PolicyKind(text))
        elif name == "relations":
            network = replace(network, relations=Relations[text.upper()])
        elif name in _NETWORK:
            network = replace(network, **{name: value})
        elif name in ("entropy", "entropy_floor", "share", "rate", "imitation"):
            settings = replace(settings, learning=replace(settings.learning, **{name: value}))
        else:
            settings = replace(settings, **{name: value})
    return replace(settings, network=network)


def row(task: dict[str, Any]) -> dict[str, Any]:
    """Run, and say what came of it."""
    (named,) = reference_problems(HOME, task["problem"])
    problem = load(named.source)
    truth = stated_truth(problem, named.solution)
    stated = with_faces(problem, truth) if task["faces"] else problem
    operators = tuple(read_toml(HOME / "paper_operators.toml")[named.name])
    settings = replace(switched(task["switches"]), operators=operators)
    watch = Watch(settings.fit)
    with patch("symplex.solution.solve.evaluator_on", lambda _: watch.evaluators(evaluator)):
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
