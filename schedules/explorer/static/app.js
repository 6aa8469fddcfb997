// The page: what is chosen, and what follows from it.

import { applied, details, linesOf, page, Refusal, rung } from "./data.js";
import { diffRows } from "./diff.js";
import { byId, el, redraw } from "./dom.js";
import { fields } from "./fields.js";
import { conflictsByLine, information } from "./info.js";
import { Pane } from "./pane.js";
import { hashOf, parsed } from "./route.js";
import { Search } from "./search.js";
import { essence } from "./tokens.js";

const NAMES = {
  tir: "TIR",
  lowered: "Lowered",
  pass: "Pass",
  primitive: "Primitive",
  cuda: "CUDA",
  asm: "Assembly",
  ptx: "PTX",
  sass: "SASS",
};
const MEMORY = /\b(?:LDGSTS|LDSM|LD[GSL]|ST[GSL]|ATOM|RED|(?:ld|st)\.(?:global|shared|local))\b/;
const SIDES = ["left", "right"];
const rungs = page.ladders.flatMap((ladder) => ladder.rungs);

const plain = (level) => ({ level, at: 0, diff: false, base: "step", line: 0 });

// What is chosen; a link says the same.
const view = {
  path: "",
  step: "",
  changes: {},
  left: plain("tir"),
  right: plain("cuda"),
};
// What it led to: the rung's record and the changes it has, the step's number and details, and each
// side's texts.
const now = { record: null, changes: {}, at: 0, details: null, sides: {}, before: null, side: "left" };
let turn = 0;

const panes = Object.fromEntries(
  SIDES.map((side) => [side, new Pane(byId(`${side}-code`), (row) => moved(side, row))]),
);

// --- texts ------------------------------------------------------------------------------------

/** The lines of a step at a level, and the CUDA line of each; null where there is no such text. */
function textAt(record, at, pane) {
  const step = record.steps[at];
  const found = step.details;
  if (pane.level === "pass") {
    if (!found?.passes?.length) return null;
    let lines = linesOf(step.texts.tir);
    let before = lines;
    const last = Math.min(pane.at || found.passes.length, found.passes.length);
    for (const one of found.passes.slice(0, last)) {
      before = lines;
      lines = applied(lines, one.delta);
    }
    return { lines, before };
  }
  if (pane.level === "primitive") {
    const states = primitiveStates(record, at);
    const which = Math.min(Math.max(pane.at, 1), step.primitives.length);
    return states.length > 1 ? { lines: states[which], before: states[which - 1] } : null;
  }
  if (pane.level === "ptx" || pane.level === "sass") {
    const code = found?.machine?.[pane.level];
    return code ? { lines: linesOf(code.text), cuda: code.cuda } : null;
  }
  const text = step.texts[pane.level];
  return text === undefined ? null : { lines: linesOf(text) };
}

/** The TIR before a step's first primitive and after each of them. */
function primitiveStates(record, at) {
  let lines = [];
  if (at > 0) lines = linesOf(record.steps[at - 1].texts.tir);
  else lines = linesOf(record.start);
  const states = [lines];
  for (const one of record.steps[at].primitives) {
    lines = applied(lines, one.delta);
    states.push(lines);
  }
  return states;
}

/** Lines that each primitive of a step added and removed, indentation aside. */
function primitiveCounts(record, at) {
  const states = primitiveStates(record, at);
  return states.slice(1).map((lines, which) => {
    const rows = diffRows(states[which], lines, (line) => line.trim());
    return ["+", "-"].map((kind) => rows.filter((row) => row.kind === kind).length);
  });
}

