"""The command line: its start, its commands and their mistakes."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

import symplex
from symplex.app.cli.main import main
from symplex.app.cli.parser import Parser, add_problem
from symplex.errors import SettingsError
from symplex.notation.problem_files import bundled_names


def run(*arguments: str, **rest):
    return subprocess.run(
        [sys.executable, "-m", "symplex.app.cli.main", *arguments],
        capture_output=True,
        text=True,
        check=False,
        **rest,
    )


def test_check_prints_the_problem_and_nothing_else(capsys):
    assert main(["check", "eikonal"]) == 0
    shown = capsys.readouterr()
    assert "H = sqrt(u_x^2 + u_y^2), convex" in shown.out
    assert shown.err == ""


def test_check_names_a_contradiction(tmp_path, capsys):
    file = tmp_path / "growth.toml"
    conditions = "".join(f'[[conditions]]\nwhere = "x = {x}"\nequation = "u = 1"\n' for x in (0, 1))
    file.write_text(f'equations = ["u_x = u"]\n[domain]\nx = [0, 1]\n{conditions}')
    assert main(["check", str(file)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("contradictory  equations[0] (u_x = u) with conditions[0]")
    assert "u = exp(x)" in last


def test_check_reads_standard_input():
    text = 'equations = ["u_x = 1"]\n[domain]\nx = [0, 1]\n'
    done = run("check", "-", input=text)
    assert done.returncode == 0
    assert "such that u_x = 1" in done.stdout


def test_list_names_every_bundled_problem(capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(bundled_names())
    assert max(map(len, lines)) <= 100


def test_list_fits_the_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(bundled_names())
    assert max(map(len, lines)) == 60
    assert any(line.endswith("…") for line in lines)


def test_every_command_shows_its_help(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = re.findall(r"^ {4}(\w+) ", capsys.readouterr().out, re.MULTILINE)
    assert {"solve", "check", "list"} <= set(listed)
    for name in listed:
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        assert f"usage: symplex {name} " in capsys.readouterr().out


def test_version():
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"symplex {symplex.__version__}\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "the following arguments are required"),
        (["solv3"], "there is no command 'solv3'; did you mean 'solve'?"),
        (["check"], "the following arguments are required: FILE"),
        (["check", "heet"], "there is no file and no bundled problem 'heet'"),
        (["check", "heet"], "did you mean 'heat'?"),
        (["check", "missing.toml"], "missing.toml: no such file"),
        (["check", "/"], "/: is a directory"),
        (["check", "a\x00b"], "no bundled problem"),
        (["check", "heat", "--nonsense"], "--nonsense; 'symplex check --help' shows"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(arguments, sentence, capsys):
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
    assert "Traceback" not in shown.err


def test_a_reader_that_leaves_is_not_an_error():
    program = (
        "from symplex.app.cli.main import main; import sys, os;"
        "os.close(1); r, w = os.pipe(); os.close(r); os.dup2(w, 1);"
        "sys.exit(main(['list']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_importing_is_light():
    program = (
        "import sys, symplex, symplex.app.cli.main;"
        "print([name for name in ('torch', 'sympy', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_number_of_5000_hexadecimal_digits_is_one_sentence(tmp_path, capsys):
    path = tmp_path / "long.toml"
    path.write_text(f'equations = ["u_x = 1"]\n[domain]\nx = [0, 0x{"f" * 5000}]\n')
    assert main(["check", str(path)]) == 2
    assert "a number may have" in capsys.readouterr().err


def test_no_memory_is_one_sentence(monkeypatch, capsys):
    def full(_):
        raise MemoryError

    monkeypatch.setattr("symplex.solver.consistency.check", full)
    assert main(["check", "heat"]) == 1
    assert capsys.readouterr().err == "symplex: there is not enough memory to go on\n"


# How arguments are read.


@pytest.fixture
def parser():
    parser = Parser(prog="program")
    add_problem(parser)
    parser.add_argument("formula")
    parser.add_argument("--hint", action="append", default=[])
    parser.add_argument("--number", type=float, default=0.0)
    parser.add_argument("--json", action="store_true")
    return parser


@pytest.mark.parametrize(
    "formula",
    [
        *("-abs(x) - t/2", "-abs(x)", "-x", "-1", "-1e-3*x", "-.5", "-hx", "sin(x)", "-(x)"),
        *("--(x)", "--abs(x)", "-- x", "--1", "--x*t", "---x"),
    ],
)
def test_a_formula_may_begin_with_a_minus(parser, formula):
    assert parser.read(["heat", formula]).formula == formula
    assert parser.read(["heat", formula, "--json"]).json
    assert parser.read(["heat", "0", "--hint", formula, "--hint", "x"]).hint == [formula, "x"]
    assert parser.read(["heat", "0", f"--hint={formula}"]).hint == [formula]


def test_numbers_and_standard_input_are_read_as_before(parser):
    found = parser.read(["-", "x", "--number", "-2.5e-3"])
    assert (found.file, found.number) == ("-", -2.5e-3)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["heat"], "the following arguments are required: formula; 'program --help' shows"),
        (["heat", "x", "--jsn"], "unrecognized arguments: --jsn"),
        (["heat", "x", "-q"], "unrecognized arguments:"),
        (["heat", "x", "--hint", "--json"], "expected one argument"),
        (["heat", "x", "--number", "-a"], "invalid float value"),
    ],
)
def test_a_mistake_is_one_sentence(parser, arguments, sentence):
    with pytest.raises(SettingsError, match=sentence):
        parser.read(arguments)


def test_help_is_still_help(parser, capsys):
    with pytest.raises(SystemExit):
        parser.read(["-h"])
    assert "usage: program" in capsys.readouterr().out


# What is loaded, and started, before a command does its work.

UNASKED = (
    *("scipy", "sympy", "torch", "rich", "matplotlib"),
    *(f"symplex.app.cli.{name}" for name in ("train", "sweep", "fit", "plot", "export", "serve")),
    "symplex.notation.export",
    "symplex.notation.read_latex",
    "symplex.numerics.inverse",
    "symplex.numerics.reference.methods",
    "symplex.propose.policy",
    "symplex.propose.structure.findings",
    "symplex.propose.textbook.catalogue",
    "symplex.proof.kernel.kernel",
    "symplex.solver.approximation.approximator",
)
"""What neither a short search nor its proof needs of this process."""
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
loaded = [name for name in ("numpy", *{unasked!r}) if name in sys.modules]
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
        (["runs", "/nothing/there"], [], []),
    ],
)
def test_nothing_is_started_or_loaded_that_is_not_asked(words, begun, loaded):
    """The prover begins before anything else is loaded; then what is asked, and no other part."""
    code = RUN.format(words=words, unasked=UNASKED)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == f"{begun} {loaded}"


def test_what_is_not_to_be_loaded_is_there():
    """A module that was renamed would never be found among those that are loaded."""
    assert all(find_spec(name) for name in UNASKED if name.startswith("symplex."))


def test_linear_algebra_begins_with_one_thread():
    """Others would wait busily on the core of the prover, from the moment it is loaded."""
    code = (
        "import sys, symplex.app.cli.start as start; sys.argv = ['symplex', 'check', 'heat'];"
        "start.main(); from threadpoolctl import threadpool_info;"
        "print([one['num_threads'] for one in threadpool_info() if one['user_api'] == 'blas'])"
    )
    free = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=free)
    assert done.stdout.splitlines()[-1] == "[1]"


def test_the_program_ends_at_once_but_leaves_nothing_undone():
    code = (
        "import atexit, sys, symplex.app.cli.start as start;"
        "atexit.register(lambda: print('the prover is', start.PROVER.process));"
        "sys.argv = ['symplex', 'verify', 'heat', 'x']; start.program()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.splitlines()[0].startswith("refuted")
    assert done.stdout.splitlines()[-1] == "the prover is None"


def test_the_package_loads_what_is_asked_for():
    code = (
        "import sys, symplex; early = 'numpy' in sys.modules; from symplex import Problem, check;"
        "print(early, Problem.__name__, check.__name__, symplex.notebook.__name__,"
        "symplex.__version__ != '', hasattr(symplex, 'garlic'), 'check' in dir(symplex))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    words = "False Problem check symplex.app.notebook True False True"
    assert done.stdout.strip() == words
