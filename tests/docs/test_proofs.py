"""The page on proofs names functions that exist."""

import importlib
import re

import pytest

from support.checkout import ROOT
from symplex.proof.uniqueness.theorem import THEOREMS
from symplex.reasons import Reason
from symplex.sentences import sentence

PAGE = (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8")
NAMES = sorted(set(re.findall(r"`([a-z]+(?:\.\w+)+)`", PAGE)))
KERNEL = ROOT / "src" / "symplex" / "proof" / "kernel"
COUNTS = {
    11: "eleven",
    12: "twelve",
    13: "thirteen",
    14: "fourteen",
    15: "fifteen",
    16: "sixteen",
    17: "seventeen",
    18: "eighteen",
    19: "nineteen",
    20: "twenty",
    21: "twenty-one",
    22: "twenty-two",
    23: "twenty-three",
    24: "twenty-four",
    25: "twenty-five",
    26: "twenty-six",
    27: "twenty-seven",
}
_HOMES = ("proof.kernel.", "proof.", "proof.uniqueness.", "expression.", "problem.", "work.")


def found(module, parts):
    try:
        thing = importlib.import_module(module)
        for part in parts:
            thing = getattr(thing, part)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_every_function_that_is_named_exists(name):
    first, *parts = name.split(".")
    homes = (
        *(f"symplex.{home}{first}" for home in _HOMES),
        first,
    )
    assert any(found(home, parts) for home in homes), name


def test_every_module_of_the_kernel_is_counted_and_named():
    modules = [path.stem for path in KERNEL.glob("*.py") if path.stem != "__init__"]
    assert f"The {COUNTS[len(modules)]} modules of `proof/kernel/`" in PAGE
    named = {name.partition(".")[0] for name in NAMES}
    assert set(modules) <= named, set(modules) - named


def row(theorem):
    """A theorem as a row of the table."""
    classes = "; ".join(sentence(Reason(one, functions="…")) for one in theorem.classes)
    name = sentence(Reason(theorem.name, functions="…")).removeprefix("…, by ")
    cells = (f"{name} ({theorem.source})", classes, theorem.hypotheses)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def test_the_table_of_theorems_is_made_of_the_theorems():
    table = PAGE.split("| theorem | class | hypotheses |\n|---|---|---|\n")[1].split("\n\n")[0]
    assert table.splitlines() == [row(theorem) for theorem in THEOREMS.values()]
