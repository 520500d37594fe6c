"""Reasons: every code has a sentence, is used and documented, and no sentence is made elsewhere."""

import ast
import importlib.util
import json
import re
from functools import cache

import pytest

from support.checkout import ROOT
from symplex.codes import CODES, ReferenceCode, RunCode, UniquenessCode, read_reason, told
from symplex.reasons import Code, Reason
from symplex.sentences import SENTENCES, facts_told, saved_reason, saved_reasons, sentence

SOURCES = ROOT / "src" / "symplex"
HOME = {SOURCES / name for name in ("reasons.py", "codes.py", "sentences.py")}
ENUMERATIONS = {type(code).__name__: type(code) for code in CODES}
FACTS_ALONE = re.compile(r"\{\w+\}")
"""A sentence that is nothing but one fact: the words come from elsewhere."""
NESTED = Reason(
    Code.WEAK_NONE_FITS,
    part=Code.PART_ANSWER,
    reasons=(Reason(Code.PIECES_TOO_MANY, most=64), Reason(Code.WEAK_NOT_LINEAR)),
)


@cache
def trees():
    """Each module of the package, parsed."""
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCES.rglob("*.py"))}


STOP_REASONS = SOURCES / "solver" / "search" / "state.py"
"""Why a run ended is an enumeration of its own, whose values are the words of the contract."""


def texts(tree):
    """Each string of a module that is not its documentation, with its line."""
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in documented:
            yield node.value, node.lineno


def used():
    """Each mention of a code outside of the two modules that own codes and words."""
    for path, tree in trees().items():
        if path not in HOME:
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ENUMERATIONS:
                    yield ENUMERATIONS[ast.unparse(node.value)][node.attr]


