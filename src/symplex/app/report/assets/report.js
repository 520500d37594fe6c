// The picture that a reader moves. `formulas` stands above: code that SymPlex wrote.
function erf(x) {
  const a = Math.abs(x);
  if (a > 6) return Math.sign(x);
  let sum = a, term = a;
  for (let n = 1; n < 200 && Math.abs(term) > 1e-17 * Math.abs(sum); n += 1) {
    term *= (2 * a * a) / (2 * n + 1);
    sum += term;
  }
  return Math.sign(x) * (2 / Math.sqrt(Math.PI)) * Math.exp(-a * a) * sum;
}

// Where a form changes its sign between regular points of a line, by bisection.
function crossings(form, at, low, high, count) {
  const found = [];
  let before = form(at(low));
  for (let k = 1; k < count; k += 1) {
    let left = low + ((high - low) * (k - 1)) / (count - 1);
    let right = low + ((high - low) * k) / (count - 1);
    const here = form(at(right));
    if (before * here < 0) {
      const sign = Math.sign(before);
      for (let step = 0; step < 60; step += 1) {
        const middle = (left + right) / 2;
        if (Math.sign(form(at(middle))) === sign) left = middle; else right = middle;
      }
      found.push((left + right) / 2);
    } else if (here === 0) found.push(right);
    before = here;
  }
  return found;
}

// A formula along a line: points at kinks, a gap (null) between the sides of a jump or a pole.
function curve(formula, at, low, high, extent, count) {
  const step = (high - low) * 1e-7;
  const places = [];
  for (let k = 0; k < count; k += 1) places.push([low + ((high - low) * k) / (count - 1), "plain"]);
  for (const form of formula.forms) {
    for (const place of crossings(form, at, low, high, count)) {
      const side = [-2, -1, 1, 2].map((shift) => formula.value(at(place + shift * step)));
      const bend = Math.abs(side[3] - side[2] - (side[1] - side[0])) / 1e-7;
      if (!(Math.abs(side[2] - side[1]) <= 1e-3 * extent)) {
        places.push([place - step, "plain"], [place, "gap"], [place + step, "plain"]);
      } else places.push([place, bend > 1e-2 * extent ? "kink" : "plain"]);
    }
  }
  places.sort((one, other) => one[0] - other[0]);
  return places.map(([place, kind]) => {
    const value = kind === "gap" ? NaN : formula.value(at(place));
    return { place, kind, value };
  });
}

const SCALE = [[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137],
  [53, 183, 121], [110, 206, 88], [181, 222, 43], [253, 231, 37]];
function shade(share) {
  const place = Math.min(Math.max(share, 0), 1) * (SCALE.length - 1);
  const index = Math.min(Math.floor(place), SCALE.length - 2);
  return SCALE[index].map((low, k) => low + (SCALE[index + 1][k] - low) * (place - index));
}

function ticks(low, high) {
  const rough = (high - low) / 5, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((size) => size >= rough);
  const found = [];
  for (let n = Math.ceil(low / step); n * step <= high + 1e-9 * step; n += 1) found.push(n * step);
  return found;
}
const short = (value) => String(Number(value.toPrecision(4)));

