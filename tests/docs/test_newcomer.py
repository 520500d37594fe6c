"""What a newcomer does first: from a problem of one's own to its answer and its picture."""

import subprocess
import sys

import pytest

from support.checkout import ROOT

WELCOME = ROOT / "tools" / "website" / "welcome.md"


def test_ten_lines_of_python_lead_from_an_equation_to_a_picture(tmp_path):
    pytest.importorskip("matplotlib", reason="needs symplex[plot]")
    code = WELCOME.read_text(encoding="utf-8").split("```")[1].removeprefix("python\n")
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("exact (level: symbolic)")
    assert "proved  u_t + 3*u_x + 2*u = 0" in ran.stdout
    assert ran.stdout.splitlines()[-1].startswith("u = \\sin")
    assert (tmp_path / "answer.png").read_bytes().startswith(b"\x89PNG")
