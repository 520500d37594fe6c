// Which page is shown: the part of the address after `#` says it, so that a reload finds it again.

import { get } from "/static/api.js";
import { el, lookForMathFont, notice } from "/static/dom.js";
import { writePage } from "/static/write.js";
import { runsPage } from "/static/runs.js";
import { runPage } from "/static/run.js";
import { comparePage } from "/static/compare.js";

const view = document.getElementById("view");
let leave = () => {};

function shown() {
  const [page, ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  switch (page) {
    case "runs": return ["Runs", runsPage()];
    case "run": return ["Run", runPage(rest[0] ?? "")];
    case "compare": return ["Compare", comparePage(rest)];
    default: return ["Write", writePage()];
  }
}

function show(isFirst) {
  leave();
  const [title, { node, close }] = shown();
  leave = close ?? (() => {});
  document.title = `${title} · SymPlex`;
  for (const link of document.querySelectorAll("nav a")) {
    const current = link.hash === `#/${title === "Write" ? "write" : "runs"}`;
    if (current) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
  view.replaceChildren(node);
  if (!isFirst) { view.focus({ preventScroll: true }); scrollTo(0, 0); }
}

async function count() {
  const badge = document.getElementById("count");
  try {
    const { running, waiting } = await get("/api/searches");
    const all = running.length + waiting.length;
    badge.hidden = all === 0;
    badge.replaceChildren(String(all), el("span", { className: "unseen" }, " running or waiting"));
  } catch { badge.hidden = true; }
}

addEventListener("hashchange", () => show(false));
// Not through the address: that says which page is shown.
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); view.focus(); });
addEventListener("symplex:queue", count);
addEventListener("error", () => view.prepend(notice("The page has met a mistake of its own; reload it.", true)));
lookForMathFont();
show(true);
count();
