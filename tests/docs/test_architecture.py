"""The architecture page agrees with the code."""

import importlib.util
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    return PAGE.partition(f"```{language}\n")[2].partition("```")[0]


@pytest.fixture(scope="module")
def dependencies():
    path = ROOT / "docs" / "dependencies.py"
    spec = importlib.util.spec_from_file_location("dependencies", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_arrow_is_real_and_none_is_missing(dependencies):
    assert block("dependencies") == dependencies.listing(), "run: python docs/dependencies.py"


def test_every_package_is_in_the_list_and_described(dependencies):
    sources = ROOT / "src" / "symplex"
    packages = {
        ".".join(file.parent.relative_to(sources).parts) or "symplex"
        for file in sources.rglob("__init__.py")
    }
    listed = {line.split(" ->")[0] for line in block("dependencies").splitlines()}
    assert packages <= listed
    for name in listed - {"symplex"}:
        ending = "/" if name in packages else ""
        assert f"| `{name.replace('.', '/')}{ending}` |" in PAGE, name


def test_the_layers_are_those_that_are_enforced():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = (
        contract["layers"]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    )
    assert block("layers").splitlines() == [layer.replace("symplex.", "") for layer in layers]


def test_a_list_is_made_of_imports_of_every_kind(dependencies, tmp_path):
    (tmp_path / "low").mkdir()
    (tmp_path / "low" / "__init__.py").write_text("")
    (tmp_path / "low" / "module.py").write_text("import numpy\nfrom symplex import errors\n")
    (tmp_path / "errors.py").write_text("")
    (tmp_path / "__init__.py").write_text("def f():\n    from symplex.low.module import name\n")
    assert dependencies.listing(tmp_path) == "errors ->\nlow -> errors\nsymplex -> low\n"
