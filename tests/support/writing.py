"""Formulas as encoded trees and back, and what proposers are shown, for the tests of the search."""

from dataclasses import dataclass
from functools import cached_property

from symplex.expression import Expression, tree
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.parse import parse
from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.curriculum import Stage
from symplex.propose.candidates.proposer import StageContext
from symplex.propose.candidates.settings import DEFAULT
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.propose.candidates.vocabulary import SearchVocabulary, search_vocabulary
from symplex.solver.solution.hints import read_hint

GIVEN = Origin(Writer.STATEMENT)
"""The origin of the answers of the stage before, in the contexts of tests."""


@dataclass(frozen=True)
class Writing:
    """How the formulas of one problem are written in a search."""

    problem: Problem

    @cached_property
    def vocabulary(self) -> SearchVocabulary:
        return search_vocabulary(self.problem)

    @cached_property
    def encoding(self) -> TreeEncoding:
        return TreeEncoding(self.vocabulary.vocabulary)

    def tree(self, text: str) -> EncodedTree:
        return self.encoding.encode(parse(text, self.problem.answer_scope))

    def trees(self, *texts: str) -> tuple[EncodedTree, ...]:
        return tuple(map(self.tree, texts))

    def context(self, stage: Stage, settings=DEFAULT, **rest) -> StageContext:
        """A stage; `earlier` may be trees, which the statement then gave."""
        given = (Proposal(GIVEN, tree) for tree in rest.pop("earlier", ()))
        return StageContext(
            stage, self.vocabulary, self.encoding, settings, earlier=tuple(given), **rest
        )


def writing(name: str) -> Writing:
    return Writing(bundled(name))


def hint_tree(problem: Problem, text: str) -> Expression:
    """A hint as a search is given it."""
    return read_hint(problem, text).skeleton.tree


def text_of(formula: EncodedTree) -> str:
    return to_text(formula.encoding.decode(formula))


def key_of(formula: EncodedTree) -> bytes:
    """What a search looks trees up by."""
    return TreeKeys(formula.encoding.vocabulary).key(formula)


def is_whole(formula: EncodedTree) -> bool:
    """Whether it is one whole tree of its vocabulary with one value for each slot."""
    encoding = formula.encoding
    known = all(token < len(encoding.arities) for token in formula.ids)
    slots = formula.ids.count(encoding.slot_id)
    return (
        known
        and tree.is_complete([encoding.arities[token] for token in formula.ids])
        and slots == len(formula.constants)
        and all(type(value) is float for value in formula.constants)
    )
