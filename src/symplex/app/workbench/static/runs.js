// What runs, what waits, and the runs that are saved.

import { get, listen, remove } from "/static/api.js";
import { ago, badge, card, el, notice, number, time } from "/static/dom.js";

const MOST_COMPARED = 6;

export function runsPage() {
  const queue = el("div", {}), list = el("div", {}), chosen = new Set();
  const compare = el("button", { type: "button", disabled: true, onclick: () => { location.hash = "#/compare/" + [...chosen].map(encodeURIComponent).join("/"); } }, "Compare");
  const node = el("div", {}, el("h1", {}, "Runs"), card("Queue", queue), card("Saved", el("div", { className: "row" }, compare, el("span", { className: "quiet" }, "Choose two to six runs.")), list));
  let offset = 0;

  const choose = (name, on) => {
    if (on) chosen.add(name); else chosen.delete(name);
    compare.disabled = chosen.size < 2 || chosen.size > MOST_COMPARED;
  };
  const refresh = async () => {
    try {
      const [waiting, saved] = await Promise.all([get("/api/searches"), get(`/api/runs?offset=${offset}`)]);
      showQueue(queue, waiting, refresh);
      const busy = new Set([...list.querySelectorAll("input:focus")].map((input) => input.value));
      list.replaceChildren(table(saved.runs, chosen, choose, waiting.now), pager(saved, offset, (to) => { offset = to; refresh(); }));
      for (const input of list.querySelectorAll("input")) if (busy.has(input.value)) input.focus();
      dispatchEvent(new Event("symplex:queue"));
    } catch (error) { queue.replaceChildren(notice(error.message, true)); }
  };
  const close = listen(null, (kind) => { if (kind === "queue") refresh(); });
  return { node, close };
}

function showQueue(place, { running, waiting }, refresh) {
  if (!running.length && !waiting.length) { place.replaceChildren(el("p", { className: "quiet" }, "Nothing is running or waiting.")); return; }
  const line = (search, state) => el("tr", {},
    el("td", {}, badge(state)),
    el("td", {}, el("a", { href: `#/run/${encodeURIComponent(search.name)}` }, search.title), search.resumes ? " (continued)" : ""),
    el("td", { className: "quiet" }, search.name),
    el("td", { className: "number", "data-label": "seed" }, number(search.seed)),
    el("td", {}, el("button", { type: "button", "aria-label": `Stop ${search.name}`, onclick: async (event) => { event.target.disabled = true; await remove(`/api/searches/${encodeURIComponent(search.name)}`).catch(() => {}); refresh(); } }, "Stop")));
  place.replaceChildren(
    el("p", { id: "queue-size" }, `${running.length} running, ${waiting.length} waiting`),
    el("div", { className: "scroll" }, el("table", { className: "stacked queue" },
      el("thead", {}, el("tr", {}, ["State", "Problem", "Run", "Seed", "Stop"].map((text) => el("th", { scope: "col", className: text === "Seed" ? "number" : "" }, text)))),
      el("tbody", {}, running.map((one) => line(one, "running")), waiting.map((one) => line(one, "waiting"))))));
}

function table(runs, chosen, choose, now) {
  if (!runs.length) return el("p", { className: "quiet" }, "No run has been saved yet.");
  const heads = [["Compare", ""], ["State", ""], ["Problem", ""], ["Best formula", ""], ["Time", "number"], ["Candidates", "number"], ["Seed", "number"], ["Begun", ""]];
  return el("div", { className: "scroll" }, el("table", { className: "stacked", id: "saved" },
    el("thead", {}, el("tr", {}, heads.map(([text, className]) => el("th", { scope: "col", className }, text)))),
    el("tbody", {}, runs.map((run) => el("tr", {},
      el("td", {}, el("input", { type: "checkbox", value: run.name, checked: chosen.has(run.name), "aria-label": `Compare ${run.name}`, onchange: (event) => choose(run.name, event.target.checked) })),
      el("td", {}, badge(run.state)),
      el("td", {}, el("a", { href: `#/run/${encodeURIComponent(run.name)}` }, run.title)),
      el("td", { className: "best" }, el("span", { className: "clipped", title: run.best }, run.best)),
      el("td", { className: "number", "data-label": "time" }, time(run.seconds)),
      el("td", { className: "number", "data-label": "candidates" }, number(run.candidates)),
      el("td", { className: "number", "data-label": "seed" }, number(run.seed)),
      el("td", { "data-label": "begun" }, run.begun ? ago(now - run.begun) : "–"))))));
}

function pager({ total, runs }, offset, go) {
  if (total <= runs.length) return el("p", { className: "quiet" }, `${total} run${total === 1 ? "" : "s"}`);
  const step = 200;
  return el("div", { className: "row" },
    el("button", { type: "button", disabled: offset === 0, onclick: () => go(Math.max(offset - step, 0)) }, "Later"),
    el("button", { type: "button", disabled: offset + runs.length >= total, onclick: () => go(offset + step) }, "Earlier"),
    el("span", { className: "quiet" }, `${offset + 1} to ${offset + runs.length} of ${total}`));
}
