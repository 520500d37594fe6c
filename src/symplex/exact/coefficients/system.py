"""The question: which constants make residuals vanish, whatever the variables and parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import final

from symplex.expression import Expression


@final
@dataclass(frozen=True)
class System:
    """Residuals with constants that are still to be found."""

    residuals: tuple[Expression, ...]
    """Each must vanish identically in the variables, for every value of the parameters."""
    variables: tuple[str, ...]
    parameters: Mapping[str, tuple[Expression, Expression]]
    """Closed ranges with exact ends."""
    constants: tuple[str, ...]
    """The symbols to be found; residuals have no others than these, variables and parameters."""
    domain: Mapping[str, tuple[Expression, Expression]] = field(
        default_factory=dict[str, tuple[Expression, Expression]]
    )
    """Where the variables are, as far as it is known: it decides the signs of roots."""
