"""How much SymPy may do for one answer, counted: the objects that it makes.

SymPy makes some 30 000 objects a second; their number is the same on every machine, so how far it
gets is decided here and not by the clock. Factorising makes none for a long time: a product of
polynomials, which takes as long as an object, counts as one.
"""

import sys
from typing import Any, Final, final

MAX_OBJECTS: Final = 150_000
"""After which a question is given up; most are answered within a tenth of that."""


@final
class TooManyObjects(BaseException):
    """SymPy has made as many objects as one answer may take.

    No `Exception`: it catches those.
    """


@final
class ObjectCount:
    """Counts what SymPy makes in this process, from `install` on."""

    def __init__(self) -> None:
        self.made, self._most = 0, MAX_OBJECTS

    def install(self) -> None:
        """Count from now on; there is no way back, so this is for a process of SymPy's own."""
        from sympy.core.basic import Basic
        from sympy.polys.densearith import dmp_mul

        new = Basic.__new__

        def counted(cls: type[Any], *parts: Any) -> Any:  # noqa: ANN401 (SymPy is untyped)
            self._count()
            return new(cls, *parts)

        def product(*parts: Any) -> Any:  # noqa: ANN401
            self._count()
            return dmp_mul(*parts)

        Basic.__new__ = counted
        for module in list(sys.modules.values()):
            if vars(module).get("dmp_mul") is dmp_mul:
                vars(module)["dmp_mul"] = product

    def _count(self) -> None:
        self.made += 1
        if self.made > self._most:
            raise TooManyObjects

    def restart(self, most: int) -> None:
        """Count from zero, for an answer that may take so many."""
        self.made, self._most = 0, most
