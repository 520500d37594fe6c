"""What the documents show is what the program does."""

import re
from pathlib import Path

import pytest

import symplex
from support.checkout import ROOT
from symplex.problem import Problem
from symplex.problem.overview import check
from symplex.proof.answer import read_answer
from symplex.proof.verify import verify
from symplex.solver.solution.solution import Solution

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks of one language."""
    fences = path.read_text(encoding="utf-8").split("```")
    found = [block.partition("\n") for block in fences[1::2]]
    return [body for kind, _, body in found if kind == language]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_blocks_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # an example may write a file
    for block in blocks(path, "python"):
        exec(compile(block, str(path), "exec"), {"symplex": symplex})


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_problem_files_are_sound_and_their_pages_are_real(path, tmp_path):
    pages = blocks(path, "")
    for block in blocks(path, "toml"):
        file = tmp_path / "example.toml"
        file.write_text(block, encoding="utf-8")
        problem = Problem.from_file(file)
        answers = [page for page in pages if f"\n{problem.unknowns[0]} = " in page]
        assert f"{check(problem)}\n" in pages or any(is_real(problem, page) for page in answers)


def is_real(problem: Problem, page: str) -> bool:
    """Whether a formula has the first line and the certificate that a document shows with it."""
    head, certificate = page.split("\n\n")
    first, _, formula = head.partition("\n")
    answer = read_answer(problem, formula)
    made = verify(problem, answer)
    solution = Solution(problem, made.status.of_answer, answer, made)
    return (first, certificate) == (solution.headline, f"{made}\n")


def test_the_readme_is_short_and_wraps():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 600
    prose = "".join(text.split("```")[::2])  # a page of the program's is shown as it is printed
    assert max(map(len, prose.splitlines())) <= 100


def test_links_lead_somewhere():
    for path in (*DOCUMENTS, ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
