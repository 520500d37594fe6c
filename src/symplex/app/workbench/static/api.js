// Asks the server. Every refusal becomes an error whose message is one sentence.

async function ask(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try { response = await fetch(path, options); } catch { throw new Error("the server does not answer"); }
  const content = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(content.error || `the server answered ${response.status}`);
  return content;
}

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);
export const remove = (path) => ask("DELETE", path);
export const runPath = (name) => `/api/runs/${encodeURIComponent(name)}`;

const POLL = 3000;

/** Be told of changes while the window is looked at; returns a function that ends it. */
export function listen(run, told) {
  let source = null, timer = null, over = false;
  const poll = () => { told("queue", {}); if (run) told("run", {}); timer = setTimeout(poll, POLL); };
  const open = () => {
    if (over || source) return;
    source = new EventSource("/api/events" + (run ? `?run=${encodeURIComponent(run)}` : ""));
    for (const kind of ["queue", "run", "progress"])
      source.addEventListener(kind, (event) => told(kind, JSON.parse(event.data)));
    // Refused, because too many windows are open: ask now and then instead.
    source.onerror = () => { if (source && source.readyState === EventSource.CLOSED && !timer) poll(); };
  };
  const close = () => { source?.close(); source = null; clearTimeout(timer); timer = null; };
  // A browser has six connections for a server: a window that nobody sees needs none of them.
  const seen = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", seen);
  seen();
  return () => { over = true; close(); document.removeEventListener("visibilitychange", seen); };
}
