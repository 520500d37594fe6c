"""Every method that can be compared, by the name that the command line has for it.

Each is imported when it is run and not before: some need libraries of the extra
``symplex-benchmarks[rivals]``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, final

from symplex.errors import SettingsError, listing, nearest
from symplex_benchmarks.rivals.rival import Rival


@final
@dataclass(frozen=True)
class Entry:
    """Where a method is, and how tables call it."""

    module: str
    kind: str
    title: str
    is_variant: bool = False
    """Whether it is another recipe of ours: run when it is named, not with all methods."""
    takes_faces: bool = True
    """Whether it may be given values on open faces, as the paper's baselines were."""
    takes_threads: bool = False
    """Whether it is told how many threads it may have; libraries learn it from the environment."""
    takes_device: bool = False
    """Whether it can search on a GPU."""
    options: tuple[tuple[str, Any], ...] = ()

    def made(self, threads: int = 1, device: str = "cpu") -> Rival:
        """The method itself.

        Args:
            threads: How many it may have.
            device: Where it searches, if it can choose.

        Raises:
            ImportError: if a library that it needs is not installed.
        """
        kind = getattr(import_module(self.module), self.kind)
        told: dict[str, Any] = {"threads": threads} if self.takes_threads else {}
        if self.takes_device:
            told["device"] = device
        return kind(**dict(self.options), **told)


def _ours(name: str, recipe: str, title: str, *, is_variant: bool = True) -> Entry:
    options = (("name", name), ("recipe", recipe))
    return Entry(
        "symplex_benchmarks.rivals.ours",
        "Ours",
        title,
        is_variant=is_variant,
        takes_faces=False,
        takes_threads=True,
        takes_device=True,
        options=options,
    )


METHODS: Final[Mapping[str, Entry]] = MappingProxyType(
    {
        "symplex": _ours("symplex", "default", "SymPlex", is_variant=False),
        "ssde": Entry("symplex_benchmarks.rivals.ssde", "SSDE", "SSDE"),
        "fex": Entry("symplex_benchmarks.rivals.fex", "FEX", "FEX"),
        "pinn-dsr": Entry("symplex_benchmarks.rivals.pinn_dsr", "PINNWithDSR", "PINN+DSR"),
        "kan": Entry("symplex_benchmarks.rivals.kan", "KAN", "KAN"),
        "pinn": Entry("symplex_benchmarks.rivals.pinn", "PINN", "PINN"),
        "weno": Entry("symplex_benchmarks.rivals.weno", "WENO", "WENO", takes_faces=False),
        "sympy": Entry(
            "symplex_benchmarks.rivals.computer_algebra",
            "ComputerAlgebra",
            "SymPy",
            takes_faces=False,
        ),
        "symplex-paper": _ours("symplex-paper", "paper", "SymPlex, the paper's recipe"),
        "symplex-symformer": _ours("symplex-symformer", "symformer", "SymPlex, SymFormer alone"),
    }
)


OURS: Final = "symplex"
BY_RECIPE: Final[Mapping[str, str]] = MappingProxyType(
    {"default": OURS, "paper": "symplex-paper", "symformer": "symplex-symformer"}
)
"""Ours by each of its recipes."""


def all_methods() -> tuple[str, ...]:
    """Every method but the variants of ours."""
    return tuple(name for name, entry in METHODS.items() if not entry.is_variant)


def methods_named(names: Sequence[str]) -> tuple[str, ...]:
    """The methods that a user names, each once.

    Raises:
        SettingsError: if there is no such method.
    """
    for name in names:
        if name not in METHODS:
            close = nearest(name, METHODS)
            raise SettingsError(
                f"no method is called '{name}'{close}; there are {listing(METHODS)}"
            )
    return tuple(dict.fromkeys(names))
