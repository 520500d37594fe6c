"""Who proposes candidates in an epoch: values that the loop asks in turn.

Each proposer turns the state of a stage into sprouts. A recipe is which of them are there and
how much each brings.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import final

from symplex.expression import Expression, Operator, number, symbol
from symplex.expression.sequences.grammar import Grammar
from symplex.search.candidate import Candidate, Garden, Proposal, Sprout
from symplex.search.curriculum import Stage
from symplex.search.memory import Memory
from symplex.search.proposers.ansatz import ansatz, with_parameter
from symplex.search.proposers.insertions import insertions, parameter_insertions, parameter_lifts
from symplex.search.proposers.lifts import lifts
from symplex.search.proposers.moves import Mover
from symplex.search.proposers.statement_formulas import blocks, seeds
from symplex.search.settings import SearchSettings
from symplex.search.state import Learner
from symplex.search.vocabulary import SearchVocabulary

_InVariable = Callable[[Expression, Expression, tuple[str, ...]], Iterator[Expression]]
_OfParameter = Callable[[Expression, Expression], Iterator[Expression]]


@final
@dataclass(frozen=True)
class Context:
    """What proposers may look at in one round of a stage."""

    stage: Stage
    words: SearchVocabulary
    garden: Garden
    grammar: Grammar
    mover: Mover
    settings: SearchSettings

    @classmethod
    def of(
        cls,
        stage: Stage,
        words: SearchVocabulary,
        garden: Garden,
        settings: SearchSettings,
        round_number: int,
    ) -> "Context":
        """The context of a round."""
        allowed = words.allowed(stage.symbols, round_number)
        ordered = [token for token in words.vocabulary.tokens if token in allowed]
        parts = blocks(stage.problem) if settings.seeds else ()
        sprouts = [s for part in parts if (s := _sprout(part, words, garden)) is not None]
        grammar = Grammar(
            words.vocabulary,
            max_depth=settings.max_depth,
            max_length=settings.max_length,
            max_constants=settings.max_constants,
            allowed=allowed,
        )
        mover = Mover(garden, ordered, sprouts, settings.max_length)
        return cls(stage, words, garden, grammar, mover, settings)


def _sprout(expression: Expression, words: SearchVocabulary, garden: Garden) -> Sprout | None:
    known = words.encodable(expression)
    return None if known is None else garden.sprout(known)


def opening(
    context: Context, earlier: tuple[Candidate, ...], hints: tuple[Expression, ...] = ()
) -> Iterator[Proposal]:
    """What a stage begins with: hints, the statement's formulas, and lifts of earlier answers."""
    stage = context.stage
    fitting = (hint for hint in hints if hint.symbols <= set(stage.symbols))
    yield from _named("hint", fitting, context)
    if context.settings.seeds:
        yield from _named("seed", seeds(stage.problem), context)
    yield from (("earlier stage", candidate.sprout) for candidate in earlier)
    formulas = [context.garden.expression(candidate.sprout) for candidate in earlier[:3]]
    if context.settings.lifts:
        lifted = _unfolded(stage, formulas, lifts, parameter_lifts)
        yield from _named("lift", lifted, context)
    if context.settings.ansatz:
        yield from _named("ansatz", _families(stage), context)
    if context.settings.insertions:
        inserted = _unfolded(stage, formulas, insertions, parameter_insertions)
        yield from _named("insertion", inserted, context)


def _families(stage: Stage) -> Iterator[Expression]:
    if stage.released is not None and stage.origin is None:
        return with_parameter(stage.problem, stage.released)
    return ansatz(stage.problem, _unfolding(stage))


def _unfolding(stage: Stage) -> Expression | None:
    """The released variable less where it began; time, where no slice carries all data."""
    time = stage.problem.time
    if stage.released is None and time is not None:
        return symbol(time)
    if stage.released is None or stage.origin is None:
        return None
    new = symbol(stage.released)
    return new if stage.origin == number(0) else new - stage.origin


def _unfolded(
    stage: Stage,
    formulas: Sequence[Expression],
    in_variable: _InVariable,
    of_parameter: _OfParameter,
) -> Iterator[Expression]:
    """What becomes of earlier answers when a variable, or a parameter, is released."""
    if stage.released is None:
        return
    new = _unfolding(stage)
    others = tuple(name for name in stage.problem.variables if name != stage.released)
    for formula in formulas:
        if new is not None:
            yield from in_variable(formula, new, others)
        else:
            yield from of_parameter(formula, symbol(stage.released))


def _named(origin: str, formulas: Iterable[Expression], context: Context) -> Iterator[Proposal]:
    for formula in formulas:
        sprout = _sprout(formula, context.words, context.garden)
        if sprout is not None:
            yield origin, sprout


def moves(context: Context, memory: Memory, rng: random.Random) -> Iterator[Proposal]:
    """Random changes of what is remembered; small random trees while there is nothing."""
    parents = [candidate.sprout for candidate in memory.parents]
    for _ in range(context.settings.moves):
        if not parents or rng.random() < 0.05:
            yield "random", _rooted(context, rng)
            continue
        sprout = context.mover.move(parents, rng)
        if sprout is not None:
            yield "move", sprout


def _rooted(context: Context, rng: random.Random) -> Sprout:
    """A random tree with a formula for each unknown."""
    roots = [t for t in context.words.vocabulary.tokens if getattr(t, "name", "") == "tuple"]
    if not roots or not isinstance(roots[0], Operator):
        return context.mover.small(rng, 3)
    sprout = Sprout(bytes([context.words.vocabulary.id_of(roots[0])]), (1.0,))
    for _ in range(roots[0].arity):
        sprout += context.mover.small(rng, 3)
    return sprout


def written(
    context: Context, memory: Memory, learner: Learner, rng: random.Random
) -> Iterator[Proposal]:
    """What the policy writes: whole trees, and subtrees of remembered ones."""
    settings = context.settings
    if settings.samples:
        for sprout in learner.sample(context.grammar, settings.samples):
            yield "policy", sprout
    parents = [c.sprout for c in memory.parents if len(c.sprout) <= settings.max_length]
    if settings.regrown and parents:
        chosen = [rng.choice(parents) for _ in range(settings.regrown)]
        starts = [rng.randrange(len(parent)) for parent in chosen]
        for sprout in learner.regrow(context.grammar, chosen, starts):
            yield "regrown", sprout