/** What a side's text is compared with: its lines and its name. */
function baseOf(side) {
  const pane = view[side];
  const text = now.sides[side];
  if (!text) return null;
  if (text.before) {
    return { lines: text.before, name: pane.level === "pass" ? "the pass before" : "the primitive before" };
  }
  if (pane.base === "step") {
    for (let at = now.at - 1; at >= 0; at--) {
      const found = textAt(now.record, at, pane);
      if (found) return { lines: found.lines, name: now.record.steps[at].name };
    }
  }
  if (now.before) {
    const record = now.before;
    const same = record.steps.findIndex((step) => step.key === view.step);
    const at = same >= 0 && textAt(record, same, pane) ? same : record.steps.length - 1;
    const found = textAt(record, at, pane);
    if (found) return { lines: found.lines, name: `${record.name}:${record.steps[at].name}` };
  }
  return null;
}

/** A side's rows: with what changed marked, or as a whole diff. */
function rowsOf(side) {
  const pane = view[side];
  const text = now.sides[side];
  const base = baseOf(side);
  const conflicts = pane.level === "cuda" ? conflictsByLine(now.details) : new Map();
  const row = (line, at) => ({
    text: line,
    kind: " ",
    number: at + 1,
    // Machine code has the line of CUDA in its margin.
    label: text.cuda ? text.cuda[at] || "" : at + 1,
    changed: false,
    conflict: conflicts.get(at + 1) || "",
    cuda: pane.level === "cuda" ? at + 1 : (text.cuda?.[at] ?? 0),
  });
  const rows = text.lines.map(row);
  // Registers are named anew in every kernel: machine code is only compared when asked for.
  if (!base || (text.cuda && !pane.diff)) return rows;
  const compared = diffRows(base.lines, text.lines, (line) => essence(line, pane.level));
  if (pane.diff) {
    return compared.map((one) =>
      one.kind === "-"
        ? { text: base.lines[one.old], kind: "-", number: 0, label: "", cuda: 0 }
        : { ...rows[one.now], kind: one.kind },
    );
  }
  let gone = false;
  for (const one of compared) {
    if (one.kind === "-") gone = true;
    else {
      rows[one.now].changed = one.kind === "+";
      rows[one.now].gone = gone && one.kind === " ";
      gone = false;
    }
  }
  return rows;
}

// --- showing ----------------------------------------------------------------------------------

function levels(record) {
  const found = ["tir", "lowered", "pass", record.source_level];
  return record.target === "cuda" ? [...found, "ptx", "sass"] : found;
}

/** Fill a side: tabs, choice of a pass, code. */
function showSide(side, stay) {
  const pane = view[side];
  const record = now.record;
  now.sides[side] = textAt(record, now.at, pane);
  const text = now.sides[side];
  const frame = byId(side);
  const tabs = levels(record).concat(pane.level === "primitive" ? ["primitive"] : []);
  const buttons = tabs.map((level) =>
    el(
      "button",
      {
        type: "button",
        role: "tab",
        id: `${side}-${level}`,
        "aria-selected": level === pane.level ? "true" : "false",
        "aria-controls": `${side}-code`,
        tabindex: level === pane.level ? 0 : -1,
        onclick: () => choose(side, { level, at: 0, line: 0 }),
      },
      NAMES[level] || level,
    ),
  );
  const list = frame.querySelector(".tabs");
  redraw(list, () => list.replaceChildren(...buttons));
  const base = text && baseOf(side);
  const toggle = frame.querySelector(".diff");
  toggle.setAttribute("aria-pressed", pane.diff ? "true" : "false");
  toggle.disabled = !base;
  showChoice(side);
  const note = frame.querySelector(".note");
  byId(`${side}-code`).setAttribute(
    "aria-label",
    `${NAMES[pane.level] || pane.level} of ${view.step}`,
  );
  if (!text) {
    panes[side].show([], pane.level);
    byId(`${side}-empty`).replaceChildren(...whyEmpty(pane));
    note.textContent = "";
    return;
  }
  byId(`${side}-empty`).textContent = "";
  const rows = rowsOf(side);
  panes[side].show(rows, pane.level, stay);
  const added = rows.filter((row) => row.kind === "+" || row.changed).length;
  const removed = rows.filter((row) => row.kind === "-").length;
  note.textContent = base && (pane.diff || !text.cuda)
    ? `${text.lines.length} lines; ${added ? `+${added}` : ""}${removed ? ` -${removed}` : ""}${added || removed ? " " : "no change "}since ${base.name}`
    : `${text.lines.length} lines`;
  if (pane.line) {
    const at = rows.findIndex((row) => row.number === pane.line);
    if (at >= 0) panes[side].place(at);
    else if (!stay) {
      byId("message").textContent = `${NAMES[pane.level]} has no line ${pane.line} here.`;
      pane.line = 0;
    }
  } else if (!stay && base) {
    const first = rows.findIndex((row) => row.kind !== " " || row.changed);
    if (first > 0) panes[side].reveal(first);
  }
}

