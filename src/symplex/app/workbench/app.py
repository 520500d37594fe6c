"""The addresses of the workbench: FastAPI over `bench`, behind `guard`.

Owns addresses, the shape of requests, the status of answers and the stream of events. Every refusal
is an object with one sentence.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from importlib import resources
from pathlib import PurePath
from types import MappingProxyType
from typing import Annotated, Any, Final, final

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from symplex.app.workbench.bench import Workbench
from symplex.app.workbench.pictures import View
from symplex.app.workbench.reports import POLICY
from symplex.app.workbench.saved_runs import UnknownRunError
from symplex.errors import SymplexError

_EVERY_CHANGE: Final = 0.4
_ALIVE: Final = 40
"""So many looks without news, then a line that keeps the connection open."""


class News(Enum):
    """What a window is told of."""

    QUEUE = "queue"
    RUN = "run"
    PROGRESS = "progress"


@final
@dataclass
class Streams:
    """The open streams of one server.

    A window is told when something has changed, and how far a search is. Files are looked at, not
    watched: what saves them is another process, and a look costs a few microseconds.
    """

    bench: Workbench
    open: int = 0

    def take(self) -> bool:
        """Take a place for one more; False if there is none."""
        if self.open >= self.bench.limits.streams:
            return False
        self.open += 1
        return True

    def give_back(self) -> None:
        """Give a place back."""
        self.open -= 1

    async def events(self, run: str | None) -> AsyncIterator[str]:
        """What one window is told, until it is closed.

        Args:
            run: The run that it shows, if it shows one.
        """
        seen: tuple[object, ...] = (None, None, None)
        silent = 0
        while True:
            now = self._signatures(run)
            news = [self._event(kind, run) for kind, a, b in _pairs(seen, now) if a != b]
            seen = now
            silent = 0 if news else silent + 1
            for line in news:
                yield line
            if silent >= _ALIVE:
                silent = 0
                yield ": still here\n\n"
            await asyncio.sleep(_EVERY_CHANGE)

    def _signatures(self, run: str | None) -> tuple[object, ...]:
        queue = self.bench.searches.version, self._begun()
        if run is None:
            return queue, None, None
        try:
            runs = self.bench.runs
            saved = (queue, runs.signature(run), runs.is_verified(run))
            return queue, saved, self.bench.runs.progress_signature(run)
        except SymplexError:
            return queue, ("no run yet", queue), None

    def _begun(self) -> tuple[str, ...]:
        """Those of the searches with a process whose runs are there to be shown by now."""
        begun: list[str] = []
        for search in self.bench.searches.running:
            with suppress(SymplexError):
                begun.append(self.bench.runs.path(search.name).name)
        return tuple(begun)

    def _event(self, kind: News, run: str | None) -> str:
        content: dict[str, Any] | None = {}
        if kind is News.PROGRESS and run is not None:
            try:
                content = self.bench.runs.progress(run)
            except SymplexError:
                content = None
        return f"event: {kind.value}\ndata: {json.dumps(content)}\n\n"


def _pairs(seen: tuple[object, ...], now: tuple[object, ...]) -> list[tuple[News, object, object]]:
    return list(zip(News, seen, now, strict=True))


_EVERY: Final = 0.2
"""Seconds between two looks at the processes."""
_UNFIT: Final = re.compile(r"[^A-Za-z0-9._-]")
"""What stands in no header."""
_LARGEST_SEED: Final = 2**31 - 1
_KINDS: Final = MappingProxyType(
    {
        ".html": "text/html",
        ".css": "text/css",
        ".js": "text/javascript",
        ".svg": "image/svg+xml",
    }
)
"""By a file's ending; the system's own table may say otherwise."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Written(_Strict):
    """A problem that is being written."""

    text: str


class Asked(Written):
    """A search that someone wants."""

    seed: Annotated[int, Field(ge=0, le=_LARGEST_SEED)] = 0
    time_limit: Annotated[float, Field(allow_inf_nan=False)] = 60.0
    recipe: Annotated[str, Field(pattern="^[a-z]{1,20}$")] = "default"
    hints: list[str] = []


class Continued(_Strict):
    """A run that is to be continued."""

    time_limit: Annotated[float, Field(allow_inf_nan=False)]


def make_app(bench: Workbench) -> FastAPI:
    """The application of one workbench, still without its guard."""

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncGenerator[None]:
        task = asyncio.create_task(_advance(bench))
        yield
        task.cancel()
        bench.searches.close()

    app = FastAPI(
        lifespan=life, docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False
    )
    _add_errors(app)
    _add_files(app)
    _add_problems(app, bench)
    _add_searches(app, bench)
    _add_runs(app, bench)
    _add_exports(app, bench)
    return app


async def _advance(bench: Workbench) -> None:
    while True:
        bench.searches.advance()
        await asyncio.sleep(_EVERY)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(SymplexError)
    def mistaken(_: Request, error: SymplexError) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        status = 404 if isinstance(error, UnknownRunError) else 400
        return JSONResponse({"error": " ".join(str(error).split())}, status)

    @app.exception_handler(RequestValidationError)
    def malformed(_: Request, error: RequestValidationError) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        first: dict[str, Any] = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return JSONResponse({"error": f"{where or 'the request'}: {first['msg']}"}, 422)

    @app.exception_handler(HTTPException)
    def missing(_: Request, error: HTTPException) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        return JSONResponse({"error": str(error.detail).lower()}, error.status_code)


