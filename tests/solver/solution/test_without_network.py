"""What an installation without PyTorch does: everything but the network."""

import subprocess
import sys

import pytest

from symplex.errors import SettingsError
from symplex.notation.problem_files import bundled
from symplex.propose.candidates.settings import DEFAULT, PAPER, SYMFORMER, WITHOUT_NETWORK
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solve import solve

RUN = """
import sys
sys.modules["torch"] = None  # as if it were not installed
sys.argv = ["symplex", *{words!r}]
from symplex.app.cli.start import main
sys.exit(main())
"""


@pytest.fixture
def no_torch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)


def test_the_default_recipe_goes_without_the_network(no_torch):
    chosen = Choices().settings
    assert (chosen.samples, chosen.regrown) == (0, 0)
    assert chosen == DEFAULT.without(["symformer"])
    assert Choices().lacks_network
    assert not Choices(without=("symformer",)).lacks_network


def test_with_pytorch_nothing_changes():
    assert Choices().settings == DEFAULT
    assert not Choices().lacks_network
    assert PAPER.as_installed() == PAPER


@pytest.mark.parametrize("recipe", [PAPER, SYMFORMER])
def test_recipes_of_the_network_say_what_to_install(no_torch, recipe):
    with pytest.raises(SettingsError, match=r"pip install symplex\[policy\]"):
        solve(bundled("heat"), recipe=recipe)


def test_weights_need_it_too(no_torch, tmp_path):
    with pytest.raises(SettingsError, match=r"--policy weights\.safetensors: .*PyTorch"):
        solve(bundled("heat"), policy="weights.safetensors")


def test_a_run_without_an_answer_says_that_the_network_was_missing(no_torch):
    blind = ("textbook", "statement-formulas", "ansatz", "lifts", "structure", "reference")
    found = solve(bundled("heat"), without=blind, max_candidates=1)
    assert not found.is_exact
    assert WITHOUT_NETWORK in found.notes
    assert WITHOUT_NETWORK not in solve(bundled("heat")).notes  # proved


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["solve", "heat", "--no-save"], 0),
        (["verify", "heat", "exp(-2*t)*sin(x)*cos(y)"], 0),
        (["check", "heat"], 0),
        (["solve", "heat", "--recipe", "symformer", "--no-save"], 2),
        (["train", "heat"], 2),
    ],
)
def test_the_command_line_runs_without_it(words, code, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(words=words)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    if code:
        assert WITHOUT_NETWORK in done.stderr