function whyEmpty(pane) {
  const step = now.record.steps[now.at];
  if (step.problem && pane.level !== "lowered") return [step.problem];
  if (["pass", "ptx", "sass"].includes(pane.level)) {
    const problem = now.details?.problems?.machine;
    if (problem) return [problem];
    if (page.live) return ["Working ..."];
    const last = now.record.steps.at(-1);
    return [
      "A file holds the machine code of each rung's last step, ",
      el("button", { type: "button", onclick: () => goTo(view.path, last.key) }, last.name),
      "; schedules serve has every step's.",
    ];
  }
  return ["No text at this level."];
}

/** The pass or the primitive of a side, to be chosen. */
function showChoice(side) {
  const pane = view[side];
  const box = byId(side).querySelector(".choice");
  const found =
    pane.level === "pass"
      ? (now.details?.passes || []).map((one) => [one.name.split(".").at(-1), one.added, one.removed])
      : pane.level === "primitive"
        ? primitiveCounts(now.record, now.at).map((counts, which) => [
            now.record.steps[now.at].primitives[which].call,
            ...counts,
          ])
        : [];
  box.hidden = !found.length;
  if (!found.length) return box.replaceChildren();
  const at = Math.min(pane.at || found.length, found.length);
  if (pane.at) pane.at = at;
  const select = el(
    "select",
    {
      "aria-label": pane.level === "pass" ? "Pass" : "Primitive",
      onchange: (event) => choose(side, { at: Number(event.target.value), line: 0 }),
    },
    found.map(([name, added, removed], index) =>
      el(
        "option",
        { value: index + 1, selected: index + 1 === at, class: added + removed ? "" : "idle" },
        `${String(index + 1).padStart(2)} ${name.slice(0, 60)} ${added + removed ? `+${added} -${removed}` : "(no change)"}`,
      ),
    ),
  );
  const next = (step) => {
    for (let to = at - 1 + step; to >= 0 && to < found.length; to += step) {
      if (found[to][1] + found[to][2]) return choose(side, { at: to + 1, line: 0 });
    }
  };
  const parts = [
    el("button", { type: "button", title: "The change before", "aria-label": "Changing one before", onclick: () => next(-1) }, "‹"),
    select,
    el("button", { type: "button", title: "The next change", "aria-label": "Next one that changes", onclick: () => next(1) }, "›"),
  ];
  redraw(box, () => box.replaceChildren(...parts));
}

/** Fill both sides, then light up what belongs to the line chosen in one of them. */
function showSides(stay) {
  for (const side of SIDES) showSide(side, stay);
  relink();
}

function relink() {
  const side = [now.side, ...SIDES].find((one) => view[one].line && panes[one].cursor >= 0);
  if (side) linkFrom(side, panes[side].cursor);
}

/** Change one side's view. */
function choose(side, changes) {
  Object.assign(view[side], changes);
  remember();
  showSide(side, false);
  relink();
}

let written = "";

/** Put the view into the address; as one to come back from, or in place of the one there. */
function remember(anew = false) {
  written = hashOf(view);
  if (location.hash === written) return;
  if (anew) history.pushState(null, "", written);
  else history.replaceState(null, "", written);
}

// A wait shorter than this is not worth a word.
const LATE_MS = 250;
let waiting = 0;

