"""The architecture page agrees with the code: its rooms, and the path of a problem."""

import subprocess
import sys
import tomllib

import pytest

from support.checkout import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS = {path.parent.name for path in (ROOT / "src" / "symplex").glob("*/__init__.py")}

TRACED = """
import sys
wanted, seen = set(sys.argv[1].split()), []

def entered(frame, event, _):
    if event == "call":
        name = f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}"
        if name in wanted and name not in seen:
            seen.append(name)

"""
SOLVED = """
from symplex.app.cli.main import main
sys.setprofile(entered)
main(["solve", "heat", "--no-save", "--quiet"])
sys.setprofile(None)
print(*seen, file=sys.stderr)
"""
PROVED = """
from symplex.notation.problem_files import bundled
from symplex.proof.answer import read_formulas
from symplex.proof.here import verify_here
from symplex.work.budget import Limits
heat = bundled("heat")
answer = read_formulas(heat, {"u": "sin(x)*cos(y)*exp(-2*t)"})
sys.setprofile(entered)
verify_here(heat, answer, Limits())
sys.setprofile(None)
print(*seen, file=sys.stderr)
"""


def block(language: str) -> list[str]:
    return PAGE.partition(f"```{language}\n")[2].partition("```")[0].splitlines()


def test_every_room_is_drawn_and_described():
    drawn = {part.split()[0] for line in block("rooms") for part in line.split("|")}
    assert drawn == ROOMS
    for room in ROOMS:
        assert f"\n**`{room}`** owns " in PAGE, room


def test_the_rooms_are_the_layers_that_are_enforced():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (one["layers"] for one in contracts if one["name"].startswith("the house"))
    enforced = [layer.replace("symplex.", "").split(" | ") for layer in layers]
    drawn = [[part.split()[0] for part in line.split("|")] for line in block("rooms")]
    assert enforced[: len(drawn)] == drawn


def test_every_folder_and_module_of_a_room_that_is_named_exists():
    for paragraph in PAGE.split("\n\n"):
        room = paragraph.removeprefix("**`").partition("`")[0]
        for word in paragraph.split("`")[1::2] if room in ROOMS and "** owns" in paragraph else ():
            if word.islower() and word.isidentifier() and word not in {room, "solve"}:
                package = ROOT / "src" / "symplex"
                places = (
                    package / room / word,
                    package / room / f"{word}.py",
                    package / f"{word}.py",
                )
                assert any(place.exists() for place in places), f"{room}: {word}"


@pytest.mark.parametrize(("language", "program"), [("path", SOLVED), ("path-of-a-proof", PROVED)])
def test_a_problem_takes_the_path_that_the_page_names(language, program):
    path = [line.split()[0] for line in block(language)]
    command = [sys.executable, "-c", TRACED + program, " ".join(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stderr.split() == path
    assert sum(len(block(name)) for name in ("path", "path-of-a-proof")) + 1 <= 20
