// Makes elements. Nothing here, or anywhere in the page, turns text into markup: what comes from
// a problem is set as text, and formulas are copied element by element from a short list.

const MATHML = "http://www.w3.org/1998/Math/MathML";
const KNOWN = new Set(["math", "mrow", "mi", "mn", "mo", "msub", "msup", "mfrac", "msqrt", "mspace"]);
const ATTRIBUTES = new Set(["stretchy", "separator", "width"]);

/** An element with properties, attributes (those with a dash or `role`) and children. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.includes("-") || name === "role" || name === "for" || name === "scope") made.setAttribute(name, value);
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made[name] = value;
  }
  made.append(...children.flat(3).filter((child) => child !== null && child !== undefined));
  return made;
}

/** A formula: its MathML if there is any, else its text. */
export function formula({ math, text }) {
  const parsed = math ? new DOMParser().parseFromString(math, "application/xml") : null;
  if (!parsed || parsed.querySelector("parsererror")) return el("code", {}, text);
  const copied = copy(parsed.documentElement);
  if (!copied) return el("code", {}, text);
  copied.setAttribute("title", text);
  return copied;
}

// A formula that is wider than its place is shown as text, which can be broken into lines.
// In the next frame: what changes a height while heights are reported is taken for a mistake.
const fitting = new ResizeObserver((changes) => requestAnimationFrame(() => {
  for (const { target } of changes) {
    target.classList.remove("long");
    target.classList.toggle("long", target.scrollWidth > target.clientWidth + 1);
  }
}));

/** A line with a formula that fits into it, one way or another. */
export function formulaLine(one, className = "") {
  const line = el("div", { className: `formula ${className}`, tabIndex: 0 }, formula(one), el("code", { className: "wrapped" }, one.short ?? one.text));
  fitting.observe(line);
  return line;
}

function copy(node) {
  if (!KNOWN.has(node.localName)) return null;
  const made = document.createElementNS(MATHML, node.localName);
  for (const { name, value } of node.attributes) if (ATTRIBUTES.has(name)) made.setAttribute(name, value);
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) made.append(child.data);
    else if (child.nodeType === Node.ELEMENT_NODE) { const inner = copy(child); if (inner) made.append(inner); }
  }
  return made;
}

/** Say in the document whether this browser lowers an index: without a font for it, it does not. */
export function lookForMathFont() {
  const probe = copy(new DOMParser().parseFromString("<math><msub><mi>x</mi><mi>x</mi></msub></math>", "application/xml").documentElement);
  document.body.append(probe);
  const [base, index] = [...probe.firstChild.children].map((one) => one.getBoundingClientRect());
  probe.remove();
  document.documentElement.classList.toggle("no-math-font", index.bottom - base.bottom < 0.1 * base.height);
}

const SVG = "http://www.w3.org/2000/svg";
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const card = (title, ...children) => el("section", { className: "card", "aria-label": title }, el("h2", {}, title), children);
export const badge = (state) => el("span", { className: `state ${state.replace(/\W/g, "")}` }, state);
export const notice = (text, bad = false) => el("p", { className: bad ? "notice bad" : "notice", role: bad ? "alert" : null }, text);

/** Tell those who do not see the page. */
export function say(text) { document.getElementById("said").textContent = text; }

export function number(value, digits = 3) {
  if (value === null || value === undefined) return "–";
  if (Number.isInteger(value)) return value.toLocaleString("en");
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(digits - 1) : String(Number(value.toPrecision(digits)));
}

/** Seconds with their unit. */
export const time = (seconds) => (seconds === null || seconds === undefined ? "–" : `${number(seconds)} s`);

export function ago(seconds) {
  for (const [size, unit] of [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]])
    if (seconds >= size) return `${Math.round(seconds / size)} ${unit} ago`;
  return "now";
}
