// A problem in formulas.

import { el, formula } from "/static/dom.js";

const interval = (one) => el("span", {}, formula({ math: one.math, text: one.name }), " ∈ [", formula({ math: one.lowMath, text: String(one.low) }), ", ", formula({ math: one.highMath, text: String(one.high) }), "]");
const listed = (items) => items.flatMap((item, index) => (index ? [", ", item] : [item]));

/** The statement, line by line. */
export function statement(problem) {
  const list = el("dl", { className: "problem" });
  const line = (title, ...content) => list.append(el("dt", {}, title), el("dd", {}, content));
  line("Find", problem.unknowns.map((name) => el("i", {}, name)).flatMap((one, index) => (index ? [", ", one] : [one])));
  for (const equation of problem.equations) line("such that", formula(equation));
  line("on", listed(problem.domain.map(interval)), problem.statedTime ? [", where ", el("i", {}, problem.statedTime), " is time"] : []);
  if (problem.parameters.length) line("for all", listed(problem.parameters.map(interval)));
  if (problem.constants.length) line("where", listed(problem.constants.map(formula)));
  for (const condition of problem.conditions)
    line("with", formula(condition), el("span", { className: "quiet" }, " at "), listed(condition.places.map((math) => formula({ math, text: condition.where }))));
  for (const kind of ["free", "open"]) {
    const ends = problem.ends.filter((end) => end.kind === kind);
    if (ends.length) line(kind, listed(ends.map(formula)));
  }
  return list;
}
