"""The names that were given up, and which words and identifiers are one of them.

Ordinary English words (put, look, enough) are old names only where they name something; words that
belonged to the old vocabulary alone (sprout, judge, second look) may not be used in prose either.
"""

import re
from collections.abc import Iterator
from types import MappingProxyType

TYPES = MappingProxyType(
    {
        "Words": "SearchVocabulary",
        "Ground": "Box",
        "Visit": "StageState",
        "Run": "RunOptions",
        "Learner": "PolicyKind",
        "SecondLook": "HoldOut",
    }
)
"""Identifiers, as they are written."""
NAMES = MappingProxyType(
    {
        "ground": "box",
        "visit": "stage_state",
        "asked": "fingerprint",
        "aside": "fork",
        "chance": "rng",
        "luck": "uniforms",
        "ladder": "cdf",
        "look": "check_deadline",
        "put": "substitute",
        "worth": "loss_cutoff",
        "enough": "solved_loss",
        "insist": "retry_unsolved",
        "second_look": "holdout",
    }
)
"""Identifiers, in any case and with any underscores around them."""
PARTS = MappingProxyType(
    {
        "sprout": "EncodedTree",
        "sprouts": "EncodedTree",
        "garden": "EncodedTree",
        "gardens": "EncodedTree",
        "judge": "score, StageScorer or CompiledObjective",
        "judges": "score, StageScorer or CompiledObjective",
        "judged": "scored",
    }
)
"""Words that may not even be a part of an identifier."""
MODULES = MappingProxyType({"table": "operator_facts"})
"""Names of files in the package."""
PROSE = MappingProxyType(
    {
        r"sprouts?": "encoded tree",
        r"gardens?": "encoded tree",
        r"judg(?:e|es|ed|ing)": "score, evaluate or assess",
        r"second[ -]looks?": "hold-out",
        r"ladders?": "cdf",
        r"luck": "uniforms",
        r"(?<=[^-]without )seeds": "statement formulas",
    }
)
"""Words of the old vocabulary that documents, messages and comments may not use."""

_ATTRIBUTES_OF_OTHERS = frozenset({"put"})
"""Methods of other libraries: `queue.put` is no name of ours."""
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_PROSE = tuple((re.compile(rf"\b(?:{old})\b", re.IGNORECASE), new) for old, new in PROSE.items())
_WITHOUT = re.compile(r"--without[ =]\S*\bseeds\b")


def renamed(identifier: str, *, is_attribute: bool = False) -> str | None:
    """What an identifier should be called instead; None if it is no old name."""
    plain = identifier.strip("_")
    lower = plain.lower()
    if is_attribute and lower in _ATTRIBUTES_OF_OTHERS:
        return None
    if plain in TYPES:
        return TYPES[plain]
    if lower in NAMES and (plain.islower() or plain.isupper()):
        return NAMES[lower]
    if re.search(r"(?:^|_)MOST_", identifier):
        return identifier.replace("MOST_", "MAX_")
    parts = (word.lower() for word in _WORD.findall(plain))
    return next((PARTS[word] for word in parts if word in PARTS), None)


def old_words(text: str) -> Iterator[tuple[int, str, str]]:
    """The old words of a prose text: where each begins, the word, and what to say instead."""
    for pattern, new in _PROSE:
        for match in pattern.finditer(text):
            yield match.start(), match.group(), new
    for match in _WITHOUT.finditer(text):
        yield match.start(), match.group(), "statement-formulas"