/** Whether the page waits for a rung: what it shows meanwhile is the one before. */
function busy(waits) {
  clearTimeout(waiting);
  document.body.classList.toggle("busy", waits);
  const late = (is) => {
    document.body.classList.toggle("late", is);
    byId("status").textContent = is ? "Working ..." : "";
  };
  if (!waits) late(false);
  else waiting = setTimeout(() => late(true), LATE_MS);
}

/**
 * Load and show what `view` says; `stay` keeps the places in the texts. Numbers that are refused
 * stand in the fields, and the view is the one shown.
 */
async function show(stay = false, anew = false) {
  const mine = ++turn;
  const path = view.path;
  const wanted = view.changes;
  busy(true);
  if (!now.record) showList();
  let record;
  try {
    record = await rung(path, wanted);
  } catch (error) {
    if (mine !== turn) return;
    busy(false);
    if (!(error instanceof Refusal)) {
      byId("message").textContent = String(error);
      throw error;
    }
    if (Object.keys(wanted).length && now.record?.path !== path) {
      // A link to numbers that do not fit: show the rung as it is, and say why not as asked.
      view.changes = {};
      await show(stay);
      if (mine + 1 !== turn) return;
    }
    refused(error, wanted);
    return;
  }
  if (mine !== turn) return;
  const at = record.steps.findIndex((step) => step.key === view.step);
  now.at = at >= 0 ? at : record.steps.length - 1;
  now.record = record;
  now.changes = wanted;
  view.step = record.steps[now.at].key;
  now.details = record.steps[now.at].details || null;
  now.before = await before(path);
  if (mine !== turn) return;
  for (const side of SIDES) fit(side);
  remember(anew);
  busy(false);
  showList();
  fields(record, wanted, changed);
  showSides(stay);
  // A line or a pass that is not there was put right.
  remember();
  showInformation();
  document.title = `${record.name}:${view.step} - schedules`;
  byId("where").textContent = `${record.path}:${view.step}`;
  if (!now.details && page.live && !record.steps[now.at].problem) await more(mine);
}

/** Fetch what takes longer, and show it when it is there. */
async function more(mine) {
  try {
    const found = await details(view.path, view.changes, now.record, now.at);
    if (mine !== turn || !found) return;
    now.details = found;
  } catch (error) {
    if (mine !== turn) return;
    now.details = { passes: [], problems: { machine: error.message } };
  }
  showSides(true);
  showInformation();
}

/** The rung before in the ladder, for comparisons; null for a ladder's first. */
async function before(path) {
  const at = rungs.findIndex((one) => one.path === path);
  if (at < 1 || rungs[at - 1].ladder !== rungs[at].ladder) return null;
  try {
    return await rung(rungs[at - 1].path);
  } catch {
    return null;
  }
}

/** A level that this rung does not have becomes its neighbour. */
function fit(side) {
  const pane = view[side];
  const source = now.record.source_level;
  if ((pane.level === "cuda" || pane.level === "asm") && pane.level !== source) pane.level = source;
  if (!(pane.level in NAMES)) pane.level = side === "left" ? "tir" : source;
  if (source !== "cuda" && (pane.level === "ptx" || pane.level === "sass")) pane.level = source;
}

function showInformation() {
  const found = now.before?.steps.at(-1).details?.accesses;
  const alike =
    found && now.at === now.record.steps.length - 1 && `${now.before.shape}` === `${now.record.shape}`;
  const parts = information(now.record, now.at, now.details, {
    arch: now.record.arch,
    live: page.live,
    before: alike ? { name: now.before.name, accesses: found } : null,
    go: (step) => goTo(view.path, step),
    counts: primitiveCounts(now.record, now.at),
    primitive: view.left.level === "primitive" ? view.left.at - 1 : -1,
    hint,
    choose: choosePrimitive,
    line: showLine,
  }).filter(Boolean);
  const box = byId("details");
  redraw(box, () => box.replaceChildren(...parts));
}