function begin(root, data) {
  const symbols = data.symbols, middle = symbols.map(({ ends }) => (ends[0] + ends[1]) / 2);
  const values = middle.slice();
  const first = data.space.length ? data.space[0] : data.time;
  const state = { unknown: 0, across: first, up: data.space.length > 1 ? data.space[1] : -1 };
  const canvas = document.createElement("canvas");
  canvas.width = 1100; canvas.height = 620;
  canvas.setAttribute("role", "img");
  const said = document.createElement("p");
  said.className = "said"; said.setAttribute("aria-live", "polite");
  const choices = document.createElement("div"), sliders = document.createElement("div");
  choices.className = "row";
  root.append(choices, canvas, said, sliders);

  function choice(words, options, chosen, act) {
    const label = document.createElement("label"), select = document.createElement("select");
    label.textContent = `${words} `;
    for (const [value, text] of options) {
      const option = document.createElement("option");
      option.value = value; option.textContent = text; option.selected = value === chosen;
      select.append(option);
    }
    select.addEventListener("change", () => { act(Number(select.value)); arrange(); });
    label.append(select); choices.append(label);
  }

  function arrange() {
    choices.replaceChildren(); sliders.replaceChildren();
    const named = symbols.map(({ name }, index) => [index, name]);
    if (data.unknowns.length > 1) {
      choice("of", data.unknowns.map(({ name }, k) => [k, name]), state.unknown, (k) => { state.unknown = k; });
    }
    choice("across", named, state.across, (k) => { state.across = k; if (state.up === k) state.up = -1; });
    choice("up", [[-1, "its value"], ...named.filter(([k]) => k !== state.across)], state.up, (k) => { state.up = k; });
    symbols.forEach(({ name, ends }, index) => {
      if (index === state.across || index === state.up) return;
      const row = document.createElement("div"), label = document.createElement("label");
      const slider = document.createElement("input");
      row.className = "row"; slider.type = "range"; slider.id = `slider-${index}`; label.htmlFor = slider.id;
      [slider.min, slider.max] = ends; slider.step = (ends[1] - ends[0]) / 200; slider.value = values[index];
      const write = () => {
        values[index] = Number(slider.value);
        label.textContent = `${name} = ${short(values[index])}`;
      };
      slider.addEventListener("input", () => { write(); draw(); });
      write(); row.append(label, slider);
      if (index === data.time) row.append(player(slider));
      sliders.append(row);
    });
    draw();
  }

  function player(slider) {
    const button = document.createElement("button");
    let timer = null;
    const stop = () => { clearInterval(timer); timer = null; button.textContent = "Play"; };
    button.type = "button"; button.textContent = "Play";
    button.addEventListener("click", () => {
      if (timer !== null) { stop(); return; }
      if (Number(slider.value) >= Number(slider.max)) slider.value = slider.min;
      button.textContent = "Stop";
      timer = setInterval(() => {
        slider.value = Number(slider.value) + 2 * Number(slider.step);
        slider.dispatchEvent(new Event("input"));
        if (Number(slider.value) >= Number(slider.max) || !slider.isConnected) stop();
      }, 40);
    });
    return button;
  }

  function draw() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const context = canvas.getContext("2d");
    const frame = { left: 90, top: 20, width: canvas.width - 200, height: canvas.height - 90 };
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.font = "20px system-ui, sans-serif";
    const [low, high] = data.unknowns[state.unknown].range;
    const ends = symbols[state.across].ends;
    if (data.space.includes(state.across) && data.space.includes(state.up)) {
      const other = symbols[state.up].ends, whole = frame.width;
      const wanted = (frame.height * (ends[1] - ends[0])) / (other[1] - other[0]);
      frame.width = Math.min(Math.max(wanted, whole / 3), whole); // space has one scale
      frame.left += (whole - frame.width) / 2;
    }
    const up = state.up < 0 ? [low - 0.05 * (high - low), high + 0.05 * (high - low)] : symbols[state.up].ends;
    const place = {
      x: (value) => frame.left + ((value - ends[0]) / (ends[1] - ends[0])) * frame.width,
      y: (value) => frame.top + (1 - (value - up[0]) / (up[1] - up[0])) * frame.height,
    };
    const seen = state.up < 0 ? line(context, frame, place, colour) : field(context, frame, colour);
    axes(context, frame, place, ends, up, colour);
    const held = symbols.filter((_, k) => k !== state.across && k !== state.up)
      .map(({ name }) => `${name} = ${short(values[symbols.findIndex((s) => s.name === name)])}`).join(", ");
    const name = data.unknowns[state.unknown].name;
    const range = seen.length ? `${name} from ${short(Math.min(...seen))} to ${short(Math.max(...seen))}` : `${name} is undefined`;
    said.textContent = held ? `${held}: ${range}` : range;
    canvas.setAttribute("aria-label", `${name} over ${symbols[state.across].name}; ${said.textContent}`);
  }

  function axes(context, frame, place, ends, up, colour) {
    context.strokeStyle = colour("--soft"); context.fillStyle = colour("--ink"); context.lineWidth = 1.5;
    context.strokeRect(frame.left, frame.top, frame.width, frame.height);
    context.textAlign = "center"; context.textBaseline = "top";
    for (const value of ticks(...ends)) context.fillText(short(value), place.x(value), frame.top + frame.height + 8);
    context.fillText(symbols[state.across].name, frame.left + frame.width / 2, frame.top + frame.height + 38);
    context.textAlign = "right"; context.textBaseline = "middle";
    for (const value of ticks(...up)) context.fillText(short(value), frame.left - 8, place.y(value));
    const name = state.up < 0 ? data.unknowns[state.unknown].name : symbols[state.up].name;
    context.textAlign = "right"; context.fillText(name, frame.left - 60, frame.top + frame.height / 2);
  }

  function line(context, frame, place, colour) {
    const formula = formulas[state.unknown], [low, high] = data.unknowns[state.unknown].range;
    const at = (value) => { const point = values.slice(); point[state.across] = value; return point; };
    const points = curve(formula, at, ...symbols[state.across].ends, high - low, 301);
    context.save(); context.beginPath();
    context.rect(frame.left, frame.top, frame.width, frame.height); context.clip();
    context.beginPath();
    let open = false;
    for (const { place: where, value } of points) {
      if (!Number.isFinite(value)) { open = false; continue; }
      context[open ? "lineTo" : "moveTo"](place.x(where), place.y(value));
      open = true;
    }
    context.strokeStyle = colour("--accent"); context.lineWidth = 3; context.stroke();
    context.fillStyle = colour("--kink");
    for (const point of points.filter(({ kind }) => kind === "kink")) {
      context.beginPath(); context.arc(place.x(point.place), place.y(point.value), 5, 0, 7); context.fill();
    }
    context.restore();
    return points.map(({ value }) => value).filter(Number.isFinite);
  }

  function field(context, frame, colour) {
    const formula = formulas[state.unknown], [low, high] = data.unknowns[state.unknown].range;
    const size = 110, image = context.createImageData(size, size), point = values.slice(), seen = [];
    const [a, b] = [symbols[state.across].ends, symbols[state.up].ends];
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        point[state.across] = a[0] + ((a[1] - a[0]) * column) / (size - 1);
        point[state.up] = b[1] - ((b[1] - b[0]) * row) / (size - 1);
        const value = formula.value(point), start = 4 * (row * size + column);
        if (!Number.isFinite(value)) continue;
        if (row % 5 === 0 && column % 5 === 0) seen.push(value);
        shade((value - low) / (high - low)).forEach((part, k) => { image.data[start + k] = part; });
        image.data[start + 3] = 255;
      }
    }
    const buffer = document.createElement("canvas");
    buffer.width = size; buffer.height = size; buffer.getContext("2d").putImageData(image, 0, 0);
    context.drawImage(buffer, frame.left, frame.top, frame.width, frame.height);
    kinks(context, frame, formula, colour, [a, b]);
    bar(context, frame, low, high, colour);
    return seen;
  }

  // Along each row, the places where the slope changes at once.
  function kinks(context, frame, formula, colour, [a, b]) {
    context.fillStyle = colour("--kink");
    const extent = data.unknowns[state.unknown].range[1] - data.unknowns[state.unknown].range[0];
    const scan = (moving, fixed, ends, others, put) => {
      for (let k = 1; k < 160; k += 1) {
        const other = others[0] + ((others[1] - others[0]) * k) / 160;
        const at = (value) => { const p = values.slice(); p[moving] = value; p[fixed] = other; return p; };
        for (const { place, kind } of curve(formula, at, ...ends, extent, 31)) if (kind === "kink") put(place, other);
      }
    };
    if (!formula.forms.length) return;
    const dot = (x, y) => context.fillRect(
      frame.left + ((x - a[0]) / (a[1] - a[0])) * frame.width - 1.5,
      frame.top + (1 - (y - b[0]) / (b[1] - b[0])) * frame.height - 1.5, 3, 3);
    scan(state.across, state.up, a, b, (x, y) => dot(x, y));
    scan(state.up, state.across, b, a, (y, x) => dot(x, y));
  }

  function bar(context, frame, low, high, colour) {
    const left = frame.left + frame.width + 16;
    for (let row = 0; row < frame.height; row += 1) {
      context.fillStyle = `rgb(${shade(1 - row / frame.height).map(Math.round).join(",")})`;
      context.fillRect(left, frame.top + row, 16, 1.5);
    }
    context.fillStyle = colour("--ink"); context.textAlign = "left"; context.textBaseline = "middle";
    for (const value of ticks(low, high)) {
      context.fillText(short(value), left + 22, frame.top + (1 - (value - low) / (high - low)) * frame.height);
    }
  }

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  arrange();
}
begin(document.getElementById("explorer"), JSON.parse(document.getElementById("data").textContent));

// Without a font for mathematics a browser leaves an index on the line.
for (const index of document.querySelectorAll("msub > :nth-child(2)")) {
  const lower = index.getBoundingClientRect(), base = index.previousElementSibling.getBoundingClientRect();
  document.documentElement.classList.toggle("no-math-font", lower.bottom - base.bottom < 0.1 * base.height);
  break;
}
