// Write or pick a problem: rendered while it is typed, every mistake marked where it is.

import { get, post } from "/static/api.js";
import { card, el, notice, say } from "/static/dom.js";
import { statement } from "/static/problem.js";

const PAUSE = 250;
const DRAFT = "symplex-draft";
const FIRST = `name = "my-heat"
equations = ["u_t = u_xx"]

[domain]
x = [0, "2*pi"]
t = [0, 1]

[[conditions]]
where = "t = 0"
equation = "u = sin(x)"
`;

const kept = () => { try { return localStorage.getItem(DRAFT); } catch { return null; } };
const keep = (text) => { try { localStorage.setItem(DRAFT, text); } catch { /* it is only a draft */ } };

/** Leave a text for the next time that the page is shown. */
export function draft(text) { keep(text); }

export function writePage() {
  const parts = editor();
  const settings = settingsForm();
  const shown = card("As it reads", parts.reading);
  const node = el("div", {},
    el("h1", {}, "State a problem"),
    el("div", { className: "columns" },
      card("Problem", picker(parts), parts.node, parts.mistakes),
      el("div", {}, shown, card("Search", settings.node, parts.problems))));
  settings.onsolve = () => solve(parts, settings);
  parts.onchange = (ok) => settings.allow(ok);
  parts.set(kept() ?? FIRST);
  return { node, close: parts.close };
}

function picker(parts) {
  const select = el("select", { id: "bundled" }, el("option", { value: "" }, "– pick one –"));
  get("/api/problems").then((names) => select.append(...names.map((name) => el("option", {}, name)))).catch(() => {});
  select.addEventListener("change", async () => {
    if (!select.value) return;
    try { parts.set((await get(`/api/problems/${encodeURIComponent(select.value)}`)).text); }
    catch (error) { parts.problems.replaceChildren(notice(error.message, true)); }
  });
  return el("div", { className: "field" }, el("label", { for: "bundled" }, "A bundled problem"), select);
}

function editor() {
  const text = el("textarea", { id: "text", spellcheck: false, autocapitalize: "off", autocomplete: "off", "aria-describedby": "mistakes-title", "aria-label": "The problem, as TOML" });
  const marks = el("div", { className: "marks", "aria-hidden": "true" });
  const title = el("p", { id: "mistakes-title", className: "quiet", role: "status" }, "Reading…");
  const list = el("ol", { className: "mistakes", id: "mistakes", "aria-label": "Mistakes" });
  const parts = {
    node: el("div", { className: "editor" }, marks, text),
    mistakes: el("div", {}, title, list),
    reading: el("div", { id: "reading" }),
    problems: el("div", {}),
    text, onchange: () => {},
  };
  let timer = null, asked = 0;

  const mark = (mistakes) => {
    const pieces = [];
    let at = 0;
    for (const { start, end } of mistakes) {
      if (start < at) continue;
      // What lies at the end of a line, or of the text, has no width of its own.
      const shown = text.value.slice(start, Math.max(end, start + 1)) || " ";
      pieces.push(text.value.slice(at, start), el("mark", {}, shown === "\n" ? " \n" : shown));
      at = Math.max(end, start + 1);
    }
    marks.replaceChildren(...pieces, text.value.slice(at), "\n ");
    marks.scrollTop = text.scrollTop;
  };

  const show = ({ mistakes, problem }) => {
    mark(mistakes);
    list.replaceChildren(...mistakes.map((mistake) => el("li", {}, el("button", { type: "button", onclick: () => go(mistake) }, el("b", {}, `line ${mistake.line}, column ${mistake.column}: `), mistake.sentence))));
    title.textContent = mistakes.length ? `${mistakes.length} mistake${mistakes.length > 1 ? "s" : ""}` : "No mistakes";
    text.setAttribute("aria-invalid", String(mistakes.length > 0));
    parts.reading.replaceChildren(...reading(problem, mistakes));
    parts.onchange(mistakes.length === 0);
  };

  const go = ({ start, end }) => { text.focus(); text.setSelectionRange(start, Math.max(end, start)); };

  const check = async () => {
    const turn = ++asked;
    try {
      const found = await post("/api/check", { text: text.value });
      if (turn === asked) show(found);
    } catch (error) {
      if (turn !== asked) return;
      mark([]);
      list.replaceChildren();
      title.textContent = error.message;
      parts.onchange(false);
    }
  };

  text.addEventListener("input", () => { keep(text.value); mark([]); clearTimeout(timer); timer = setTimeout(check, PAUSE); });
  text.addEventListener("scroll", () => { marks.scrollTop = text.scrollTop; });
  parts.set = (value) => { text.value = value; keep(value); check(); };
  parts.close = () => { clearTimeout(timer); asked++; };
  return parts;
}

function reading(problem, mistakes) {
  if (!problem) return [el("p", { className: "quiet" }, "What is written can be rendered once its form is right.")];
  const rest = mistakes.length ? [el("p", { className: "quiet" }, "Without what is marked:")] : [];
  const warnings = problem.warnings.map((text) => notice(text));
  const summary = problem.summary ? [el("details", {}, el("summary", {}, "How it was understood"), el("pre", { tabIndex: 0 }, problem.summary))] : [];
  return [...rest, statement(problem), ...warnings, ...summary];
}

function settingsForm() {
  const numberField = (id, label, properties) => {
    const input = el("input", { id, type: "number", required: true, ...properties });
    return [input, el("div", { className: "field" }, el("label", { for: id }, label), input)];
  };
  const [seconds, secondsField] = numberField("seconds", "Time limit (s)", { value: "60", min: "1", max: "3600", step: "1" });
  const [seed, seedField] = numberField("seed", "Seed", { value: "0", min: "0", max: "2147483647", step: "1" });
  const [times, timesField] = numberField("times", "Number of seeds", { value: "1", min: "1", max: "20", step: "1" });
  const recipe = el("select", { id: "recipe" }, ["default", "paper", "symformer"].map((name) => el("option", {}, name)));
  const hint = el("input", { id: "hint", maxLength: 1000, autocomplete: "off", spellcheck: false });
  const button = el("button", { className: "main", type: "submit", disabled: true }, "Solve");
  const form = { seconds, seed, times, recipe, hint, onsolve: () => {}, allow: (ok) => { button.disabled = !ok; } };
  form.node = el("form", { onsubmit: (event) => { event.preventDefault(); if (!button.disabled) form.onsolve(); } },
    el("div", { className: "row" }, secondsField, seedField, timesField,
      el("div", { className: "field" }, el("label", { for: "recipe" }, "Recipe"), recipe),
      el("div", { className: "field grow" }, el("label", { for: "hint" }, "A guess, if you have one, such as exp(-t)*sin(x)"), hint)),
    el("div", { className: "row" }, button));
  return form;
}

async function solve(parts, settings) {
  const hints = settings.hint.value.trim() ? [settings.hint.value.trim()] : [];
  const count = Number(settings.times.value), first = Number(settings.seed.value);
  const asked = { text: parts.text.value, time_limit: Number(settings.seconds.value), recipe: settings.recipe.value, hints };
  parts.problems.replaceChildren();
  settings.allow(false);
  try {
    let name = "";
    for (let index = 0; index < count; index++) ({ name } = await post("/api/searches", { ...asked, seed: first + index }));
    dispatchEvent(new Event("symplex:queue"));
    say(count === 1 ? "The search has been started." : `${count} searches wait.`);
    location.hash = count === 1 ? `#/run/${encodeURIComponent(name)}` : "#/runs";
  } catch (error) {
    parts.problems.replaceChildren(notice(error.message, true));
    settings.allow(true);
  }
}
