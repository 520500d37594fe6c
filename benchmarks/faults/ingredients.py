"""Who has turns in a run, by the names that stand in its notes.

A new method, proposer or `Ingredient` is among them by existing.
"""

from symplex.boundary import Ingredient
from symplex.methods.catalogue import METHODS
from symplex.reasons import Reason
from symplex.search.loop import MOVES, POLICY
from symplex.search.proposers.opening import name_of as name_of_proposer
from symplex.search.proposers.opening import opening_proposers
from symplex.search.settings import SearchSettings
from symplex.sentences import sentence
from symplex.solution.textbook import name_of as name_of_method
from symplex.structure.method import SeenStructure


def named(who: Ingredient | Reason) -> str:
    """What notes call someone who has turns."""
    return sentence(Reason(who.value) if isinstance(who, Ingredient) else who)


def ingredients() -> tuple[str, ...]:
    """Everyone's name."""
    methods = map(name_of_method, (*METHODS, SeenStructure()))
    proposers = map(name_of_proposer, opening_proposers(SearchSettings()))
    every = (*Ingredient, MOVES, POLICY, *proposers, *methods)
    return tuple(dict.fromkeys(map(named, every)))
