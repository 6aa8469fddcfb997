// Answers to queries: chunks of this file, or those of the server. A view reads an answer; where it is
// not there yet, it is fetched, and the page is drawn again when it arrives.

export const page = JSON.parse(document.getElementById("index").textContent);

/**
 * @typedef {{value?: any, error?: Refusal}} Answer neither while it is being fetched
 */

// Rungs and steps that are kept, some megabytes each: the most recently used.
const MOST_KEPT = 40;
// Requests that are sent at once; the others wait.
const MOST_SENT = 4;
const PROGRESS_MS = 500;

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

/** The contents of a chunk of this file: JSON, deflated, in base64. */
async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

const chunk = (id) => inflated(document.getElementById(id).textContent);

/** A rung of this file, whose passes lie there pass by pass, not step by step. */
async function unpackedRung(path) {
  const record = await chunk(page.chunks[path]);
  record.steps.forEach((step, at) => {
    if (step.details) step.details.passes ??= record.passes.map((one) => one[at]).filter(Boolean);
  });
  return record;
}

/** A refused request: the reason, and the field concerned. */
export class Refusal extends Error {
  constructor(text, field = "") {
    super(text);
    this.field = field;
  }
}

// --- requests -------------------------------------------------------------------------------------

/** A request that is waited for: its query, and how to cancel it. */
const pending = new Map();
let onarrival = () => {};
/** @type {(text: string) => void} */
let onprogress = () => {};

/** `arrived` is called after every answer, `progress` with the stage of a long one, '' at its end. */
export function heardBy(arrived, progress) {
  onarrival = arrived;
  onprogress = progress;
}

async function posted(path, query, signal) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(query), signal });
  return [answer.ok, await answer.json()];
}

/** The server's answer; raises Refusal, or what `signal` was aborted with. */
async function asked(query, signal) {
  const begun = Date.now();
  let looks = false;
  const late = setInterval(async () => {
    if (looks) return;
    looks = true;
    const [ok, told] = await posted("api/progress", query, signal).catch(() => [false]);
    looks = false;
    if (ok && told.progress && !signal.aborted) onprogress(`${told.progress}, ${Math.round((Date.now() - begun) / 1000)} s`);
  }, PROGRESS_MS);
  try {
    const [ok, found] = await posted("api/build", query, signal);
    if (!ok) throw new Refusal(found.error, found.field);
    return found;
  } catch (error) {
    if (error instanceof Refusal || signal.aborted) throw error;
    throw new Refusal("the server does not answer; start schedules serve again and open its new address");
  } finally {
    clearInterval(late);
  }
}

/** In a file, what the overview has of all rungs, by path. */
async function overviewOfAll() {
  if (page.live || !document.getElementById("overview-data")) return {};
  const found = await chunk("overview-data");
  page.devices = found.devices;
  return found.rungs;
}
const overviews = overviewOfAll();

const inFile = async (query) => (query.overview ? ((await overviews)[query.rung] ?? null) : unpackedRung(query.rung));

// --- what is known --------------------------------------------------------------------------------

const answers = new Map();
// Answers about a user's files as they were before the last save.
let previous = new Map();
let wanted = new Set();

/** The answer to a query as far as it is known. @returns {Answer | undefined} */
export const peek = (query, saved = false) => (saved ? previous : answers).get(JSON.stringify(query));

/** The answer to a query, which is fetched if need be. @returns {Answer} */
export function read(query) {
  const key = JSON.stringify(query);
  wanted.add(key);
  const known = answers.get(key);
  if (known) {
    // The most recently used is evicted last.
    answers.delete(key);
    answers.set(key, known);
    return known;
  }
  const answer = {};
  answers.set(key, answer);
  pending.set(key, { query, answer, stop: new AbortController(), sent: false });
  sendNext();
  return answer;
}

function sendNext() {
  for (const [key, one] of pending) {
    const sent = [...pending.values()].filter((other) => other.sent);
    // The overview asks for every rung: it does not hold up what a reader opens.
    const room = one.query.overview ? sent.length === 0 : sent.length < MOST_SENT;
    if (!one.sent && room) send(key, one);
  }
}

async function send(key, one) {
  one.sent = true;
  const { answer, query, stop } = one;
  try {
    answer.value = await (page.live ? asked(query, stop.signal) : inFile(query));
  } catch (error) {
    if (stop.signal.aborted) return;
    answer.error = error instanceof Refusal ? error : new Refusal(String(error));
  }
  if (pending.get(key) === one) pending.delete(key);
  evict();
  if (!pending.size) onprogress("");
  onarrival();
  sendNext();
}

function evict() {
  const large = [...answers].filter(([key, one]) => one.value && !wanted.has(key) && !one.value.rows);
  for (const [key] of large.slice(0, Math.max(0, large.length - MOST_KEPT))) answers.delete(key);
}

/** Before the page is drawn: from here on, what it reads is wanted. */
export function drawing() {
  wanted = new Set();
}

overviews.then((rungs) => {
  for (const [rung, value] of Object.entries(rungs)) answers.set(JSON.stringify({ rung, overview: true }), { value });
  onarrival();
});

/** After the page was drawn: what it did not read is no longer waited for, and errors are forgotten. */
export function drawn() {
  for (const [key, one] of pending) if (!wanted.has(key)) abandon(key, one);
  for (const [key, one] of answers) if (one.error && !wanted.has(key)) answers.delete(key);
}

function abandon(key, one) {
  pending.delete(key);
  answers.delete(key);
  one.stop.abort();
  if (!pending.size) onprogress("");
}

/** Cancel all that is waited for; each answer says so. */
export function cancelAll() {
  for (const one of pending.values()) {
    one.stop.abort();
    one.answer.error = new Refusal("cancelled");
  }
  pending.clear();
  onprogress("");
  onarrival();
}

export const waiting = () => pending.size > 0;

/** Ask again where the answer was an error. */
export function askAgain() {
  for (const [key, one] of answers) if (one.error) answers.delete(key);
}

/** Live: the answer to what no view reads, such as a grade; raises Refusal. */
export const request = (query) => asked(query, new AbortController().signal);

/** Live: the contents of the user's files; what was known of these is `previous` from then on. */
export async function reloadFiles() {
  const found = await request({ files: true });
  previous = new Map();
  for (const [key, one] of [...answers]) {
    if (!Object.keys(found.references).includes(JSON.parse(key).rung)) continue;
    if (one.value) previous.set(key, one);
    answers.delete(key);
  }
  for (const [key, one] of [...pending]) if (!answers.has(key)) abandon(key, one);
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

/** Live: what was done of the exercises, by name; with a hint, after that was looked at. */
export async function exercisesDone(hint = null) {
  const [ok, found] = hint ? await posted("api/hint", hint) : await fetch("api/exercises").then(async (one) => [one.ok, await one.json()]);
  if (!ok) throw new Refusal(found.error);
  return found;
}