def made():
    """Each reason that is made from a code and facts that stand there: place, code and names."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                first = node.args[0]
                is_code = isinstance(first, ast.Attribute) and isinstance(first.value, ast.Name)
                maker = node.func.id if isinstance(node.func, ast.Name) else ""
                names = [keyword.arg for keyword in node.keywords]
                if (
                    is_code
                    and first.value.id in ENUMERATIONS
                    and maker in MAKERS
                    and None not in names
                ):
                    yield (
                        f"{path.name}:{node.lineno}",
                        ENUMERATIONS[first.value.id][first.attr],
                        set(names) - {"applies"},
                    )


MAKERS = {"Reason", "Undecided", "Missing", "OutOfBudget", "Refused", "NoScheme"}


def test_every_code_has_a_sentence_of_its_own():
    assert list(SENTENCES) == list(CODES)
    words = [text for text in SENTENCES.values() if not FACTS_ALONE.fullmatch(text)]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("code", CODES)
def test_codes_are_dotted_and_named_alike(code):
    assert re.fullmatch(r"[a-z]+(\.[a-z]+(-[a-z]+)*)?", code.value)
    assert code.name == re.sub("[.-]", "_", code.value).upper()


def test_every_code_is_used():
    assert set(CODES) - set(used()) == {RunCode.TOLD}


def test_every_code_is_documented():
    spec = importlib.util.spec_from_file_location("listed", ROOT / "docs" / "reasons.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = (ROOT / "docs" / "reasons.md").read_text("utf-8")
    assert page.endswith(module.listing()), "run: python docs/reasons.py"
    assert all(page.count(f"| `{code.value}` |") == 1 for code in CODES)


def test_reasons_are_made_with_the_facts_that_their_sentences_tell():
    found = list(made())
    assert len(found) > 200
    for place, code, names in found:
        needed = set(re.findall(r"\{(\w+)", re.sub("⟨[^⟩]*⟩", "", SENTENCES[code])))
        # Which way a viscosity solution was oriented is added by the caller.
        assert needed <= names <= facts_told(code), (place, code, names)


def test_no_sentence_is_written_elsewhere():
    parts = {}
    for code, text in SENTENCES.items():
        longest = max(re.split(r"\{[^}]*\}|[⟨⟩]", text), key=len).strip()
        if longest.count(" ") > 2:
            parts[longest] = code
    for path, tree in trees().items():
        if path in HOME | {STOP_REASONS}:
            continue
        for text, at in texts(tree):
            found = [code for part, code in parts.items() if part in text]
            assert not found, f"{path}:{at} says what the sentence of {found} says"


def test_nothing_is_refused_in_words():
    refusing = MAKERS | {"NoReference", "Lost", "LostTask"}
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in refusing:
                words = isinstance(node.args[0], ast.JoinedStr | ast.Constant)
                assert not words, f"{path}:{node.lineno} refuses in words"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason(Code.SHOWN_ZERO), "zero in normal form"),
        (Reason(Code.SHOWN_ZERO, pieces=3), "zero in normal form, 3 pieces"),
        (Reason(Code.SHOWN_ZERO, pieces=None), "zero in normal form"),
        (
            Reason(Code.SHOWN_LIMIT, sets=("x = 0", "y = 0")),
            "as a limit, locally uniform away from x = 0 and y = 0, bounded there",
        ),
        (
            Reason(Code.PLACE_CLOSED_DOMAIN, faces=("t = 0", "x = 1")),
            "closed domain, off t = 0, off x = 1",
        ),
        (Reason(Code.BUDGET_TIME, seconds=60.0), "the time limit of 60 s was reached"),
        (
            NESTED,
            "the answer is not smooth, and more than 64 pieces; "
            "it is not linear with smooth coefficients in what jumps",
        ),
        (
            Reason(
                UniquenessCode.UNIQUE_ONLY,
                shown=Reason(
                    UniquenessCode.UNIQUE_TYCHONOFF, functions=UniquenessCode.CLASS_GAUSSIAN
                ),
            ),
            "the only one among continuous functions with |u| ≤ C·exp(a|x|²), "
            "by Tychonoff's theorem",
        ),
        (
            Reason(Code.SHOWN_VISCOSITY, shape="convex", orientation=Code.ORIENTATION_RATE),
            "oriented to +u_t; F is convex in the gradient; the inequality at kinks is shown",
        ),
        (
            Reason(Code.PROOF_BOX_ONLY, reason=Reason(Code.ALGEBRA_TOO_LARGE)),
            "the formula grows too large for exact algebra; shown on the box twice as wide only",
        ),
        (
            Reason(RunCode.ATTEMPT_SHORTER, why=RunCode.ATTEMPT_REWRITING),
            "a shorter form may have been missed: "
            "the search for an easier form of a formula was stopped",
        ),
        (
            Reason(RunCode.RUN_HINT, hint="c*x", why=Reason(RunCode.SKELETON_NO_VALUES, share=0.5)),
            "the hint 'c*x' gave no proved answer: "
            "no values of its constants satisfy the statement; "
            "the best ones that were found leave 0.5 of what zero leaves",
        ),
        (
            Reason(RunCode.MEASURED_NO_REFERENCE, reason=ReferenceCode.REFERENCE_NONE_APPLIES),
            "errors are not measured, for want of a reference: no method applies to such a problem",
        ),
    ],
    ids=lambda one: one.code.value if isinstance(one, Reason) else "",
)
def test_sentences_read_well(reason, words):
    assert sentence(reason) == words


def test_a_fact_is_no_template():
    guard = "{guard} ⟨{most}⟩ |"
    reason = Reason(Code.MEETING_UNSOLVED, guard=guard)
    assert sentence(reason) == f"the set where {guard} = 0 could not be solved for a variable"


def test_a_missing_fact_is_no_sentence():
    with pytest.raises(KeyError):
        sentence(Reason(Code.PIECES_TOO_MANY))


def test_the_same_code_with_the_same_facts_is_the_same_reason():
    one = Reason(Code.LIMIT_NOT_SHOWN, margin="x", rule="> 0")
    other = Reason(Code.LIMIT_NOT_SHOWN, rule="> 0", margin="x")
    assert one == other
    assert len({one, other}) == 1
    assert one != Reason(Code.LIMIT_NOT_SHOWN, margin="y", rule="> 0")
    assert Reason(Code.WEAK_NONE_FITS, part=Code.PART_FLUX).codes[1] is Code.PART_FLUX


def test_the_codes_within_a_reason_are_known():
    assert NESTED.codes == (
        Code.WEAK_NONE_FITS,
        Code.PART_ANSWER,
        Code.PIECES_TOO_MANY,
        Code.WEAK_NOT_LINEAR,
    )


@pytest.mark.parametrize("reason", [NESTED, told("as it was"), Reason(Code.ZERO_NOT_SHOWN)])
def test_what_is_written_is_read(reason):
    plain = json.loads(json.dumps(reason.to_json()))
    assert read_reason(plain) == reason
    assert saved_reason(plain, "other words") == reason


@pytest.mark.parametrize(
    "plain",
    [
        None,
        3,
        [],
        {},
        {"code": "something.new"},
        {"code": "pieces.too-many"},
        {"code": "pieces.too-many", "facts": {"most": None}},
        {"code": "pieces.too-many", "facts": {"most": True}},
        {"code": "pieces.too-many", "facts": {"most": {"code": "?"}}},
        {"code": "pieces.too-many", "facts": 3},
    ],
)
def test_what_this_version_does_not_know_is_kept_in_words(plain):
    assert saved_reason(plain, "the words") == told("the words")


def test_sentences_without_codes_are_told():
    assert saved_reasons(None, ["a", "b"]) == (told("a"), told("b"))
    assert saved_reasons([NESTED.to_json()], ["a", "b"]) == (told("a"), told("b"))
    assert sentence(told("{a}")) == "{a}"


def test_a_traceback_shows_the_code():
    assert str(Reason(Code.PIECES_TOO_MANY, most=64)) == "pieces.too-many (most = 64)"
    assert str(Reason(Code.WEAK_NOT_LINEAR)) == "weak.not-linear"
