"""Commands of other projects: found where they are installed, refused in a sentence where not."""

from importlib.metadata import EntryPoint, entry_points

import pytest

from symplex.app.cli import added
from symplex.app.cli.main import main

BENCHMARKS = ("bench", "compare", "paper")


GREETING = "support.greeting"


@pytest.fixture
def installed(monkeypatch):
    """Replaces what is installed by the entry points that a test names."""

    def replace(**values):
        points = tuple(EntryPoint(name, value, added.GROUP) for name, value in values.items())
        monkeypatch.setattr(added, "entry_points", lambda group: points * (group == added.GROUP))

    return replace


def shown_help(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_the_benchmarks_add_their_commands():
    assert {point.name for point in entry_points(group=added.GROUP)} >= {*BENCHMARKS}


def test_they_are_listed_with_what_they_do(capsys):
    shown = " ".join(shown_help(capsys).split())
    for name in BENCHMARKS:
        (command,) = added.added_commands(name, own=frozenset()).values()
        assert f" {name} {command.HELP}" in shown


@pytest.mark.parametrize("name", BENCHMARKS)
@pytest.mark.parametrize("rest", [[], ["--help"], ["paper", "--seeds", "1"]])
def test_without_the_benchmarks_their_commands_say_what_to_install(name, rest, installed, capsys):
    installed()
    assert main([name, *rest]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == (
        f"symplex: 'symplex {name}' comes with the benchmarks, which are not installed; "
        "'pip install ./benchmarks' in a checkout installs them\n"
    )


def test_without_the_benchmarks_the_list_has_none_of_their_commands(installed, capsys):
    installed()
    shown = shown_help(capsys)
    assert "  solve " in shown
    assert not any(f"  {name} " in shown for name in BENCHMARKS)


def test_another_project_adds_a_command_but_replaces_none(installed, capsys):
    installed(greet=GREETING, solve=GREETING)
    assert shown_help(capsys).count("say hello") == 1
    assert main(["greet", "you"]) == 1
    assert capsys.readouterr().out == "hello you\n"
    assert main(["greet"]) == 2
    assert "'symplex greet --help' shows" in capsys.readouterr().err
    assert main(["gret"]) == 2
    assert "'greet'" in capsys.readouterr().err


@pytest.mark.parametrize("value", ["nothing_like_this", "symplex:nothing_like_this"])
def test_a_command_that_cannot_be_loaded_is_a_sentence_and_hides_no_other(value, installed, capsys):
    installed(torn=value, greet=GREETING)
    assert "say hello" in shown_help(capsys)
    assert main(["torn"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("symplex: 'symplex torn' comes with ")
    assert "which cannot be loaded: " in said
    assert said.count("\n") == 1


def test_nothing_is_looked_for_while_an_own_command_is_run(monkeypatch, capsys):
    monkeypatch.setattr(added, "entry_points", None)
    assert main(["check", "heat"]) == 0
    assert "u_t" in capsys.readouterr().out
