"""Who has turns in a run, by the names that stand in its notes.

A new method, proposer or `Ingredient` is among them by existing.
"""

from symplex.boundary import Ingredient
from symplex.methods.catalogue import METHODS
from symplex.search.loop import MOVES, POLICY
from symplex.search.proposers.opening import name_of as name_of_proposer
from symplex.search.proposers.opening import opening_proposers
from symplex.search.settings import SearchSettings
from symplex.solution.textbook import name_of as name_of_method
from symplex.structure.method import SeenStructure


def ingredients() -> tuple[str, ...]:
    """Everyone's name."""
    methods = map(name_of_method, (*METHODS, SeenStructure()))
    proposers = map(name_of_proposer, opening_proposers(SearchSettings()))
    fixed = (one.value for one in Ingredient)
    return tuple(dict.fromkeys((*fixed, MOVES, POLICY, *proposers, *methods)))
