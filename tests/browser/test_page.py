"""The page in a browser: what a person does on it, from a mistake to an answer."""

import re

import pytest
from support.served import HEAT, LONG

pytestmark = pytest.mark.browser

WRONG = HEAT.replace("u_t = u_xx", "u_t = kapa*u_xx").replace("sin(x)", "sn(x)")
STATE = "h1 .state"


def write(page, text):
    page.fill("#text", text)


def clean(page):
    page.wait_for_function("document.querySelector('#mistakes-title').textContent === 'No mistakes'")


def solve(page, **fields):
    for field, value in fields.items():
        page.fill(f"#{field}", str(value))
    page.click("button:has-text('Solve'):enabled")


def wait_for_state(page, state, seconds=120):
    page.wait_for_function(
        "state => document.querySelector('h1 .state')?.textContent === state",
        arg=state,
        timeout=seconds * 1000,
    )


def test_a_mistake_is_marked_and_mended_and_the_problem_solved(page, photograph):
    write(page, WRONG)
    page.wait_for_function("document.querySelectorAll('#mistakes li').length === 2")
    marked = page.eval_on_selector_all(".marks mark", "all => all.map(one => one.textContent)")
    assert marked == ["kapa", "sn"]
    assert "line 2, column 21: unknown symbol 'kapa'" in page.inner_text("#mistakes")
    assert page.is_disabled("button:has-text('Solve')")
    assert page.query_selector("#reading math") is not None  # what is right is rendered
    page.click("#mistakes li:nth-child(2) button")
    selected = "[text.selectionStart, text.selectionEnd].map(Number)"
    start, end = page.evaluate(f"(text => {selected})(document.querySelector('#text'))")
    assert WRONG[start:end] == "sn"
    photograph("write-mistakes")

    write(page, HEAT)
    clean(page)
    assert page.query_selector(".marks mark") is None
    photograph("write")

    solve(page, seconds=60)
    wait_for_state(page, "exact")
    assert "sin" in page.inner_text(".formula.answer")
    assert page.eval_on_selector_all("#checks tbody tr td:first-child", "all => all.map(x => x.textContent)") == ["proved", "proved"]  # noqa: E501

    page.wait_for_selector("#curve path.curve")
    before = page.get_attribute("#curve path.curve", "d")
    page.focus("#slider-t")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("d => document.querySelector('#curve path.curve').getAttribute('d') !== d", arg=before)  # noqa: E501
    page.select_option("#up", "t")
    page.wait_for_selector("canvas#surface")
    page.select_option("#up", "")
    page.wait_for_selector("#curve path.curve")
    with page.expect_download() as download:
        page.click("text=LaTeX >> nth=0")
    assert "\\exp" in download.value.path().read_text()
    photograph("run")


def test_a_search_goes_on_without_its_window_and_ends_when_told(page, address, photograph):
    write(page, LONG)
    clean(page)
    solve(page, seconds=300)
    page.wait_for_selector("#candidates", timeout=120_000)
    seen = [page.inner_text("#candidates")]
    for _ in range(2):
        page.wait_for_function("last => { const now = document.querySelector('#candidates'); return now && now.textContent !== last; }", arg=seen[-1], timeout=60_000)  # noqa: E501
        seen.append(page.inner_text("#candidates"))
    counts = [int(text.replace(",", "")) for text in seen]
    assert counts == sorted(set(counts))
    assert page.query_selector("#leaders math") is not None
    photograph("run-live")

    page.reload()
    page.wait_for_selector("#candidates", timeout=60_000)
    assert int(page.inner_text("#candidates").replace(",", "")) >= counts[-1]

    other = page.context.new_page()  # a window that knows nothing of the first
    page.close()
    other.goto(address)
    other.click("nav >> text=Runs")
    other.click("#view a:has-text('no-closed-form') >> nth=0")
    wait_for_state(other, "running")
    other.click("button:has-text('Stop')")
    wait_for_state(other, "interrupted", 60)
    assert other.is_visible("button:has-text('Continue')")


def test_twenty_searches_wait_and_can_be_taken_back(page, photograph):
    write(page, LONG)
    clean(page)
    solve(page, seconds=600, times=20)
    page.wait_for_selector("#queue-size")
    page.wait_for_function("document.querySelector('#queue-size').textContent === '1 running, 19 waiting'")  # noqa: E501
    assert len(page.query_selector_all("text=/^Stop$/")) == 21  # with the heading
    page.wait_for_selector("#saved")
    photograph("runs-queue")
    for left in range(18, -1, -1):
        page.click("tr:has(.state:text('waiting')) >> nth=-1 >> button")
        page.wait_for_function("left => document.querySelector('#queue-size').textContent === `1 running, ${left} waiting`", arg=left)  # noqa: E501
    page.click("button:text('Stop')")
    page.wait_for_selector("text=Nothing runs and nothing waits.", timeout=60_000)


def test_runs_are_compared_and_bundled_problems_picked(page, photograph):
    for seed, name in ((0, "hj-concave"), (1, "hj-concave")):
        page.click("nav >> text=Write")
        page.select_option("#bundled", name)
        page.wait_for_function("document.querySelector('#text').value.includes('hj')")
        clean(page)
        solve(page, seconds=60, seed=seed)
        wait_for_state(page, "exact")
    page.click("nav >> text=Runs")
    page.wait_for_function("document.querySelectorAll('#saved tbody tr').length === 2")
    photograph("runs")
    for box in page.query_selector_all("#saved input[type=checkbox]"):
        box.check()
    page.click("button:has-text('Compare'):enabled")
    page.wait_for_selector("#compared")
    row = page.inner_text("#compared tr:has(th:text('Seed'))")
    assert sorted(re.findall(r"\d", row)) == ["0", "1"]
    photograph("compare")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(page, axe, scheme):
    page.emulate_media(color_scheme=scheme)

    def serious():
        page.wait_for_timeout(400)
        page.evaluate(axe)
        found = page.evaluate("axe.run(document)")["violations"]
        return [
            (one["id"], one["nodes"][0]["html"])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]

    write(page, WRONG)
    page.wait_for_function("document.querySelectorAll('#mistakes li').length === 2")
    assert serious() == []
    write(page, HEAT)
    clean(page)
    assert serious() == []
    solve(page, seconds=60)
    wait_for_state(page, "exact")
    page.wait_for_selector("#curve")
    assert serious() == []
    page.select_option("#up", "t")
    page.wait_for_selector("#surface")
    assert serious() == []
    name = page.url.rpartition("/")[2]
    page.click("nav >> text=Runs")
    page.wait_for_selector("#saved")
    assert serious() == []
    page.goto(page.url.partition("#")[0] + f"#/compare/{name}")
    page.wait_for_selector("#compared")
    assert serious() == []


def test_everything_can_be_done_with_the_keyboard(page):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "view"
    write(page, HEAT)
    clean(page)
    page.focus("#seconds")
    page.keyboard.press("Enter")  # sends the form
    wait_for_state(page, "exact")
    assert page.evaluate("document.activeElement.id") == "view"
    page.focus("nav a:last-child")
    page.keyboard.press("Enter")
    page.wait_for_selector("#saved")
