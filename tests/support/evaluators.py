"""Evaluators for tests: bundled problems, formulas as batches."""

import numpy as np

from symplex.expression import CONSTANT, Symbol, leaf
from symplex.expression.parse import Scope, parse
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.engines.compiled import Compiled
from symplex.numerics.evaluation.engines.fallback import Fallback
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.objective import Objective
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex.problem import Problem

SLOTS = tuple(f"c{i}" for i in range(40))


def formula(text: str, problem: Problem):
    """A formula in which c0, c1, … are slots, for one unknown."""
    scope = Scope(problem.variables, (*problem.parameters, *SLOTS))
    return parse(text, scope).substitute({Symbol(name): leaf(CONSTANT, 1.0) for name in SLOTS})


def encode(expressions):
    """The vocabulary that the expressions need, and their batch."""
    vocabulary = Vocabulary(tuple(dict.fromkeys(t for e in expressions for t in e.tokens)))
    return vocabulary, TokenBatch.of([vocabulary.encode(e) for e in expressions])


def evaluator_for(problem: Problem | str, *texts: str, seed: int = 0, **options):
    """An evaluator and a batch for formulas about a problem."""
    stated = bundled(problem) if isinstance(problem, str) else problem
    vocabulary, batch = encode([formula(text, stated) for text in texts])
    objective = draw(stated, np.random.default_rng(seed), Sampling(**options))
    return evaluator(objective, vocabulary), batch


def both_engines(objective: Objective, vocabulary: Vocabulary):
    return Compiled(objective, vocabulary), Fallback(objective, vocabulary)
