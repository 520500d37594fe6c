"""The certificate as a value, as a page and as JSON."""

import json
from dataclasses import replace

import pytest

from support.checks import check as unshown
from support.checks import proved
from symplex.codes import RunCode, UniquenessCode
from symplex.errors import SymplexError
from symplex.proof.certificate import SCHEMA, Certificate, conclude
from symplex.proof.verdict import Verdict
from symplex.reasons import Code, Reason
from symplex.sentences import sentence

PROVED = proved("u_t = u_xx")
ZERO, LONG = Reason(Code.ZERO_NOT_SHOWN), Reason(Code.ALGEBRA_TOO_LARGE)
DIGITS = unshown("u = x", "t = 0", verdict=Verdict.CONJECTURED, reason=ZERO)
OPEN = unshown("u = 0", "x = 0", worst=2e-9, reason=LONG, point={"x": 0.0})
UNSEEN = unshown("u = 1", "x = 1", reason=Reason(Code.CONDITION_NO_PIECE))
REFUTED = replace(OPEN, worst=0.25, verdict=Verdict.REFUTED, reason=Reason(Code.ZERO_REFUTED))
REMARK = Reason(UniquenessCode.OPEN_FACES, names=("x",))
CERTIFICATES = (
    conclude((PROVED, PROVED), (REMARK,), notion="classical"),
    conclude((PROVED, DIGITS)),
    conclude((PROVED, OPEN, UNSEEN)),
    conclude((PROVED, REFUTED)),
    conclude(()),
)


@pytest.mark.parametrize("certificate", CERTIFICATES, ids=repr)
def test_a_round_trip_keeps_everything(certificate):
    raw = json.loads(json.dumps(certificate.to_json()))
    assert Certificate.from_json(raw) == certificate


def test_only_proofs_make_an_answer_exact():
    found = [(c.status, c.level) for c in CERTIFICATES]
    assert found == [
        (Verdict.EXACT, "symbolic"),
        (Verdict.CONJECTURED, "high-precision"),
        (Verdict.APPROXIMATE, "numeric"),
        (Verdict.REFUTED, "numeric"),
        (Verdict.APPROXIMATE, "numeric"),
    ]


@pytest.mark.parametrize(
    ("checks", "status", "level"),
    [
        ((DIGITS, DIGITS), Verdict.CONJECTURED, "high-precision"),
        ((PROVED, DIGITS, UNSEEN), Verdict.APPROXIMATE, "numeric"),
        ((DIGITS, REFUTED), Verdict.REFUTED, "numeric"),
    ],
)
def test_the_weakest_check_decides(checks, status, level):
    for order in (checks, checks[::-1]):
        certificate = conclude(order)
        assert (certificate.status, certificate.level) == (status, level)
        assert certificate.is_conjectured is (status is Verdict.CONJECTURED)


def test_a_verdict_decides_the_exit_code_and_what_becomes_of_an_answer():
    assert [one.exit_code for one in Verdict] == [0, 1, 1, 1, 1]
    assert Verdict.REFUTED.of_answer is Verdict.APPROXIMATE


def test_the_json_follows_the_contract():
    raw = CERTIFICATES[3].to_json()
    assert (raw["schema"], raw["status"], raw["level"]) == (SCHEMA, "refuted", "numeric")
    assert raw["checks"][0] == {
        "what": "u_t = u_xx",
        "where": "interior",
        "proved": True,
        "worst": 0.0,
        "refuted": False,
        "conjectured": False,
        "level": "symbolic",
        "how": "zero in normal form",
        "point": None,
        "code": "shown.zero",
        "facts": {},
        "subject": {"code": "line.equation", "facts": {"text": "u_t = u_xx"}},
        "place": {"code": "place.interior", "facts": {}},
    }
    noted = CERTIFICATES[0].to_json()
    assert noted["notes"] == [sentence(REMARK)]
    assert noted["note_reasons"] == [{"code": "open.faces", "facts": {"names": ["x"]}}]


@pytest.mark.parametrize("certificate", CERTIFICATES, ids=repr)
def test_the_form_of_version_0_1_is_read(certificate):
    raw = certificate.to_json()
    for key in ("schema", "status", "notion"):
        del raw[key]
    for check in raw["checks"]:
        check["proved"] |= check.pop("conjectured")  # digits counted as a proof
        del check["level"]
        check["worst"] = check["worst"] or 0.0
    read = Certificate.from_json(raw)
    assert (read.status, read.level) == (certificate.status, certificate.level)
    refuted = [[c.verdict is Verdict.REFUTED for c in one.checks] for one in (read, certificate)]
    assert refuted[0] == refuted[1]


