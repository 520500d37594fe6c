// Pictures of an answer: a curve along one axis or a map over two, with a slider for all the rest.
// The server evaluates; here it is drawn.

import { get, runPath } from "/static/api.js";
import { el, number, notice, svg } from "/static/dom.js";

// On a phone a curve is higher for its width: the margins take their share.
const NARROWEST = 280, SHAPE = 0.55, LOWEST = 260, LEFT = 62, RIGHT = 14, TOP = 12, BOTTOM = 40;
// Viridis, in nine steps: it rises in lightness, so that it can be read without colours.
const COLOURS = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37]];

export function pictures(run) {
  const { problem, solution } = run;
  const axes = [...problem.domain, ...problem.parameters];
  const space = problem.domain.filter(({ name }) => name !== problem.time).map(({ name }) => name);
  const values = Object.fromEntries(axes.map(({ name, low, high }) => [name, name === problem.time ? low + (high - low) / 2 : (low + high) / 2]));
  const choice = (id, label, options) => {
    const select = el("select", { id }, options.map(([value, text]) => el("option", { value }, text)));
    return [select, el("div", { className: "field" }, el("label", { for: id }, label), select)];
  };
  const names = axes.map(({ name }) => [name, name]);
  const [unknown, unknownField] = choice("unknown", "Of", solution.formulas.map(({ name }) => [name, name]));
  const [across, acrossField] = choice("across", "Across", names);
  const [up, upField] = choice("up", "Upward", [["", "the value"], ...names]);
  across.value = space[0] ?? axes[0].name;
  up.value = space.length > 1 ? space[1] : "";
  const figure = el("figure", { id: "figure" }), sliders = el("div", { className: "sliders" }), table = el("div", {}), problems = el("div", {});
  let asked = false, again = false, latest = null;
  // As wide as its place: letters keep their size on a phone.
  const paint = () => { if (latest) figure.replaceChildren(latest.up ? map(latest) : curve(latest, Math.max(figure.clientWidth, NARROWEST))); };
  let width = 0;
  const widened = () => { if (figure.clientWidth !== width) { width = figure.clientWidth; paint(); } };
  new ResizeObserver(() => requestAnimationFrame(widened)).observe(figure);

  const draw = async () => {
    if (asked) { again = true; return; }
    asked = true;
    const query = new URLSearchParams({ unknown: unknown.value, across: across.value });
    if (up.value) query.set("up", up.value);
    for (const [name, value] of Object.entries(values)) if (name !== across.value && name !== up.value) query.set(`at.${name}`, value);
    try {
      const found = await get(`${runPath(run.name)}/picture?${query}`);
      problems.replaceChildren();
      latest = found;
      paint();
      table.replaceChildren(found.up ? el("p", { className: "quiet" }, describe(found)) : sampled(found));
    } catch (error) { problems.replaceChildren(notice(error.message, true)); }
    asked = false;
    if (again) { again = false; draw(); }
  };
  const arrange = () => {
    if (up.value === across.value) up.value = "";
    const free = axes.filter(({ name }) => name !== across.value && name !== up.value);
    sliders.replaceChildren(...free.map((axis) => slider(axis, values, draw)));
    draw();
  };
  for (const select of [unknown, across, up]) select.addEventListener("change", arrange);
  arrange();
  return [el("div", { className: "row" }, solution.formulas.length > 1 ? unknownField : null, acrossField, upField), sliders, problems, figure, el("details", {}, el("summary", {}, "In numbers"), table)];
}

function slider({ name, low, high }, values, draw) {
  const id = `slider-${name}`;
  const shown = el("output", { for: id }, number(values[name]));
  const input = el("input", { id, type: "range", min: low, max: high, step: (high - low) / 200, oninput: () => { values[name] = Number(input.value); shown.textContent = number(values[name]); draw(); } });
  input.value = String(values[name]);
  return el("div", { className: "field" }, el("label", { for: id }, name, shown), input);
}

function describe({ unknown, across, up, at, values, low, high }) {
  const flat = values.flat().filter((value) => value !== null);
  const range = flat.length ? `from ${number(Math.min(...flat))} to ${number(Math.max(...flat))}` : "without any value";
  const fixed = Object.entries(at).map(([name, value]) => `${name} = ${number(value)}`).join(", ");
  return `${unknown} over ${across.name}${up ? ` and ${up.name}` : ""}${fixed ? ` at ${fixed}` : ""}: ${range}; scale from ${number(low)} to ${number(high)}`;
}