/** Say why `wanted` cannot be shown; the view is again what is. */
function refused(error, wanted) {
  if (now.record?.path === view.path) fields(now.record, wanted, changed, error.message, error.field);
  else byId("message").textContent = error.message;
  if (!now.record) {
    for (const side of SIDES) byId(`${side}-empty`).textContent = "";
    return;
  }
  const { path, steps } = now.record;
  Object.assign(view, { path, step: steps[now.at].key, changes: now.changes });
  remember();
}

/** Other tile numbers, shape or arch. */
function changed(changes) {
  view.changes = changes;
  show(true, true);
}

// --- links between texts ------------------------------------------------------------------------

/** The cursor moved in a side: light up what belongs to the line. */
function moved(side, row) {
  now.side = side;
  view[side].line = panes[side].rows[row].number;
  remember();
  linkFrom(side, row);
}

function linkFrom(side, row) {
  const line = panes[side].rows[row].cuda;
  light(line ? [line] : [], side);
}

/** Light up lines of CUDA and their machine code in both sides; reveal it in the other one. */
function light(lines, from) {
  const wanted = new Set(lines);
  for (const side of SIDES) {
    const found = [];
    panes[side].rows.forEach((row, at) => {
      if (row.cuda && wanted.has(row.cuda)) found.push(at);
    });
    // Of a line's instructions those that touch memory matter most.
    const first = found.find((at) => MEMORY.test(panes[side].rows[at].text)) ?? found[0];
    panes[side].link(new Set(found), side === from ? -1 : first);
  }
  const code = SIDES.find((side) => ["ptx", "sass"].includes(view[side].level) && panes[side].rows.length);
  if (!code || !lines.length) return void (byId("status").textContent = "");
  const size = panes[code].linked.size;
  const found = `${size || "no"} line${size === 1 ? "" : "s"} of ${NAMES[view[code].level]}`;
  const why = size ? "" : " (an inlined function's are its caller's)";
  byId("status").textContent = `line ${lines.join(", ")}: ${found}${why}`;
}

/** Show a line of the CUDA: in a side that has it, else in the right one. */
function showLine(line) {
  const side = SIDES.find((one) => view[one].level === now.record.source_level) || "right";
  if (view[side].level !== now.record.source_level) {
    Object.assign(view[side], { level: now.record.source_level, diff: false });
  }
  Object.assign(view[side], { line, diff: false });
  now.side = side;
  remember();
  showSide(side, true);
  relink();
}

/** Light up in the TIR what a primitive changed; -1 puts the light out. */
function hint(at) {
  const side = SIDES.find((one) => view[one].level === "tir");
  if (!side) return;
  if (at < 0) return panes[side].link(new Set());
  const states = primitiveStates(now.record, now.at);
  let lines = new Set();
  for (let to = at + 1; to < states.length; to++) {
    const rows = diffRows(states[to - 1], states[to], (line) => line.trim());
    if (to === at + 1) {
      lines = new Set(rows.filter((row) => row.kind === "+").map((row) => row.now));
    } else {
      const kept = rows.filter((row) => row.kind === " " && lines.has(row.old));
      lines = new Set(kept.map((row) => row.now));
    }
  }
  const numbers = new Set();
  panes[side].rows.forEach((row, index) => {
    if (row.kind !== "-" && lines.has(row.number - 1)) numbers.add(index);
  });
  panes[side].link(numbers, Math.min(...numbers));
}

/** Show what one primitive did, or the step's whole TIR again. */
function choosePrimitive(at) {
  const again = view.left.level === "primitive" && view.left.at === at + 1;
  Object.assign(
    view.left,
    again ? plain("tir") : { level: "primitive", at: at + 1, diff: true, line: 0 },
  );
  remember();
  showSide("left", false);
  const list = byId("details").querySelectorAll(".primitives button");
  list.forEach((one, index) =>
    one.setAttribute("aria-pressed", !again && index === at ? "true" : "false"),
  );
}

// --- the list -------------------------------------------------------------------------------------

