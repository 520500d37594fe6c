"""The certificate as a value, as a page and as JSON."""

import json
from dataclasses import replace

import pytest

from symplex.errors import SymplexError
from symplex.proof.certificate import SCHEMA, Certificate, Check, Level, Status, conclude

PROVED = Check("u_t = u_xx", "interior", proved=True, how="an identity", level=Level.SYMBOLIC)
PRECISE = replace(PROVED, where="t = 0", level=Level.HIGH_PRECISION)
OPEN = Check("u = 0", "x = 0", proved=False, worst=2e-9, how="too long", point={"x": 0.0})
UNSEEN = Check("u = 1", "x = 1", proved=False, how="not reached")
REFUTED = replace(OPEN, worst=0.25, refuted=True, how="the residual is certainly not zero")
CERTIFICATES = (
    conclude((PROVED, PROVED), ("all of space is meant",)),
    conclude((PROVED, PRECISE)),
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
        (Status.EXACT, Level.SYMBOLIC),
        (Status.EXACT, Level.HIGH_PRECISION),
        (Status.APPROXIMATE, Level.NUMERIC),
        (Status.REFUTED, Level.NUMERIC),
        (Status.APPROXIMATE, Level.NUMERIC),
    ]


def test_a_residual_that_was_not_computed_is_none_and_not_zero():
    assert UNSEEN.worst is None
    assert UNSEEN.to_json()["worst"] is None
    assert PROVED.worst == 0.0
    assert replace(PROVED, proved=False).worst is None
    infinite = Check("u", "interior", proved=False, worst=float("inf"), point={"x": 0.0})
    assert infinite.worst is None


def test_the_json_follows_the_contract():
    raw = CERTIFICATES[3].to_json()
    assert (raw["schema"], raw["status"], raw["level"]) == (SCHEMA, "refuted", "numeric")
    assert raw["checks"][0] == {
        "what": "u_t = u_xx",
        "where": "interior",
        "proved": True,
        "worst": 0.0,
        "refuted": False,
        "level": "symbolic",
        "how": "an identity",
        "point": None,
    }


@pytest.mark.parametrize("certificate", CERTIFICATES, ids=repr)
def test_the_form_of_version_0_1_is_read(certificate):
    raw = certificate.to_json()
    for key in ("schema", "status"):
        del raw[key]
    for check in raw["checks"]:
        del check["level"]
        check["worst"] = check["worst"] or 0.0
    read = Certificate.from_json(raw)
    assert (read.status, read.level) == (certificate.status, certificate.level)
    assert [(c.proved, c.refuted, c.worst) for c in read.checks] == [
        (c.proved, c.refuted, c.worst) for c in certificate.checks
    ]
    assert all(c.level is certificate.level for c in read.checks if c.proved)


def test_a_later_schema_is_refused_and_said_to_be_later():
    with pytest.raises(SymplexError, match="a later version wrote it"):
        Certificate.from_json(CERTIFICATES[0].to_json() | {"schema": SCHEMA + 1})


@pytest.mark.parametrize(
    "change",
    [{"level": "certain"}, {"status": "true"}, {"checks": 3}, {"checks": [{}]}, {"schema": None}],
)
def test_nonsense_is_not_a_certificate(change):
    with pytest.raises(SymplexError, match="not a saved certificate"):
        Certificate.from_json(CERTIFICATES[0].to_json() | change)


def test_the_page():
    assert str(conclude((PROVED, REFUTED), ("a note",))) == (
        "refuted (level: numeric)\n"
        "  proved  u_t = u_xx  [interior]: an identity\n"
        "  REFUTED u = 0  [x = 0]: the residual is certainly not zero\n"
        "          worst 0.25 at x = 0\n"
        "  note: a note"
    )
    assert str(conclude(())) == "approximate (level: numeric)"


def test_reprs_are_one_short_line():
    assert repr(PROVED) == "<Check proved: u_t = u_xx [interior]>"
    assert repr(CERTIFICATES[2]) == "<Certificate approximate, numeric: 1 of 3 checks proved>"
