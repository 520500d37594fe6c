import subprocess
import sys

from support.answers import HEAT, answer
from symplex.solver.pictures.answer import require_formulas


def test_a_solution_can_be_drawn():
    require_formulas(answer("parametric-heat", HEAT))


def test_nobody_loads_matplotlib_before_a_picture_is_wanted():
    program = """
import sys, symplex, symplex.solver.solution, symplex.app.cli.main
drawing = ("matplotlib", "symplex.solver.pictures")
assert not [name for name in sys.modules if name.startswith(drawing)]
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_without_matplotlib_one_sentence_says_what_to_do():
    program = """
import sys
sys.modules["matplotlib"] = None
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "matplotlib" else find(name, *rest)
from symplex.app.cli.main import main
sys.exit(main(["plot", "nowhere"]))
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert told.returncode == 2
    assert told.stderr == (
        "symplex: pictures need matplotlib, which is not installed; "
        "'pip install symplex[plot]' installs it\n"
    )
