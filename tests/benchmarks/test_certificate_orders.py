"""A certificate does not depend on what the process verified before it."""

from pathlib import Path

import certificate_orders
from certificate_orders import Item, certified, differences
from near_misses.cases import BENCHMARKS, BUNDLED

COLLECTION = BENCHMARKS / "collection"
ITEMS = [
    *(Item(BUNDLED / f"{name}.toml", text) for name, text in (
        ("heat", "u = sin(x)*cos(y)*exp(-2*t)"),
        ("heat", "u = sin(x)*cos(y)*exp(-2*t) + 1e-45*x"),
        ("heat", "u = 2*sin(x/2)*cos(x/2)*cos(y)*exp(-2*t)"),
        ("eikonal", "u = max(sqrt(x^2 + y^2) - t, 0)"),
        ("eikonal", "u = max(sqrt(x^2 + y^2) - t, t/2)"),
        ("burgers", "u = abs(x) + abs(y) + t"),
        ("hj-concave", "u = acos(cos(x)) + t/2"),
        ("poisson-exp", "u = (exp(x) + exp(y))*(sin(x)^2 + cos(x)^2)"),
    )),
    *(Item(COLLECTION / f"{name}.toml", text) for name, text in (
        ("beam", "u = sin(2*x)*cos(4*t)"),
        ("beam", "u = sin(2*x)*cos(4*t)*(1 + 1e-12)"),
        ("kdv-soliton", "u = 2*(1 - tanh(x - 4*t)^2)"),
        ("kdv-soliton", "u = 2/cosh(x - 4.000001*t)^2"),
    )),
]  # fmt: skip


def test_two_orders_and_fresh_processes_agree():
    assert len(ITEMS) == 12
    assert differences(ITEMS, orders=2) == {}


def test_a_difference_is_found(monkeypatch):
    monkeypatch.setattr(certificate_orders, "certified_afresh", lambda item, seed: "another")
    found = differences(ITEMS[:1], orders=1)
    assert list(found) == ITEMS[:1]


def test_a_certificate_is_compared_whole():
    text = certified(Item(Path(BUNDLED / "heat.toml"), "u = x"))
    assert all(part in text for part in ("status", "verdicts", "checks", "notes", "worst"))