function showList() {
  const list = byId("ladders");
  if (!list.children.length) {
    list.append(...page.ladders.map(ladderItem));
  }
  const inside = document.activeElement?.closest("a.step");
  for (const link of list.querySelectorAll("a.rung")) {
    const here = link.dataset.path === view.path;
    if (here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    link.parentElement.querySelector("ol")?.remove();
    if (!here) continue;
    link.closest("details").open = true;
    link.parentElement.append(stepsOf(rungs.find((one) => one.path === view.path)));
  }
  const current = list.querySelector("a.step[aria-current]");
  if (inside) current?.focus({ preventScroll: true });
  if (current) reveal(byId("list"), current);
}

/**
 * Scroll a box as little as shows an element of it. scrollIntoView would have the next Tab begin at
 * the element, and the header be the last to be reached.
 */
function reveal(box, element) {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= Math.ceil(outer.top - inner.top);
  else if (inner.bottom > outer.bottom) box.scrollTop += Math.ceil(inner.bottom - outer.bottom);
}

function ladderItem(ladder) {
  return el(
    "details",
    {},
    el("summary", {}, el("b", {}, ladder.name), el("span", {}, ladder.title)),
    el(
      "ol",
      { class: "rungs" },
      ladder.rungs.map((one) =>
        el(
          "li",
          {},
          el(
            "a",
            {
              class: "rung",
              href: `#${encodeURI(one.path)}`,
              "data-path": one.path,
              title: one.summary,
              onclick: (event) => follow(event, one.path, ""),
            },
            el("span", { class: "index" }, String(one.index).padStart(2, "0")),
            one.name,
            el("span", { class: "figure" }, one.figure),
          ),
        ),
      ),
    ),
  );
}

function stepsOf(one) {
  return el(
    "ol",
    { class: "steps" },
    one.steps.map((step) =>
      el(
        "li",
        {},
        el(
          "a",
          {
            class: "step",
            href: `#${encodeURI(one.path)}:${step.key}`,
            "aria-current": step.key === view.step ? "step" : null,
            title: step.why,
            onclick: (event) => follow(event, one.path, step.key),
          },
          step.name,
        ),
      ),
    ),
  );
}

/** Go to a step and keep the rest of the view; a click with a modifier key is the browser's. */
function follow(event, path, step) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  goTo(path, step);
}

/** Show a step; the panes keep their levels. */
export function goTo(path, step) {
  const other = path !== view.path;
  if (other) view.changes = {};
  Object.assign(view, { path, step });
  for (const side of SIDES) {
    view[side].line = 0;
    if (view[side].level === "primitive") view[side] = { ...plain("tir") };
  }
  const link = hashOf(view);
  history.pushState(null, "", link);
  byId("message").textContent = "";
  show(false);
}

function nextStep(by) {
  const at = rungs.findIndex((one) => one.path === view.path);
  const steps = rungs[at].steps;
  const to = steps.findIndex((step) => step.key === view.step) + by;
  if (to >= 0 && to < steps.length) return goTo(view.path, steps[to].key);
  const other = rungs[at + by];
  if (other) goTo(other.path, other.steps.at(by > 0 ? 0 : -1).key);
}

function nextRung(by) {
  const other = rungs[rungs.findIndex((one) => one.path === view.path) + by];
  if (other) goTo(other.path, "");
}

// --- keys and buttons -----------------------------------------------------------------------------

function toggleDiff(side) {
  if (!baseOf(side)) return;
  choose(side, { diff: !view[side].diff, line: 0 });
}

function toggleBase(side) {
  choose(side, { base: view[side].base === "rung" ? "step" : "rung", diff: true, line: 0 });
}

function focusedSide() {
  const pane = document.activeElement?.closest?.(".pane");
  return pane ? pane.id : now.side;
}

function hide(name) {
  document.body.classList.toggle(name);
  byId(`${name}-button`).setAttribute(
    "aria-pressed",
    document.body.classList.contains(name) ? "false" : "true",
  );
}

