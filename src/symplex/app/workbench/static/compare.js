// Runs side by side.

import { get, runPath } from "/static/api.js";
import { badge, el, formulaLine, notice, number, time } from "/static/dom.js";

export function comparePage(names) {
  const place = el("div", {}, el("p", { className: "quiet" }, "Reading…"));
  const node = el("div", {}, el("h1", {}, "Compare"), place);
  let timer = null, closed = false;
  const refresh = () => get("/api/compare?" + names.map((name) => `run=${encodeURIComponent(name)}`).join("&"))
    .then((runs) => {
      if (closed) return;
      place.replaceChildren(table(runs));
      // Answers are proved again in the background.
      if (runs.some((run) => !run.running && run.solution && !run.solution.verified)) timer = setTimeout(refresh, 1000);
    })
    .catch((error) => place.replaceChildren(notice(error.message, true)));
  refresh();
  return { node, close: () => { closed = true; clearTimeout(timer); } };
}

function table(runs) {
  const rows = [
    ["State", (run) => badge(run.state)],
    ["Formula", (run) => (run.solution?.formulas.length ? run.solution.formulas.map((one) => formulaLine({ ...one, short: `${one.name} = ${one.text}` })) : run.best)],
    ["Problem", (run) => run.problem.equations.map((one) => formulaLine(one))],
    ["Checks proved", (run) => { const checks = run.solution?.certificate?.checks; return checks ? `${checks.filter((check) => check.proved).length} of ${checks.length}` : "–"; }],
    ["Largest error", (run) => (run.error === null || run.error === undefined ? "–" : `${number(100 * run.error)} %`)],
    ["Ended by", (run) => run.solution?.stop_reason ?? "–"],
    ["Time", (run) => time(run.seconds)],
    ["Candidates", (run) => number(run.candidates)],
    ["Origin", (run) => run.solution?.origin ?? "–"],
    ["Seed", (run) => number(run.seed)],
    ["Recipe", (run) => run.settings.recipe ?? "–"],
    ["Time limit", (run) => `${number(run.settings.time_limit)} s`],
    ["Version", (run) => run.version],
  ];
  return el("div", { className: "scroll card", tabIndex: 0, role: "region", "aria-label": "Runs side by side" }, el("table", { id: "compared" },
    el("thead", {}, el("tr", {}, el("td", {}), runs.map((run) => el("th", { scope: "col" }, el("a", { href: `#/run/${encodeURIComponent(run.name)}` }, run.title), el("br"), el("span", { className: "quiet" }, run.name))))),
    el("tbody", {}, rows.map(([title, cell]) => el("tr", {}, el("th", { scope: "row" }, title), runs.map((run) => el("td", {}, cell(run))))))));
}
