"""Other notations, found by name: the one place where the lower rooms reach upward.

Users hold formulas and problems in their hands and ask them for LaTeX, for SymPy, or to be read
from a file. Readers and printers lie in `symplex.notation`, which knows both. No proof asks for
one.
"""

from importlib import import_module
from typing import Any


def notation(name: str) -> Any:  # noqa: ANN401 (a module)
    """A module of `symplex.notation`."""
    return import_module(f"symplex.notation.{name}")