@pytest.mark.parametrize("certificate", CERTIFICATES, ids=repr)
def test_sentences_that_were_saved_without_codes_are_read(certificate):
    raw = certificate.to_json()
    del raw["note_reasons"], raw["uniqueness_reason"]
    for line in raw["checks"]:
        del line["code"], line["facts"], line["subject"], line["place"]
    read = Certificate.from_json(raw)
    assert (str(read), read.status) == (str(certificate), certificate.status)
    assert all(one.subject.code is RunCode.TOLD for one in read.checks)
    assert all(remark.code is RunCode.TOLD for remark in read.remarks)


def test_codes_of_a_later_version_leave_the_sentence():
    raw = CERTIFICATES[0].to_json()
    raw["note_reasons"] = [{"code": "open.something-new", "facts": {}}]
    assert Certificate.from_json(raw).notes == CERTIFICATES[0].notes


def test_what_schema_2_called_exact_by_digits_is_conjectured():
    raw = CERTIFICATES[1].to_json() | {"schema": 2, "status": "exact"}
    for check in raw["checks"]:
        check["proved"] |= check.pop("conjectured")
    read = Certificate.from_json(raw)
    assert (read.status, read.level) == (Verdict.CONJECTURED, "high-precision")
    assert [c.proved for c in read.checks] == [True, False]
    with pytest.raises(SymplexError, match="says 'exact'"):
        Certificate.from_json(raw | {"schema": 3})


@pytest.mark.parametrize("schema", [2, SCHEMA])
@pytest.mark.parametrize(
    ("certificate", "claim", "sentence"),
    [
        (CERTIFICATES[0], {"status": "approximate"}, "its checks make it 'exact'"),
        (CERTIFICATES[0], {"level": "numeric"}, r"its checks make it 'exact' \(level: symbolic\)"),
        (CERTIFICATES[2], {"status": "exact"}, "says 'exact'"),
        (CERTIFICATES[2], {"status": "conjectured"}, "its checks make it 'approximate'"),
        (CERTIFICATES[3], {"status": "exact", "level": "symbolic"}, "make it 'refuted'"),
        (CERTIFICATES[4], {"status": "exact", "level": "symbolic"}, "make it 'approximate'"),
    ],
)
def test_a_saved_status_must_follow_from_the_checks(certificate, claim, sentence, schema):
    with pytest.raises(SymplexError, match=sentence):
        Certificate.from_json(certificate.to_json() | claim | {"schema": schema})


def test_a_later_schema_is_refused_and_said_to_be_later():
    with pytest.raises(SymplexError, match="a later version wrote it"):
        Certificate.from_json(CERTIFICATES[0].to_json() | {"schema": SCHEMA + 1})


@pytest.mark.parametrize(
    "change",
    [
        {"level": "certain"},
        {"status": "true"},
        {"checks": 3},
        {"checks": [{}]},
        {"checks": [PROVED.to_json() | {"proved": "false"}]},
        {"schema": None},
    ],
)
def test_nonsense_is_not_a_certificate(change):
    with pytest.raises(SymplexError, match=r"not a saved certificate|level: certain"):
        Certificate.from_json(CERTIFICATES[0].to_json() | change)


def test_the_page():
    assert str(conclude((PROVED, REFUTED), (REMARK,))) == (
        "refuted (level: numeric)\n"
        "  proved  u_t = u_xx  [interior]: zero in normal form\n"
        "  REFUTED u = 0  [x = 0]: the residual is certainly not zero\n"
        "          worst 0.25 at x = 0\n"
        f"  note: {sentence(REMARK)}"
    )
    assert str(conclude(())) == "approximate (level: numeric)"
    assert str(conclude((PROVED,), notion="viscosity, u_t + H")) == (
        "exact (level: symbolic)\n"
        "  notion of solution: viscosity, u_t + H\n"
        "  proved  u_t = u_xx  [interior]: zero in normal form"
    )


def test_the_page_of_a_conjecture_says_what_is_missing():
    assert str(conclude((PROVED, DIGITS))) == (
        "conjectured (level: high-precision)\n"
        "  missing: a proof of u = x [t = 0]; to 200 digits it holds at every point tried\n"
        "  proved  u_t = u_xx  [interior]: zero in normal form\n"
        "  conjectured u = x  [t = 0]: the residual does not reduce to zero"
    )
    assert "missing: proofs of u = x [t = 0], u = x [t = 0], u = x [t = 0] and 2 more;" in str(
        conclude((DIGITS,) * 5)
    )
    assert all("missing" not in str(c) for c in CERTIFICATES if not c.is_conjectured)


def test_reprs_are_one_short_line():
    assert repr(PROVED) == "<Check proved: u_t = u_xx [interior]>"
    assert repr(CERTIFICATES[2]) == "<Certificate approximate, numeric: 1 of 3 checks proved>"
