// One run: live while it searches, then its answer, certificate, pictures and files.

import { get, listen, post, remove, runPath } from "/static/api.js";
import { badge, card, el, formulaLine, notice, number, say } from "/static/dom.js";
import { pictures } from "/static/picture.js";
import { statement } from "/static/problem.js";
import { draft } from "/static/write.js";

export function runPage(name) {
  const head = el("div", {}), live = el("div", {}), answer = el("div", {}), rest = el("div", {});
  const node = el("div", {}, head, live, answer, rest);
  let state = null, answered = "", problem = "", run = null, turn = 0, first = null;

  const refresh = async () => {
    const mine = ++turn;
    try {
      const found = await get(runPath(name));
      if (mine !== turn) return;
      run = found;
    } catch (error) {
      if (mine === turn) head.replaceChildren(el("h1", {}, "Run"), notice(error.message, true));
      return;
    }
    if (state !== null && state !== run.state) say(`${run.title}: ${run.state}`);
    state = run.state;
    head.replaceChildren(heading(run, refresh));
    live.replaceChildren(...liveParts(run, first));
    // What does not change is left alone: a slider that is being moved must stay.
    const nowAnswered = JSON.stringify(run.solution ?? null);
    if (nowAnswered !== answered) { answered = nowAnswered; answer.replaceChildren(...answerParts(run)); }
    const nowProblem = JSON.stringify(run.problem ?? null);
    if (nowProblem !== problem) { problem = nowProblem; rest.replaceChildren(...problemParts(run)); }
  };
  const progressed = (progress) => {
    if (!progress || !run) return;
    first ??= [progress.seconds, progress.candidates];
    run.progress = progress;
    live.replaceChildren(...liveParts(run, first));
  };
  const close = listen(name, (kind, content) => {
    if (kind === "progress") progressed(content); else if (kind === "run") refresh(); else dispatchEvent(new Event("symplex:queue"));
  });
  head.append(el("h1", {}, "Run"), el("p", { className: "quiet" }, "Reading…"));
  return { node, close: () => { turn++; close(); } };
}

function heading(run, refresh) {
  const problems = el("div", {});
  const tried = (act) => async (event) => {
    event.target.disabled = true;
    try { await act(); } catch (error) { problems.replaceChildren(notice(error.message, true)); event.target.disabled = false; return; }
    refresh();
  };
  const buttons = [];
  if (run.own) buttons.push(el("button", { type: "button", onclick: tried(() => remove(`/api/searches/${encodeURIComponent(run.name)}`)) }, "Stop"));
  if (run.resumable && !run.own) {
    const before = Number(run.settings?.time_limit ?? 60);
    const seconds = el("input", { id: "more", type: "number", min: "1", value: String(Math.min(2 * before, 3600)) });
    buttons.push(el("div", { className: "field" }, el("label", { for: "more" }, "Time limit of the whole run (s)"), seconds),
      el("button", { type: "button", onclick: tried(() => post(`${runPath(run.name)}/resume`, { time_limit: Number(seconds.value) })) }, "Continue"));
  }
  if (run.text) buttons.push(el("button", { type: "button", onclick: () => { draft(run.text); location.hash = "#/write"; } }, "Edit as a new problem"));
  return el("div", {},
    el("h1", {}, run.title, " ", badge(run.state)),
    el("p", { className: "quiet" }, run.name),
    run.why ? notice(run.why, true) : null,
    run.running && !run.own ? notice("This run was started elsewhere: it can be watched here, and stopped where it was started.") : null,
    (run.faults ?? []).map((fault) => notice(`Damaged: ${fault}`, true)),
    run.crash ? notice(`Crashed: ${run.crash}`, true) : null,
    el("div", { className: "row" }, buttons), problems);
}

function liveParts(run, first) {
  if (!run.running && !run.events?.length) return run.state === "waiting" || run.state === "starting" ? [card("Search", el("p", { className: "quiet" }, run.state === "waiting" ? "It waits for those before it." : "It is about to begin."))] : [];
  const progress = run.running ? run.progress : null;
  const found = (run.events ?? []).filter((event) => event.formulas).slice(-8).reverse();
  const others = (run.events ?? []).filter((event) => !event.formulas).slice(-5);
  return [card(run.running ? "Search" : "How it was found",
    run.running && !progress ? el("p", { className: "quiet" }, "Textbook methods are tried; candidates follow.") : null,
    progress ? facts(progress, first) : null,
    progress?.leaders.length ? leaders(progress.leaders) : null,
    found.length ? el("h3", {}, "Findings, the latest first") : null,
    found.length ? findings(found) : null,
    others.map((event) => el("p", { className: "quiet" }, `${event.kind} after ${number(event.after)} s: ${event.what}`)))];
}

function facts({ candidates, seconds, stage, epoch }, first) {
  const passed = first ? seconds - first[0] : 0;
  const speed = passed > 0 ? Math.round((candidates - first[1]) / passed) : null;
  const fact = (value, what, id) => el("li", {}, el("b", { id }, value), el("span", {}, what));
  return el("ul", { className: "facts", id: "progress" }, fact(number(candidates), "candidates", "candidates"), fact(speed === null ? "–" : number(speed), "candidates / s"), fact(`${number(Math.round(seconds))} s`, "so far"), fact(stage, "stage"), fact(number(epoch), "epoch"));
}

const formulas = (all) => all.map((one) => formulaLine(one));

