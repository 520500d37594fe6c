"""Commands that other projects add to the program, by the entry points ``symplex.commands``.

Owns how they are found, and what is said of those that are not there. None is looked for while a
command of the program's own is run, and none knows of another.
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Set
from importlib.metadata import EntryPoint, entry_points
from typing import Final, Protocol

from symplex.errors import SettingsError

GROUP: Final = "symplex.commands"
_BENCHMARKS: Final = frozenset({"bench", "compare", "paper"})
"""What the project in the folder ``benchmarks`` of a checkout adds."""


class Command(Protocol):
    """What an entry point names: a module, or any other object with these."""

    HELP: str
    """What the list of commands says."""

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""
        ...

    def run(self, options: argparse.Namespace) -> int:
        """Do it, and return the exit code."""
        ...


def added_commands(named: str, *, own: Set[str]) -> Mapping[str, Command]:
    """The command that is named, by its name; all of them where none is, to be listed.

    Args:
        named: What the user asks for.
        own: The program's own commands: nobody replaces them, and beside one there is no other.

    Raises:
        SettingsError: if it comes with a project that is not installed, or cannot be loaded.
    """
    if named in own:
        return {}
    entries = entry_points(group=GROUP)
    found = {entry.name: entry for entry in entries if entry.name not in own}
    if named in found:
        return {named: _loaded(found[named])}
    if named in _BENCHMARKS:
        raise SettingsError(
            f"'symplex {named}' comes with the benchmarks, which are not installed; "
            "'pip install ./benchmarks' in a checkout installs them"
        )
    return dict(_loadable(found.values()))


def _loaded(entry: EntryPoint) -> Command:
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        project = entry.dist.name if entry.dist else entry.value
        raise SettingsError(
            f"'symplex {entry.name}' comes with {project}, which cannot be loaded: {error}; "
            "install it again"
        ) from error


def _loadable(entries: Iterable[EntryPoint]) -> Iterator[tuple[str, Command]]:
    """Those that can be listed; who asks for one of the others is told why it cannot be loaded."""
    for entry in entries:
        try:
            yield entry.name, _loaded(entry)
        except SettingsError:
            continue
