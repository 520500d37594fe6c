"""`make help` documents every target."""

import re
import subprocess

from support.checkout import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_target_is_in_the_help():
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    targets = re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE)
    assert sorted(phony.split()) == sorted(targets)
    assert re.findall(r"^  make ([a-z-]+) +\S", shown, re.MULTILINE) == targets
    assert "pip install ." in shown


def test_documents_name_no_target_that_does_not_exist():
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    for path in documents:
        named = re.findall(
            r"(?:^|`)make ([a-z-]+)\b", path.read_text(encoding="utf-8"), re.MULTILINE
        )
        assert set(named) <= targets, path.name