function leaders(all) {
  return el("div", { className: "scroll" }, el("table", { id: "leaders" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col", className: "number" }, "Loss"), el("th", { scope: "col" }, "Best candidates"))),
    el("tbody", {}, all.map((one) => el("tr", {}, el("td", { className: "number" }, number(one.loss)), el("td", {}, formulas(one.formulas)))))));
}

function findings(all) {
  return el("div", { className: "scroll" }, el("table", { className: "stacked" },
    el("thead", {}, el("tr", {}, ["After", "Stage", "Loss", "Formula"].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, all.map((one) => el("tr", {}, el("td", { className: "number", "data-label": "after" }, `${number(one.after)} s`), el("td", { "data-label": "stage" }, one.stage ?? one.kind), el("td", { className: "number", "data-label": "loss" }, number(one.loss)), el("td", {}, formulas(one.formulas)))))));
}

function answerParts(run) {
  const { solution } = run;
  if (!solution) return [];
  const parts = [answerCard(run, solution)];
  if (solution.formulas.length) parts.push(card("Pictures", pictures(run)));
  if (solution.certificate) parts.push(certificate(solution.certificate, solution.notes));
  if (solution.front.length && solution.status !== "exact") parts.push(front(solution.front));
  return parts;
}

function answerCard(run, solution) {
  const links = [el("span", { className: "label" }, "Download:")];
  links.push(...Object.entries(run.exports).map(([form, title]) => el("a", { className: "button", href: `${runPath(run.name)}/export/${form}`, download: "" }, title)));
  // Another window without a way back to this one: it is a page with scripts of its own.
  if (run.report) links.unshift(el("a", { className: "button", id: "report", href: `${runPath(run.name)}/report`, target: "_blank", rel: "noopener noreferrer" }, "Report"));
  return card("Answer",
    el("p", { id: "verdict" }, solution.verified ? solution.headline : `Saved as ${solution.status}, and not proved again yet.`),
    solution.formulas.map((one) => formulaLine({ ...one, short: `${one.name} = ${one.text}` }, "answer")),
    solution.error ? el("p", {}, `Largest error when it was saved: ${number(100 * solution.error.maximum)} % of the range of the solution.`) : null,
    solution.notes.map((note) => notice(note)),
    (solution.may_help ?? []).map((one) => notice(`May help: ${one}`)),
    el("p", { className: "quiet sentence" }, `${solution.stop_reason}: ${number(solution.candidates)} candidates in ${number(solution.seconds)} s, seed ${solution.seed}, SymPlex ${solution.version}`),
    solution.origin ? el("p", { className: "quiet sentence", id: "origin" }, `Origin of the answer: ${solution.origin}`) : null,
    solution.candidates_by_origin ? el("p", { className: "quiet sentence", id: "by-origin" }, `Candidates by origin: ${solution.candidates_by_origin}`) : null,
    solution.formulas.length ? el("div", { className: "row", role: "group", "aria-label": "Report and downloads" }, links) : null,
    solution.formulas.length ? el("details", {}, el("summary", {}, "As text and LaTeX"), el("pre", { tabIndex: 0 }, solution.formulas.map((one) => `${one.name} = ${one.text}`).join("\n")), el("pre", { tabIndex: 0 }, Object.entries(solution.latex ?? {}).map(([name, text]) => `${name} = ${text}`).join("\n"))) : null);
}

function certificate(found, told) {
  const outcome = (check) => (check.proved ? "proved" : check.refuted ? "refuted" : check.conjectured ? "conjectured" : "open");
  return card("Certificate",
    el("p", {}, badge(found.status), ` level: ${found.level}`, found.notion ? `; notion of solution: ${found.notion}` : ""),
    found.uniqueness ? el("p", {}, `Uniqueness: ${found.uniqueness}.`) : null,
    el("div", { className: "scroll" }, el("table", { className: "stacked", id: "checks" },
      el("thead", {}, el("tr", {}, ["Outcome", "What", "Where", "How"].map((text) => el("th", { scope: "col" }, text)))),
      el("tbody", {}, found.checks.map((check) => el("tr", {}, el("td", {}, outcome(check)), el("td", {}, check.what.includes("=") ? el("code", {}, check.what) : check.what), el("td", { "data-label": "where" }, check.where), el("td", { "data-label": "how" }, check.how, check.proved || check.worst === null ? "" : ` (worst residual ${number(check.worst)})`)))))),
    (found.notes ?? []).filter((note) => !told.includes(note)).map((note) => el("p", { className: "quiet" }, note)));
}

function front(all) {
  const unmeasured = all.every((one) => one.error === null);
  return card(unmeasured ? "Candidates, whose errors were not measured" : "Approximations by size, errors as they were saved", el("div", { className: "scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col", className: "number" }, "Size"), el("th", { scope: "col", className: "number" }, unmeasured ? "Residual norm at sampled points" : "Error"), el("th", { scope: "col" }, "Formula"))),
    el("tbody", {}, all.map((one) => el("tr", {}, el("td", { className: "number" }, number(one.size)), el("td", { className: "number" }, one.error === null ? (one.loss === null ? "–" : number(Math.sqrt(one.loss))) : `${number(100 * one.error)} %`), el("td", {}, formulas(one.formulas))))))));
}

function problemParts(run) {
  if (!run.problem) return [];
  const settings = Object.entries(run.settings).filter(([, value]) => value !== null && value !== "" && !(typeof value === "object" && !Object.keys(value).length));
  return [card("Problem", statement(run.problem),
    run.text ? el("details", {}, el("summary", {}, "As it was written"), el("pre", { tabIndex: 0 }, run.text)) : null,
    el("details", {}, el("summary", {}, "Settings"), el("pre", { tabIndex: 0 }, settings.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join("\n"))))];
}
