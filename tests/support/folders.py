"""A small handbook in a folder, with its problems beside the truths."""

from pathlib import Path

_PROBLEM = """\
name = "{name}"
unknowns = [{unknowns}]
equations = [{equations}]

[domain]
x = [0, 1]

[[conditions]]
where = "x = 0"
equation = "{condition}"
"""
_ANSWERS = """\
[line]
family = "lines"
nonlinear = false
readable = true
u = "2*x"

[pair]
family = "pairs"
why = "It is a pair."
v = "x"
w = "1 - x"

[curve]
family = "lines"
nonlinear = true
u = "x^2"
why = "It is | not a line."
"""


def handbook(folder: Path) -> Path:
    """Write the files, and return what --benchmarks takes."""
    inner = folder / "handbook"
    inner.mkdir()
    (inner / "answers.toml").write_text(_ANSWERS, encoding="utf-8")
    _write(inner, "line", "u", "u_x = 2", "u = 0")
    _write(inner, "curve", "u", "u_x = 2*x", "u = 0")
    _write(inner, "pair", "v w", "v_x = 1; v + w = 1", "v = 0")
    return folder


def _write(folder: Path, name: str, unknowns: str, equations: str, condition: str) -> None:
    text = _PROBLEM.format(
        name=name,
        unknowns=", ".join(f'"{unknown}"' for unknown in unknowns.split()),
        equations=", ".join(f'"{equation}"' for equation in equations.split("; ")),
        condition=condition,
    )
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
