"""A Chromium of the system's, and a workbench for it to look at."""

import os
import shutil
from pathlib import Path

import pytest
from support.served import serving

pytest.importorskip("playwright", reason="needs symplex[browser]: make test-browser")

WIDE, NARROW = 1280, 390


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

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

    def taken(name):
        for width in (WIDE, NARROW):
            page.set_viewport_size({"width": width, "height": 900 if width == WIDE else 844})
            page.wait_for_timeout(300)
            assert page.evaluate(_OVERFLOWING) == [], f"{name} at {width} pixels"
            page.screenshot(path=folder / f"{name}-{width}.png", full_page=True)
        page.set_viewport_size({"width": WIDE, "height": 900})

    return taken


_OVERFLOWING = """() => {
  const found = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) found.push(`page ${document.documentElement.scrollWidth} > ${width}`);
  const scrolls = (node) => node && (['auto', 'scroll'].includes(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
  const shown = [...document.querySelectorAll('h1,h2,h3,p,a,button,label,select,input,td,th,dt,dd,summary,svg,canvas')]
    .filter((node) => node.checkVisibility() && !node.closest('.unseen,.skip,thead,svg *'));
  for (const node of shown) {
    const box = node.getBoundingClientRect();
    if (box.width && (box.right > width + 1 || box.left < -1) && !scrolls(node.parentElement)) found.push(`${node.tagName} ${node.textContent.slice(0, 30)} leaves the page`);
    if (['BUTTON', 'LABEL', 'H1', 'H2'].includes(node.tagName) && node.scrollWidth > node.clientWidth + 2) found.push(`${node.tagName} ${node.textContent.slice(0, 30)} is cut off`);
  }
  const apart = shown.filter((node) => ['BUTTON', 'A', 'INPUT', 'SELECT'].includes(node.tagName));
  for (const [index, one] of apart.entries()) for (const other of apart.slice(index + 1)) {
    if (one.contains(other) || other.contains(one)) continue;
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) found.push(`${one.outerHTML.slice(0, 60)} lies over ${other.outerHTML.slice(0, 60)}`);
  }
  return found;
}"""
"""What is wider than the page, cut off, or lies over something else."""