def _add_files(app: FastAPI) -> None:
    """The page itself: a fixed set of files, read once; no address is ever a path."""
    folder = resources.files("symplex.app.workbench") / "static"
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}

    def served(name: str) -> Response:
        kind = _KINDS[PurePath(name).suffix]
        return Response(files[name], media_type=kind, headers={"cache-control": "no-cache"})

    @app.get("/")
    async def page() -> Response:  # pyright: ignore[reportUnusedFunction]
        return served("index.html")

    @app.get("/static/{name}")
    async def file(name: str) -> Response:  # pyright: ignore[reportUnusedFunction]
        if name not in files:
            raise UnknownRunError("there is no such file")
        return served(name)


def _add_problems(app: FastAPI, bench: Workbench) -> None:
    @app.get("/api/problems")
    def problems() -> list[str]:  # pyright: ignore[reportUnusedFunction]
        return bench.problems()

    @app.get("/api/problems/{name}")
    def problem(name: str) -> dict[str, str]:  # pyright: ignore[reportUnusedFunction]
        return {"text": bench.problem_text(name)}

    @app.post("/api/check")
    def check(written: Written) -> dict[str, Any]:  # pyright: ignore[reportUnusedFunction]
        return bench.check(written.text)


def _add_searches(app: FastAPI, bench: Workbench) -> None:
    # Not in threads: the queue belongs to the one that answers.
    @app.post("/api/searches", status_code=202)
    async def submit(request: Asked) -> dict[str, Any]:  # pyright: ignore[reportUnusedFunction]
        return bench.submit(request.text, request.model_dump(exclude={"text"}))

    @app.get("/api/searches")
    async def queue() -> dict[str, Any]:  # pyright: ignore[reportUnusedFunction]
        return bench.queue()

    @app.delete("/api/searches/{name}")
    async def stop(name: str) -> dict[str, Any]:  # pyright: ignore[reportUnusedFunction]
        return bench.stop(name)

    @app.post("/api/runs/{name}/resume", status_code=202)
    async def resume(name: str, request: Continued) -> dict[str, Any]:  # pyright: ignore[reportUnusedFunction]
        return bench.resume(name, request.time_limit)


def _add_runs(app: FastAPI, bench: Workbench) -> None:
    streams = Streams(bench)

    @app.get("/api/runs")
    def runs(offset: Annotated[int, Query(ge=0)] = 0) -> dict[str, Any]:  # pyright: ignore[reportUnusedFunction]
        return bench.runs.summaries(offset, bench.limits.listed)

    @app.get("/api/runs/{name}")
    def run(name: str) -> dict[str, Any]:  # pyright: ignore[reportUnusedFunction]
        return bench.run(name)

    @app.get("/api/compare")
    def compare(run: Annotated[list[str], Query()]) -> list[dict[str, Any]]:  # pyright: ignore[reportUnusedFunction]
        return bench.compared(run)

    @app.get("/api/runs/{name}/picture")
    def picture(  # pyright: ignore[reportUnusedFunction]
        name: str, unknown: str, across: str, request: Request, up: str | None = None
    ) -> dict[str, Any]:
        return bench.picture(name, View(unknown, across, up, _values(request)))

    @app.get("/api/events")
    async def events(run: str | None = None) -> Response:  # pyright: ignore[reportUnusedFunction]
        if not streams.take():
            return JSONResponse({"error": "too many windows are open"}, 503)
        return _Stream(streams, run)


def _add_exports(app: FastAPI, bench: Workbench) -> None:
    """What is taken away from a run: a file, or its report."""

    @app.get("/api/runs/{name}/export/{form}")
    def export(name: str, form: str) -> Response:  # pyright: ignore[reportUnusedFunction]
        content, file = bench.export(name, form)
        safe = _UNFIT.sub("-", file)
        headers = {"content-disposition": f'attachment; filename="{safe}"'}
        return Response(content, media_type="text/plain; charset=utf-8", headers=headers)

    @app.get("/api/runs/{name}/report")
    async def report(name: str) -> Response:  # pyright: ignore[reportUnusedFunction]
        page = await bench.reports.page(bench.runs.path(name))
        headers = {"content-security-policy": POLICY}
        return Response(page, media_type="text/html; charset=utf-8", headers=headers)


class _Stream(StreamingResponse):
    """An open stream, which gives its place back however it ends."""

    def __init__(self, streams: Streams, run: str | None) -> None:
        super().__init__(streams.events(run), media_type="text/event-stream")
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.give_back()


def _values(request: Request) -> dict[str, float]:
    """The values of the sliders: ``at.x=0.5``."""
    given = ((key.split(".", 1), value) for key, value in request.query_params.items())
    try:
        return {key[1]: float(value) for key, value in given if len(key) > 1}
    except ValueError:
        raise SymplexError("expected a number for each slider") from None
