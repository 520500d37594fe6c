"""The one interface of all proposers, and what they are shown of a stage."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, final

from symplex.expression import Expression, number
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.sequences.grammar import Grammar
from symplex.origin import Origin, Writer
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.curriculum import Stage
from symplex.propose.candidates.settings import SearchSettings
from symplex.propose.candidates.vocabulary import SearchVocabulary
from symplex.work.boundary import Boundary

_MAX_LIFTED = 3
"""Answers of the stage before that are carried on."""


@final
@dataclass(frozen=True)
class StageContext:
    """What proposers may look at in one round of a stage."""

    stage: Stage
    vocabulary: SearchVocabulary
    encoding: TreeEncoding
    settings: SearchSettings
    round_number: int = 0
    """How often operators were added."""
    earlier: tuple[Proposal, ...] = ()
    """Answers of the stage before, best first."""
    hints: tuple[Expression, ...] = ()
    """Guesses of the user's, their constants free."""
    parents: tuple[EncodedTree, ...] = ()
    """What is remembered, for proposers that change it."""
    epoch: int = 0
    """Which epoch of the whole run it is: the random choices of each are its own."""
    boundary: Boundary = field(default_factory=Boundary)
    """Through which they have their turns."""

    @cached_property
    def grammar(self) -> Grammar:
        """The trees that a policy may write in this round."""
        settings = self.settings
        return Grammar(
            self.vocabulary.vocabulary,
            max_depth=settings.max_depth,
            max_length=settings.max_length,
            max_constants=settings.max_constants,
            allowed=self.vocabulary.allowed(self.stage.symbols, self.round_number),
            nested_trigonometry=settings.nesting,
            nested_exponentials=settings.nesting,
        )

    def in_epoch(self, epoch: int, parents: tuple[EncodedTree, ...]) -> "StageContext":
        """The same for one epoch; the grammar, which takes milliseconds, is not made again."""
        made = replace(self, epoch=epoch, parents=parents)
        vars(made)["grammar"] = self.grammar
        return made

    @property
    def released_parameter(self) -> EncodedTree | None:
        """The parameter that this stage releases, if it does."""
        stage = self.stage
        if stage.released is None or stage.origin is not None:
            return None
        return self.encoding.symbol(stage.released)

    @property
    def released_variable(self) -> EncodedTree | None:
        """The released variable less where it began; time, where no slice carries all data."""
        stage, time = self.stage, self.stage.problem.time
        if stage.released is None and time is not None:
            return self.encoding.symbol(time)
        if stage.released is None or stage.origin is None:
            return None
        new = self.encoding.symbol(stage.released)
        return new if stage.origin == number(0) else new - self.encoding.encode(stage.origin)

    def encoded(self, writer: Writer, formulas: Iterable[Expression]) -> Iterator[Proposal]:
        """Formulas as proposals, without those that cannot be written in the vocabulary."""
        return encodable(writer, map(self.encoding.encode, formulas))


class Proposer(Protocol):
    """Whoever brings candidates: formulas with free constants, in a fixed order."""

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """Trees for this stage; the same ones for the same context and random state."""
        ...


def encodable(
    writer: Writer, trees: Iterable[EncodedTree], of: Origin | None = None
) -> Iterator[Proposal]:
    """Trees as proposals, without those that cannot be written in the vocabulary.

    Args:
        writer: Who makes them.
        trees: What is made.
        of: Where that comes from of which they are made.
    """
    origin = Origin(writer, of=of)
    return (Proposal(origin, tree) for tree in trees if tree.ids)


def extended_earlier(
    writer: Writer,
    context: StageContext,
    in_variable: Callable[[EncodedTree, EncodedTree, tuple[str, ...]], Iterator[EncodedTree]],
    in_parameter: Callable[[EncodedTree, EncodedTree], Iterator[EncodedTree]],
) -> Iterator[Proposal]:
    """What becomes of earlier answers when a variable, or a parameter, is released."""
    stage = context.stage
    if stage.released is None:
        return
    variable, parameter = context.released_variable, context.released_parameter
    others = tuple(name for name in stage.problem.variables if name != stage.released)
    for answer in context.earlier[:_MAX_LIFTED]:
        if parameter is not None:
            yield from encodable(writer, in_parameter(answer.tree, parameter), answer.origin)
        elif variable is not None:
            yield from encodable(writer, in_variable(answer.tree, variable, others), answer.origin)
