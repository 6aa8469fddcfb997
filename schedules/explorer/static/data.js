// Rungs as the page has them: chunks of this file, or answers of the server.

export const page = JSON.parse(document.getElementById("index").textContent);

// Rungs kept unpacked, some megabytes each: the most recently used.
const MOST_KEPT = 12;
const known = new Map();
const byIdText = (id) => document.getElementById(id).textContent;

/** A base64 text as bytes. */
function bytes(base64) {
  const raw = atob(base64);
  const found = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at++) found[at] = raw.charCodeAt(at);
  return found;
}

/** The contents of a chunk of this file. */
export async function inflated(base64) {
  const stream = new Blob([bytes(base64)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/** A rung of this file, whose passes lie there pass by pass, not step by step. */
async function unpackedRung(base64) {
  const record = await inflated(base64);
  record.steps.forEach((step, at) => {
    if (step.details) step.details.passes ??= record.passes.map((one) => one[at]).filter(Boolean);
  });
  return record;
}

/** A refused request: the reason, and the field concerned. */
export class Refusal extends Error {
  constructor(text, field) {
    super(text);
    this.field = field;
  }
}

/** A cancelled request. */
export class Abandoned extends Error {}

// Pending queries, and how to cancel each.
const pending = new Map();
const PROGRESS_MS = 500;
let onprogress = () => {};

/** `listener` receives the progress of a long query. */
export function progressBy(listener) {
  onprogress = listener;
}

/** Cancel every pending query for which `wanted(query)` is false. */
export function abandon(wanted) {
  for (const [query, giveUp] of pending) {
    if (!wanted(query)) giveUp.abort();
  }
}

async function posted(path, query, signal) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(query), signal });
  return [answer.ok, await answer.json()];
}

async function asked(query) {
  const giveUp = new AbortController();
  pending.set(query, giveUp);
  const late = setInterval(async () => {
    const [ok, told] = await posted("api/progress", query, giveUp.signal).catch(() => [false]);
    if (ok && told.progress && pending.has(query)) onprogress(told.progress);
  }, PROGRESS_MS);
  try {
    const [ok, found] = await posted("api/build", query, giveUp.signal);
    if (!ok) throw new Refusal(found.error, found.field || "");
    return found;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (giveUp.signal.aborted) throw new Abandoned("the request was abandoned");
    throw new Refusal("the server does not answer; start schedules serve again and open its new address", "");
  } finally {
    clearInterval(late);
    pending.delete(query);
  }
}

/** Live: the contents of the user's files; cached rungs of these files are dropped. */
export async function reloadFiles() {
  const found = await asked({ files: true });
  const stale = (key) => Object.keys(found.references).some((path) => key.startsWith(`${path}{`));
  for (const key of [...known.keys()].filter(stale)) known.delete(key);
  return found;
}

/** The version of the files, which a save changes; null where the server does not answer. */
export async function filesVersion() {
  try {
    return (await (await fetch("api/version")).json()).version ?? null;
  } catch {
    return null;
  }
}

/** A rung's record; `changes` are other tile numbers, shape and arch, live only. */
export function rung(path, changes = {}) {
  const key = path + JSON.stringify(changes);
  let made = known.get(key);
  if (!made) {
    made = page.live ? asked({ rung: path, ...changes }) : unpackedRung(byIdText(page.chunks[path]));
    // A refused request may succeed later, for instance after a worker was killed.
    made.catch(() => known.get(key) === made && known.delete(key));
  }
  // The most recently used is evicted last.
  known.delete(key);
  known.set(key, made);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KEPT) break;
    known.delete(oldest);
  }
  return made;
}

/** Passes and machine code of a step; null where this page has none. */
export async function details(path, changes, record, at) {
  const step = record.steps[at];
  if (step.details || !page.live) return step.details || null;
  if (step.problem) return null;
  step.details = await asked({ rung: path, ...changes, step: step.key });
  return step.details;
}

/** Live: the predicted time of a step, its pipeline ("pipeline"), or the verdict on it ("verify"). */
export const prediction = (path, changes, step, what = "predict") =>
  asked({ rung: path, ...changes, step, [what]: true });

/** The lines that a delta makes of others. */
export function applied(lines, delta) {
  let made = [];
  let done = 0;
  // The last replacement comes first.
  for (const [start, count, fresh] of [...delta].reverse()) {
    made = made.concat(lines.slice(done, start), fresh);
    done = start + count;
  }
  return made.concat(lines.slice(done));
}

/** A text's lines. */
export function linesOf(text) {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Live: the grade of an exercise's text. */
export const gradeOfText = (name, text) => asked({ grade: name, text });

/** Live: what was done of the exercises, by name; with a hint, after that was looked at. */
export async function exercisesDone(hint = null) {
  const [ok, found] = hint ? await posted("api/hint", hint) : await fetch("api/exercises").then(async (one) => [one.ok, await one.json()]);
  if (!ok) throw new Refusal(found.error, "");
  return found;
}

let every = null;

/** In a file, what the overview has of all rungs, by path. */
export function everyOverview() {
  const data = document.getElementById("overview-data");
  every ||= (data ? inflated(data.textContent) : Promise.resolve({ devices: null, rungs: {} })).then((found) => {
    page.devices = found.devices;
    return found.rungs;
  });
  return every;
}

/** What the overview has of a rung: its measured and predicted times. */
export async function overviewOf(path) {
  return page.live ? asked({ rung: path, overview: true }) : (await everyOverview())[path];
}
