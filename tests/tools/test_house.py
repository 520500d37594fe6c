"""Each measure of the house fails on a small made-up checkout, so that none can rot."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from house import MEASURES, main
from measures.imports import import_cycles
from measures.rooms import import_depth, notation_in_proofs, rooms, trusted_lines
from measures.source import read_house
from measures.state import mutable_state
from measures.strings import string_comparisons
from support.checkout import ROOT


def build(root: Path, files: dict[str, str]):
    """A checkout with these files; paths that begin with no known folder are in the package."""
    for name, text in files.items():
        known = re.match(r"(src|tests|benchmarks|docs)/|README", name)
        path = root / (name if known else f"src/symplex/{name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return read_house(root)


def places(measure) -> list[str]:
    """Where a measure found something: `file:line` inside the package."""
    found = (f"{one.path.as_posix()}:{one.line}" for one in measure.findings)
    return [place.removeprefix("src/symplex/") for place in found]


@pytest.mark.parametrize(
    "code",
    [
        'x.name == "exp"',
        '"exp" != x.name',
        'getattr(x, "name", "") == "neg"',
        'x in {"a", "b"}',
        'x not in ("a", "b")',
        'x in frozenset({"a", "b"})',
        '"t" in names',
        'x == f"a{y}"',
        'x.startswith("a")',
        'x.endswith("a")',
        'match x:\n    case "a": pass',
        'match x:\n    case Operator(name="neg"): pass',
        'match x:\n    case [1, "a"]: pass',
        'NAME = "exp"\nx == NAME',
        'NAMES = frozenset({"exp"})\nx in NAMES',
    ],
)
def test_a_string_comparison_is_counted(tmp_path, code):
    measure = string_comparisons(build(tmp_path, {"proof/a.py": code}))
    assert places(measure) == [f"proof/a.py:{len(code.splitlines())}"]


@pytest.mark.parametrize(
    "code",
    [
        "x is EXP",
        "x in (ABS, SIGN)",
        "x == 1",
        'if __name__ == "__main__": pass',
        'TABLE = {"a": 1}\nx in TABLE',
        'x["a"] > y["a"]',
    ],
)
def test_no_string_is_compared(tmp_path, code):
    assert string_comparisons(build(tmp_path, {"proof/a.py": code})).found == 0


@pytest.mark.parametrize(
    "file",
    ["expression/parse.py", "notation/latex/a.py", "problem/statement.py", "app/cli/solve.py"],
)
def test_parsing_may_compare_strings(tmp_path, file):
    assert string_comparisons(build(tmp_path, {file: 'x == "a"'})).found == 0


def test_a_bench_may_compare_the_words_of_its_command_line_only(tmp_path):
    handling = 'def run(options: argparse.Namespace): return options.recipe == "paper"\n'
    file = "benchmarks/symplex_benchmarks/bench/a.py"
    measure = string_comparisons(build(tmp_path, {file: f'{handling}x == "a"\n'}))
    assert places(measure) == [f"{file}:2"]


def test_so_many_string_comparisons_are_allowed(tmp_path):
    assert string_comparisons(build(tmp_path, {"a.py": 'x == "a"\n' * 20})).is_kept
    assert not string_comparisons(build(tmp_path, {"a.py": 'x == "a"\n' * 21})).is_kept


def test_a_cycle_is_found_with_late_imports(tmp_path):
    files = {
        "a.py": "from symplex.b import thing",
        "b.py": "import symplex.c",
        "c.py": "def late():\n    from symplex import a\n    return a",
        "d.py": "from symplex.a import x",
    }
    measure = import_cycles(build(tmp_path, files))
    assert places(measure) == ["a.py:1"]
    assert "symplex.a → symplex.b → symplex.c → symplex.a" in measure.findings[0].sentence


def test_a_package_that_its_own_module_imports_from_is_a_cycle(tmp_path):
    files = {"a/__init__.py": "from symplex.a.b import x", "a/b.py": "from symplex.a import y"}
    assert import_cycles(build(tmp_path, files)).found == 1
    files = {"a/__init__.py": "from symplex.a.b import x", "a/b.py": "from symplex.a import c"}
    assert import_cycles(build(tmp_path, {**files, "a/c.py": ""})).found == 0


def test_two_cycles_are_two_and_relative_and_named_imports_count(tmp_path):
    files = {
        "a.py": "from . import b",
        "b.py": 'from importlib import import_module\nimport_module("symplex.a")',
        "c/d.py": "from .e import x",
        "c/e.py": "from ..c.d import x",
    }
    assert places(import_cycles(build(tmp_path, files))) == ["a.py:1", "c/d.py:1"]


def test_an_import_for_type_checkers_closes_no_cycle_but_is_told(tmp_path):
    guarded = "if TYPE_CHECKING:\n    from symplex.a import x"
    measure = import_cycles(build(tmp_path, {"a.py": "import symplex.b", "b.py": guarded}))
    assert measure.found == 0
    assert "symplex.a → symplex.b → symplex.a" in " ".join(measure.notes)


@pytest.mark.parametrize(
    "code",
    [
        "X = {}",
        "X = [1]",
        "X: set[int] = {1}",
        "X = {a: 1 for a in b}",
        "X = dict(a=1)",
        "X = dict[str, int]()",
        "X = dict.fromkeys(a)",
        "X = defaultdict(list)",
        "X = collections.deque()",
        "X = OrderedDict()",
        "X = {**a} | {**b}",
        "X = (1, [])",
        "if a:\n    X = []",
        'X = ContextVar("x")',
        "X = np.random.default_rng(0)",
        "@cache\ndef f(): pass",
        "@functools.lru_cache(maxsize=None)\ndef f(): pass",
        "class A:\n    @cache\n    def f(self): pass",
        "f = lru_cache(g)",
        "def f():\n    global x\n    x = 1",
    ],
)
def test_module_level_state_is_found(tmp_path, code):
    assert mutable_state(build(tmp_path, {"a.py": code})).found == 1


@pytest.mark.parametrize(
    "code",
    [
        "X = MappingProxyType({1: 2})",
        "X = tuple([1])",
        "X = frozenset({1})",
        "X = (1, 2)",
        "Row = dict[str, int]",
        "def f():\n    x = []\n    return x",
        "class A:\n    @cached_property\n    def f(self): pass",
        "def f():\n    @cache\n    def g(): pass\n    return g",
    ],
)
def test_what_cannot_change_is_no_state(tmp_path, code):
    assert mutable_state(build(tmp_path, {"a.py": code})).found == 0


def test_rooms_are_the_packages_at_the_top(tmp_path):
    files = {"__init__.py": "", "a/__init__.py": "", "a/c/__init__.py": "", "b/__init__.py": ""}
    assert places(rooms(build(tmp_path, files))) == ["a/__init__.py:1", "b/__init__.py:1"]
    many = {f"r{k}/__init__.py": "" for k in range(11)}
    assert not rooms(build(tmp_path / "many", many)).is_kept


def test_the_longest_chain_of_imports_is_found(tmp_path):
    files = {"a.py": "from symplex import b", "b.py": "def f():\n    import symplex.c", "c.py": ""}
    measure = import_depth(build(tmp_path, files))
    assert measure.found == 3
    assert measure.findings[0].sentence == "symplex.a → symplex.b → symplex.c"


def test_modules_that_import_each_other_end_no_chain(tmp_path):
    files = {"a.py": "import symplex.b", "b.py": "import symplex.a, symplex.c", "c.py": ""}
    assert import_depth(build(tmp_path, files)).found == 2


def test_what_a_proof_rests_on_is_counted(tmp_path):
    files = {
        "proof/kernel/k.py": "from symplex.a import x\n",
        "proof/checker/c.py": "\n\n",
        "proof/here.py": "import symplex.notation.latex",
        "a.py": "import symplex.b\nx = 1\n",
        "b.py": "\n",
        "notation/latex.py": "",
    }
    house = build(tmp_path, files)
    assert trusted_lines(house).found == 1 + 2 + 2 + 1
    assert (
        places(notation_in_proofs(house)) == ["proof/here.py:1"]
        or notation_in_proofs(house).found == 1
    )


LOADED = """
import json, sys
import symplex.proof.checker.replay, symplex.proof.kernel.kernel, symplex.proof.series.rods
print(json.dumps([n for n, m in sys.modules.items() if n.startswith("symplex") and m.__spec__]))
"""


def test_kernel_and_checker_load_what_is_counted_and_no_reader_of_text():
    made = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    house = read_house(ROOT)
    packages = {one.module for one in house.package if one.is_init}
    counted = {str(one.path) for one in trusted_lines(house).findings}
    paths = {one.module: str(one.path) for one in house.package}
    loaded = set(json.loads(made.stdout)) - packages
    assert "symplex.proof.kernel.kernel" in loaded
    assert {paths[name] for name in loaded} <= counted
    assert not loaded & {"symplex.expression.parse", "symplex.problem.statement"}


def test_the_table_and_the_exit_code(tmp_path, capsys):
    build(tmp_path, {"a.py": "X = 1\n", "tests/test_a.py": ""})
    assert main(["--root", str(tmp_path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(MEASURES)
    build(tmp_path, {"a.py": "X = []\n"})
    assert main(["--root", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "src/symplex/a.py:1: a module-level list can change" in out
    assert re.search(r"module-level mutable state +1 +≤ 0 +broken", out)


def test_what_is_allowed_is_listed_where_it_is_asked_for(tmp_path, capsys):
    build(tmp_path, {"a.py": 'x == "a"\n', "tests/test_a.py": ""})
    assert main(["--root", str(tmp_path), "--list", "string"]) == 0
    assert "src/symplex/a.py:1: `x == 'a'` compares strings" in capsys.readouterr().out


def test_the_tool_keeps_its_own_limits():
    for path in (ROOT / "tools").rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 300, path
