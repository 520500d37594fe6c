r"""The names of a problem as LaTeX writes them: ``\kappa``, ``c_1``, ``\mathrm{Re}``."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final, final

from symplex.errors import ExpressionError, listing, nearest, shown
from symplex.expression.parse import Scope
from symplex.expression.text import derivative_text
from symplex.expression.token import Derivative
from symplex.notation.latex.latex_piece import Piece, piece
from symplex.notation.latex.latex_tokens import Token
from symplex.problem.stated import TIME

_OTHER_NAMES: Final = MappingProxyType(
    {
        **{"lambda": ("lamda",), "varepsilon": ("epsilon",), "varphi": ("phi",)},
        **{"vartheta": ("theta",), "varrho": ("rho",), "varkappa": ("kappa",)},
    }
)
"""Names that a formula may mean by a command, if the problem does not have its own; ``lambda`` is
no name here, and ``lamda`` is what SymPy calls it."""


@final
class Names:
    """The names that a formula may use."""

    def __init__(self, scope: Scope, time: str = TIME) -> None:
        self.scope = scope
        self._time = time

    @property
    def variables(self) -> tuple[str, ...]:
        """The independent variables."""
        return self.scope.variables

    @property
    def space(self) -> tuple[str, ...]:
        """The variables other than time."""
        return tuple(name for name in self.variables if name != self._time)

    @property
    def time(self) -> str | None:
        """The variable of a dot: time, or the only variable."""
        if self._time in self.variables:
            return self._time
        return self.variables[0] if len(self.variables) == 1 else None

    def has(self, token: Token) -> bool:
        """Whether the token by itself is a name of the problem."""
        return token.is_name and any(n in self.scope.names for n in self._meant(token.word))

    def variable(self, token: Token) -> str:
        """The variable that a token names."""
        for name in self._meant(token.word):
            if token.is_name and name in self.variables:
                return name
        raise ExpressionError(
            f"'{shown(token.text)}' is not a variable; this problem has {listing(self.variables)}",
            column=token.column,
        )

    def named(self, token: Token, index: str = "") -> str | None:
        """The name of the problem that a token with an index stands for, if there is one."""
        for stem in self._meant(token.word):
            both = (f"{stem}{index}", f"{stem}_{index}") if index else (stem,)
            found = [name for name in both if name in self.scope.names]
            if len(found) > 1:
                message = f"this is unclear: whether {' or '.join(found)} is meant; rename one"
                raise ExpressionError(message, column=token.column)
            if found:
                return found[0]
        return None

    @staticmethod
    def _meant(word: str) -> Iterator[str]:
        yield word
        yield from _OTHER_NAMES.get(word, ())

    def leaf(self, name: str, column: int, by: tuple[str, ...] = ()) -> Piece:
        """A name, or a derivative of an unknown, in the language of problem files."""
        unknown = name in self.scope.unknowns
        return Piece(
            *_parts(piece(derivative_text(Derivative(name, by)) if unknown else name, column)),
            varies=unknown or name in self.variables,
            has_unknown=unknown,
            of=(name, by) if unknown else None,
        )

    def missing(self, token: Token, run: str) -> ExpressionError:
        """The error for a token that is no name; `run` is the letters beginning with it."""
        meant = run if run in self.scope.names else ""
        if meant:
            how = rf"\mathrm{{{run}}} or \{run}"
            message = f"'{run}' reads as a product of letters in LaTeX; write {how}"
        else:
            has = listing(self.scope.names)
            near = nearest(token.word, self.scope.names)
            message = f"unknown symbol '{shown(token.text)}'; this problem has {has}{near}"
        return ExpressionError(message, column=token.column)


def _parts(made: Piece) -> tuple[str, tuple[int, ...]]:
    return made.text, made.columns
