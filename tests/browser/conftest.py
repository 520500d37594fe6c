"""A Chromium of the system's, and a workbench for it to look at."""

import os
import shutil
import time
from pathlib import Path

import pytest

from support.served import serving

WIDE, NARROW = 1280, 390
_OVERFLOWING = Path(__file__).with_name("overflowing.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright  # late: others do without it

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("needs Chromium: make test-browser installs it")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def axe():
    script = Path(os.environ.get("SYMPLEX_AXE", "build/browser/node_modules/axe-core/axe.min.js"))
    if not script.is_file():
        pytest.skip("needs axe-core: make test-browser installs it")
    return script.read_text(encoding="utf-8")


@pytest.fixture
def address(tmp_path):
    with serving(tmp_path / "runs") as url:
        yield url


@pytest.fixture
def page(browser, address):
    context = browser.new_context(viewport={"width": WIDE, "height": 900}, bypass_csp=False)
    opened = context.new_page()
    wrong = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    opened.goto(address)
    yield opened
    context.close()
    assert wrong == []


@pytest.fixture
def photograph(page, tmp_path):
    """Keeps what a page looks like, wide and narrow, and refuses what does not fit."""
    folder = Path(os.environ.get("SYMPLEX_SCREENSHOTS", tmp_path / "screenshots"))
    folder.mkdir(parents=True, exist_ok=True)

    def taken(name, shown=page):
        for width in (WIDE, NARROW):
            shown.set_viewport_size({"width": width, "height": 900 if width == WIDE else 844})
            _wait_until_it_fits(shown, f"{name} at {width} pixels")
            shown.screenshot(path=folder / f"{name}-{width}.png", full_page=True)
        shown.set_viewport_size({"width": WIDE, "height": 900})

    return taken


def _wait_until_it_fits(page, what):
    """A page that has another width is arranged anew, which a slow machine takes its time for."""
    deadline = time.monotonic() + 10
    page.wait_for_timeout(300)
    assert "mistake of its own" not in page.inner_text("body")
    while found := page.evaluate(_OVERFLOWING):
        assert time.monotonic() < deadline, f"{what}: {found}"
        page.wait_for_timeout(200)