const KEYS = {
  j: () => nextStep(1),
  k: () => nextStep(-1),
  l: () => nextRung(1),
  h: () => nextRung(-1),
  "]": () => nextRung(1),
  "[": () => nextRung(-1),
  d: () => toggleDiff(focusedSide()),
  D: () => toggleBase(focusedSide()),
  n: () => panes[focusedSide()].change(1),
  p: () => panes[focusedSide()].change(-1),
  "/": () => search.open(),
  "?": () => help(),
  t: () => theme(),
  ",": () => hide("no-list"),
  ".": () => hide("no-details"),
  m: () => document.body.classList.toggle(focusedSide() === "left" ? "only-left" : "only-right"),
  w: () => byId(`${focusedSide() === "left" ? "right" : "left"}-code`).focus(),
};
for (let digit = 1; digit <= 6; digit++) {
  KEYS[digit] = () => {
    const found = levels(now.record);
    if (found[digit - 1]) choose(focusedSide(), { level: found[digit - 1], at: 0, line: 0 });
  };
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  if (event.key === "m") document.body.classList.remove(focusedSide() === "left" ? "only-right" : "only-left");
  action();
});

function help() {
  const dialog = byId("help");
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const current = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  setTheme(current === "dark" ? "light" : "dark");
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  try {
    localStorage.setItem("theme", name);
  } catch {
    // A page that may keep nothing forgets it.
  }
}

function copy(side) {
  const text = now.sides[side];
  if (!text) return;
  navigator.clipboard?.writeText(text.lines.join("\n") + "\n").then(
    () => (byId("status").textContent = "copied"),
    () => (byId("status").textContent = "the browser refuses to copy"),
  );
}

for (const one of SIDES) {
  const frame = byId(one);
  frame.querySelector(".diff").addEventListener("click", () => toggleDiff(one));
  frame.querySelector(".copy").addEventListener("click", () => copy(one));
  frame.addEventListener("focusin", () => (now.side = one));
  frame.querySelector(".tabs").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const found = levels(now.record);
    const to = found[(found.indexOf(view[one].level) + by + found.length) % found.length];
    choose(one, { level: to, at: 0, line: 0 });
    byId(`${one}-${to}`).focus();
  });
}

const search = new Search(page, {
  go: goTo,
  lines: () =>
    SIDES.map((one) => ({ side: one, name: NAMES[view[one].level], rows: panes[one].rows })),
  line: (one, row) => {
    byId(`${one}-code`).focus();
    panes[one].move(row);
  },
});

byId("search-button").addEventListener("click", () => search.open());
byId("help-button").addEventListener("click", help);
byId("theme-button").addEventListener("click", theme);
byId("no-list-button").addEventListener("click", () => hide("no-list"));
byId("no-details-button").addEventListener("click", () => hide("no-details"));
byId("before-button").addEventListener("click", () => nextStep(-1));
byId("after-button").addEventListener("click", () => nextStep(1));

// --- links ----------------------------------------------------------------------------------------

function route() {
  const link = parsed(location.hash);
  const one =
    rungs.find((candidate) => candidate.path === link.path) ||
    rungs.find((candidate) => `${candidate.ladder}:` === link.path) ||
    null;
  const message = byId("message");
  message.textContent = "";
  if (!one && link.path) message.textContent = `This page has no ${link.path.replace(/:$/, "")}.`;
  const chosen = one || rungs.find((candidate) => candidate.path === view.path) || rungs[0];
  if (!chosen) {
    message.textContent = "No ladder here.";
    return;
  }
  if (one && link.step && !one.steps.some((step) => step.key === link.step)) {
    message.textContent = `${one.path} has no step ${link.step}.`;
  }
  view.path = chosen.path;
  view.step = one ? link.step : view.step;
  view.changes = page.live ? link.changes : {};
  if (link.left) view.left = link.left;
  if (link.right) view.right = link.right;
  if (link.right && !link.left && view.left.level === link.right.level) view.left = plain("tir");
  show(false);
}

addEventListener("hashchange", () => {
  if (location.hash !== written) route();
});
addEventListener("popstate", () => {
  if (location.hash !== written) route();
});

try {
  const kept = localStorage.getItem("theme");
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
} catch {
  // See setTheme.
}
route();
