"""Who has turns in a run, by the names that stand in its notes.

A new method, proposer or `Ingredient` is among them by existing.
"""

from symplex.propose.candidates.opening import name_of as name_of_proposer
from symplex.propose.candidates.opening import opening_proposers
from symplex.propose.candidates.settings import SearchSettings
from symplex.propose.structure.method import SeenStructure
from symplex.propose.textbook.catalogue import METHODS
from symplex.reasons import Reason
from symplex.sentences import sentence
from symplex.solver.search.loop import MOVES, POLICY
from symplex.solver.solution.textbook import name_of as name_of_method
from symplex.work.boundary import Ingredient


def named(who: Ingredient | Reason) -> str:
    """What notes call someone who has turns."""
    return sentence(Reason(who.value) if isinstance(who, Ingredient) else who)


def ingredients() -> tuple[str, ...]:
    """Everyone's name."""
    methods = map(name_of_method, (*METHODS, SeenStructure()))
    proposers = map(name_of_proposer, opening_proposers(SearchSettings()))
    every = (*Ingredient, MOVES, POLICY, *proposers, *methods)
    return tuple(dict.fromkeys(map(named, every)))
