"""The addresses, and what they answer."""

import asyncio
import sys

import pytest

from support.saved import ended
from support.served import HEAT

pytest.importorskip("fastapi", reason="needs symplex[serve]")
pytest.importorskip("httpx", reason="needs httpx, which asks it")


import httpx

from symplex.app.workbench import searches as module
from symplex.app.workbench.app import make_app
from symplex.app.workbench.bench import Workbench
from symplex.app.workbench.guard import Guard
from symplex.app.workbench.hosts import Hosts
from symplex.app.workbench.limits import Limits

SLEEPER = (sys.executable, "-c", "import time; time.sleep(600)")
OWN = {"origin": "http://localhost:8765"}


@pytest.fixture
def client(home, monkeypatch):
    monkeypatch.setattr(module, "_COMMAND", SLEEPER)
    ended(home, "heat-1", HEAT, "u = exp(-t)*sin(x)")
    limits = Limits(longest=100.0)
    bench = Workbench.opened(home, limits)
    yield Client(Guard(make_app(bench), Hosts.local(8765), limits))
    bench.searches.close()


class Client:
    """Asks an application without a network."""

    def __init__(self, app):
        self.app = app

    def request(self, method, path, **rest):
        async def ask():
            way = httpx.ASGITransport(self.app)
            address = "http://localhost:8765"
            async with httpx.AsyncClient(transport=way, base_url=address, headers=OWN) as client:
                return await client.request(method, path, **rest)

        return asyncio.run(ask())

    def get(self, path, **rest):
        return self.request("GET", path, **rest)

    def post(self, path, **rest):
        return self.request("POST", path, **rest)

    def delete(self, path, **rest):
        return self.request("DELETE", path, **rest)


def test_the_page_and_its_files_are_served_with_their_kinds(client):
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    for name, kind in (("app.js", "text/javascript"), ("style.css", "text/css")):
        assert client.get(f"/static/{name}").headers["content-type"].startswith(kind)
    assert client.get("/static/icon.svg").headers["content-type"] == "image/svg+xml"


def test_the_page_loads_nothing_from_elsewhere(client):
    names = ["", "static/style.css"]
    names += [f"static/{name}.js" for name in ("app", "api", "dom", "write", "run", "runs")]
    for name in names:
        text = client.get(f"/{name}").text.replace("http://www.w3.org/", "")
        assert "http://" not in text
        assert "https://" not in text
        assert "innerHTML" not in text


def test_a_problem_is_checked_and_searched_for(client):
    checked = client.post("/api/check", json={"text": HEAT}).json()
    assert checked["mistakes"] == []
    answer = client.post("/api/searches", json={"text": HEAT, "time_limit": 5})
    assert answer.status_code == 202
    name = answer.json()["name"]
    assert client.get("/api/searches").json()["running"][0]["name"] == name
    assert client.get(f"/api/runs/{name}").json()["state"] == "starting"
    assert client.delete(f"/api/searches/{name}").status_code == 200


def test_runs_are_listed_shown_drawn_compared_and_exported(client):
    assert client.get("/api/runs").json()["total"] == 1
    assert client.get("/api/runs/heat-1").json()["state"] in ("saved as exact", "exact")
    query = {"unknown": "u", "across": "x", "at.t": "1"}
    assert client.get("/api/runs/heat-1/picture", params=query).json()["at"] == {"t": 1.0}
    assert len(client.get("/api/compare", params={"run": ["heat-1"]}).json()) == 1
    file = client.get("/api/runs/heat-1/export/latex")
    assert file.headers["content-disposition"] == 'attachment; filename="heat-1.tex"'
    assert client.get("/api/runs/heat-1").json()["state"] == "exact"  # it was proved for the file
    assert client.post("/api/runs/heat-1/resume", json={"time_limit": 50}).status_code == 202


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/runs/nothing", None, 404),
        ("GET", "/api/runs?offset=-1", None, 422),
        ("GET", "/static/nothing.js", None, 404),
        ("GET", "/nowhere", None, 404),
        ("GET", "/docs", None, 404),
        ("GET", "/openapi.json", None, 404),
        ("GET", "/api/runs/heat-1/picture?unknown=u", None, 422),
        ("GET", "/api/runs/heat-1/picture?unknown=u&across=q", None, 400),
        ("GET", "/api/runs/heat-1/picture?unknown=u&across=x&at.t=much", None, 400),
        ("GET", "/api/runs/heat-1/export/exe", None, 400),
        ("POST", "/api/check", {"text": 3}, 422),
        ("POST", "/api/check", {"text": "", "more": 1}, 422),
        ("POST", "/api/searches", {"text": "nonsense"}, 400),
        ("POST", "/api/searches", {"text": HEAT, "seed": -1}, 422),
        ("POST", "/api/searches", {"text": HEAT, "time_limit": 1e9}, 400),
        ("POST", "/api/searches", {"text": HEAT, "recipe": "--output=/etc"}, 422),
        ("DELETE", "/api/searches/nothing", None, 404),
        ("PUT", "/api/check", {"text": ""}, 405),
    ],
)
def test_what_cannot_be_done_is_one_sentence(client, method, path, body, status):
    answer = client.request(method, path, json=body)
    assert answer.status_code == status
    assert answer.json()["error"]
