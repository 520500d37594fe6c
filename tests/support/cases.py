"""The paper's problems and those of the collection with their truths, read once."""

from functools import cache

from near_misses.cases import Case, load


@cache
def cases() -> dict[str, Case]:
    """Each case by its name."""
    loaded = load()
    found = {case.name: case for case in loaded}
    assert len(found) == len(loaded), "two cases have one name"
    return found
