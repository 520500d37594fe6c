"""What a formula can be exported to."""

from enum import Enum

from symplex.errors import SettingsError, listing, nearest


class Target(Enum):
    """A language or format, by the word that a user says."""

    TEXT = "text"
    LATEX = "latex"
    SYMPY = "sympy"
    NUMPY = "numpy"
    PYTORCH = "pytorch"
    JAX = "jax"
    C = "c"
    FORTRAN = "fortran"
    JULIA = "julia"
    MATLAB = "matlab"
    MATHEMATICA = "mathematica"
    JSON = "json"


_ALSO = (
    *(("torch", Target.PYTORCH), ("octave", Target.MATLAB), ("python", Target.NUMPY)),
    *(("tex", Target.LATEX), ("wolfram", Target.MATHEMATICA), ("f90", Target.FORTRAN)),
)


def target_named(word: str) -> Target:
    """The target that a word means.

    Raises:
        SettingsError: if it means none.
    """
    words = {**{target.value: target for target in Target}, **dict(_ALSO)}
    if word.lower() not in words:
        targets = [target.value for target in Target]
        has = f"there are {listing(targets)}{nearest(word, words)}"
        raise SettingsError(f"'{word}' is no target of an export; {has}")
    return words[word.lower()]
