"""What a user chooses for a solution, as a value: it can be sent to other processes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import final

from symplex.errors import SettingsError, listing, nearest
from symplex.propose.candidates.settings import (
    RECIPES,
    WITHOUT_NETWORK,
    SearchSettings,
    has_network,
)


@final
@dataclass(frozen=True)
class Choices:
    """The arguments of `solve` that decide about the course of a search."""

    seed: int = 0
    time_limit: float = 300.0
    recipe: str | SearchSettings = "default"
    without: tuple[str, ...] = ()
    operators: Mapping[str, bool] | None = None
    hint: str | Sequence[str] = ()
    max_candidates: int | None = None
    device: str = "cpu"
    accept: float | None = None
    """The error, relative to the range of the solution, at which an approximation ends the run."""
    size: int | None = None
    """The most nodes that such an approximation may have."""
    policy: str | None = None
    """A file with the weights of a policy that was trained before."""

    @property
    def hints(self) -> tuple[str, ...]:
        """Each of the guesses."""
        return (self.hint,) if isinstance(self.hint, str) else tuple(self.hint)

    @property
    def weights(self) -> bytes | None:
        """The policy that was trained before, as it was saved."""
        if self.policy is None:
            return None
        if not has_network():
            raise SettingsError(f"--policy {self.policy}: {WITHOUT_NETWORK}")
        try:
            return Path(self.policy).read_bytes()
        except OSError as error:
            raise SettingsError(
                f"--policy {self.policy}: expected what 'symplex train' has written, and it cannot "
                f"be read: {error.strerror}"
            ) from None

    @property
    def lacks_network(self) -> bool:
        """Whether a network belongs to the recipe and is not installed."""
        chosen = _recipe(self.recipe).without(self.without)
        return chosen != chosen.as_installed()

    @property
    def settings(self) -> SearchSettings:
        """The recipe that is meant, without what is left out or not installed."""
        return _recipe(self.recipe).without(self.without).as_installed()


def _recipe(recipe: str | SearchSettings) -> SearchSettings:
    if isinstance(recipe, SearchSettings):
        return recipe
    if recipe not in RECIPES:
        raise SettingsError(
            f"there is no recipe '{recipe}'; there are {listing(RECIPES)}{nearest(recipe, RECIPES)}"
        )
    return RECIPES[recipe]
