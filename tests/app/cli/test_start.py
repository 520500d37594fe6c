"""What is loaded, and started, before a command does its work."""

import subprocess
import sys

import pytest

RUN = """
import sys, subprocess
import symplex.app.cli.start as start
sys.argv = ["symplex", *{words!r}]
begun = []
inner = subprocess.Popen.__init__
def noting(self, command, *rest, **more):
    begun.append((command[-1], "numpy" in sys.modules))
    inner(self, command, *rest, **more)
subprocess.Popen.__init__ = noting
try:
    start.main()
except SystemExit:
    pass
loaded = [name for name in ("numpy", "scipy", "sympy", "torch") if name in sys.modules]
print(begun, loaded, file=sys.stderr)
"""
PROVER = "from symplex.proof.proof_worker import main; main()"


@pytest.mark.parametrize(
    ("words", "begun", "loaded"),
    [
        (["solve", "heat", "--quiet", "--no-save"], [(PROVER, False)], ["numpy"]),
        (["verify", "heat", "exp(-2*t)*sin(x)*cos(y)"], [(PROVER, False)], ["numpy"]),
        (["solve", "--help"], [], ["numpy"]),
        (["check", "heat"], [], ["numpy"]),
    ],
)
def test_nothing_is_started_or_loaded_that_is_not_asked(words, begun, loaded):
    """The prover begins before anything else is loaded; no SymPy, no SciPy, no torch."""
    code = RUN.format(words=words)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == f"{begun} {loaded}"


def test_the_package_loads_what_is_asked_for():
    code = (
        "import sys, symplex; early = 'numpy' in sys.modules; from symplex import Problem, check;"
        "print(early, Problem.__name__, check.__name__, symplex.notebook.__name__,"
        "symplex.__version__ != '', hasattr(symplex, 'garlic'), 'check' in dir(symplex))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    words = "False Problem check symplex.app.notebook True False True"
    assert done.stdout.strip() == words
