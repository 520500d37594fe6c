"""How arguments are read."""

import pytest

from symplex.app.cli.parser import Parser, add_problem
from symplex.errors import SettingsError


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