/** Round numbers within an interval. */
function ticks(low, high, count) {
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + 1e-9 * step && found.length < 20; at += step) found.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  return found;
}

function curve(found, WIDTH) {
  const { across, values, unknown } = found;
  const HEIGHT = Math.max(SHAPE * WIDTH, LOWEST);
  const pad = 0.05 * (found.high - found.low), low = found.low - pad, high = found.high + pad;
  const x = (value) => LEFT + ((value - across.low) / (across.high - across.low)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": describe(found), id: "curve" });
  for (const tick of ticks(low, high, 5)) picture.append(svg("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }), label(number(tick), LEFT - 8, y(tick) + 4, "end"));
  for (const tick of ticks(across.low, across.high, WIDTH / 110)) picture.append(svg("line", { class: "axis", x1: x(tick), x2: x(tick), y1: TOP, y2: HEIGHT - BOTTOM }), label(number(tick), x(tick), HEIGHT - BOTTOM + 18, "middle"));
  picture.append(label(across.name, WIDTH - RIGHT, HEIGHT - 4, "end"), label(unknown, 4, TOP + 10, "start"));
  const clip = svg("clipPath", { id: "frame" }, svg("rect", { x: LEFT, y: TOP, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM }));
  let path = "", pen = "M";
  values.forEach((value, index) => {
    if (value === null) { pen = "M"; return; }
    const clipped = Math.min(Math.max(value, low - (high - low)), high + (high - low));
    path += `${pen}${x(across.low + (index / (values.length - 1)) * (across.high - across.low)).toFixed(2)} ${y(clipped).toFixed(2)}`;
    pen = "L";
  });
  picture.append(clip, svg("path", { class: "curve", d: path, "clip-path": "url(#frame)" }));
  return picture;
}

function label(text, x, y, anchor) { return svg("text", { x, y, "text-anchor": anchor }, text); }

function colour(share) {
  const at = Math.min(Math.max(share, 0), 1) * (COLOURS.length - 1), index = Math.min(Math.floor(at), COLOURS.length - 2), part = at - index;
  return COLOURS[index].map((from, channel) => Math.round(from + part * (COLOURS[index + 1][channel] - from)));
}

function map(found) {
  const { across, up, values, low, high } = found;
  const surface = el("canvas", { className: "surface", id: "surface", width: values[0].length, height: values.length, role: "img", "aria-label": describe(found) });
  const context = surface.getContext("2d"), image = context.createImageData(surface.width, surface.height);
  values.forEach((row, index) => row.forEach((value, column) => {
    const at = 4 * ((values.length - 1 - index) * row.length + column);
    if (value !== null) image.data.set([...colour((value - low) / (high - low)), 255], at);
  }));
  context.putImageData(image, 0, 0);
  const bar = el("canvas", { width: 1, height: 64, "aria-hidden": "true" });
  const strip = bar.getContext("2d");
  for (let index = 0; index < 64; index++) { strip.fillStyle = `rgb(${colour(1 - index / 63).join(",")})`; strip.fillRect(0, index, 1, 1); }
  const side = (axis) => el("div", { className: "side", "aria-hidden": "true" }, el("span", {}, number(axis.high)), el("span", {}, axis.name ?? ""), el("span", {}, number(axis.low)));
  return el("div", { className: "map" }, side(up), surface, el("div", { className: "bar" }, bar, side({ low, high, name: found.unknown })),
    el("div", { className: "foot", "aria-hidden": "true" }, el("span", {}, number(across.low)), el("span", {}, across.name), el("span", {}, number(across.high))));
}

function sampled({ across, values, unknown }) {
  const step = (values.length - 1) / 10;
  const rows = Array.from({ length: 11 }, (_, index) => [across.low + (index / 10) * (across.high - across.low), values[Math.round(index * step)]]);
  return el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col", className: "number" }, across.name), el("th", { scope: "col", className: "number" }, unknown))), el("tbody", {}, rows.map(([x, value]) => el("tr", {}, el("td", { className: "number" }, number(x)), el("td", { className: "number" }, number(value, 5))))));
}
