"""SymPlex itself, as one of the methods that are compared."""

from dataclasses import dataclass
from importlib import import_module
from typing import final

from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.propose.candidates.settings import RECIPES, has_network
from symplex.solver.solution.solve import solve
from symplex_benchmarks.rivals.rival import Answer


@final
@dataclass(frozen=True)
class Ours:
    """`symplex solve`, by one of its recipes."""

    name: str = "symplex"
    recipe: str = "default"
    threads: int = 1
    """As many as every other method has."""
    device: str = "cpu"

    def __post_init__(self) -> None:
        """Load what the recipe needs at once: time begins when a method is there."""
        if RECIPES[self.recipe].first_learning_epoch == 0 and has_network():
            import_module("symplex.solver.search.policy_learner")

    def solve(self, problem: Problem, *, seed: int, seconds: float) -> Answer:
        """Search, and give the best candidate to be measured, whether or not it is an answer."""
        solution = solve(
            problem,
            seed=seed,
            time_limit=seconds,
            recipe=self.recipe,
            threads=self.threads,
            device=self.device,
        )
        texts = {name: to_text(formula) for name, formula in solution.best_candidate.items()}
        return Answer(
            formulas=texts or None,
            candidates=solution.candidates,
            storage=sum(len(text.encode()) for text in texts.values()),
            reason="" if texts else f"no formula: {solution.stop_reason}",
            settings={
                "recipe": self.recipe,
                "device": self.device,
                "stopped": solution.stop_reason,
                "status": solution.status.value,
            },
        )
