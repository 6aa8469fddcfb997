// What the two sides show: tabs, the choice of a pass or a primitive, the text.

import { page } from "./data.js";
import { costsOf, METRICS, metricOf, metricsOf } from "./costs.js";
import { byId, el, redraw } from "./dom.js";
import { lightRows, panes, relink, rowsOfAccess } from "./links.js";
import { baseOf, called, COSTED, levels, NAMES, primitiveCounts, rowsOf, textAt } from "./texts.js";
import { codes } from "./tokens.js";
import { freeSide, goTo, now, plain, remember, shownIn, SIDES, view } from "./view.js";

/** Fill both sides, then highlight what is linked to the line selected in one of them. */
export function showSides(stay) {
  for (const side of SIDES) showSide(side, stay);
  relink();
}

/** Change one side's view. */
export function choose(side, changes) {
  Object.assign(view[side], changes);
  remember();
  showSide(side, false);
  relink();
}

/** Fill a side: tabs, choice of a pass, code. */
function showSide(side, stay) {
  const pane = view[side];
  const of = shownIn(side);
  const { record } = of;
  now.sides[side] = textAt(record, of.at, pane);
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
  const folds = frame.querySelector(".codes");
  folds.hidden = pane.level !== "sass";
  folds.setAttribute("aria-pressed", codes.shown ? "true" : "false");
  showChoice(side);
  showMetric(side);
  const note = frame.querySelector(".note");
  byId(`${side}-code`).setAttribute(
    "aria-label",
    `${NAMES[pane.level] || pane.level} of ${record.steps[of.at].name}`,
  );
  showPin(side);
  showAgainst(side);
  if (!text) {
    panes[side].show([], pane.level);
    byId(`${side}-empty`).replaceChildren(...whyEmpty(pane, of));
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
  } else if (!stay) {
    const first = pane.level === "sass" ? hottestRow(rows) : base ? rows.findIndex((row) => row.kind !== " " || row.changed) : -1;
    if (first > 0) panes[side].reveal(first);
  }
}

/** The row with the longest bar in the margin; -1 if there is none. */
export const hottestRow = (rows) =>
  rows.reduce((best, row, at) => ((row.bar?.length || 0) > (rows[best]?.bar?.length || 0) ? at : best), -1);

function whyEmpty(pane, of) {
  const step = of.record.steps[of.at];
  if (step.problem && pane.level !== "lowered") return [step.problem];
  if (["pass", "ptx", "sass"].includes(pane.level)) {
    const problem = of.details?.problems?.machine;
    if (problem) return [problem];
    if (page.live) return ["Working ..."];
    const last = of.record.steps.at(-1);
    return [
      "This page has machine code only for each rung's last step, ",
      el("button", { type: "button", onclick: () => goTo(of.record.path, last.key) }, last.name),
      "; schedules serve has it for every step.",
    ];
  }
  return ["No text at this level."];
}

/** The pass or the primitive of a side, to be chosen. */
function showChoice(side) {
  const pane = view[side];
  const of = shownIn(side);
  const box = byId(side).querySelector(".choice");
  const found =
    pane.level === "pass"
      ? (of.details?.passes || []).map((one) => [one.name.split(".").at(-1), one.added, one.removed])
      : pane.level === "primitive"
        ? primitiveCounts(of.record, of.at).map((counts, which) => [
            called(of.record.steps[of.at].primitives[which]),
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
      title: found[at - 1][0],
      onchange: (event) => choose(side, { at: Number(event.target.value), line: 0 }),
    },
    found.map(([name, added, removed], index) =>
      el(
        "option",
        { value: index + 1, selected: index + 1 === at, class: added + removed ? "" : "idle" },
        `${String(index + 1).padStart(2)} ${name} ${added + removed ? `+${added} -${removed}` : "(no change)"}`,
      ),
    ),
  );
  const next = (step) => {
    for (let to = at - 1 + step; to >= 0 && to < found.length; to += step) {
      if (found[to][1] + found[to][2]) return choose(side, { at: to + 1, line: 0 });
    }
  };
  const parts = [
    el("button", { type: "button", title: "Previous change", "aria-label": "Previous pass that changes the TIR", onclick: () => next(-1) }, "‹"),
    select,
    el("button", { type: "button", title: "Next change", "aria-label": "Next pass that changes the TIR", onclick: () => next(1) }, "›"),
  ];
  redraw(box, () => box.replaceChildren(...parts));
}

/** A level that this rung does not have becomes its neighbour. */
export function fit(side) {
  const pane = view[side];
  const { record } = shownIn(side);
  if (record.levels) {
    if (record.levels.includes(pane.level)) return;
    // The source on the left, machine code on the right.
    pane.level = side === "left" ? record.levels[0] : record.levels.at(-1);
    if (side === "left" && view.right.level === pane.level && !view.right.pin) view.right.level = record.levels.at(-1);
    return;
  }
  const source = record.source_level;
  if ((pane.level === "cuda" || pane.level === "asm") && pane.level !== source) pane.level = source;
  if (!Object.hasOwn(NAMES, pane.level)) pane.level = side === "left" ? "tir" : source;
  if (source !== "cuda" && (pane.level === "ptx" || pane.level === "sass")) pane.level = source;
}

/** Show a line of the CUDA: in a side that has it, else in the right one. */
export function showLine(line) {
  showAt(now.record.source_level, line);
}

/** Show a row of the SASS, counted from 0. */
export function showRow(row) {
  showAt("sass", row + 1);
}

function showAt(level, line) {
  const side = SIDES.find((one) => !view[one].pin && view[one].level === level) || freeSide();
  if (view[side].level !== level) Object.assign(view[side], { level, diff: false });
  Object.assign(view[side], { line, diff: false });
  now.side = side;
  remember();
  showSide(side, true);
  relink();
}

/** Show accesses that are alike: the first one's line, and the instructions that carry them out. */
export function showAccess(group) {
  if (group[0].line) showLine(group[0].line);
  const rows = group.flatMap((access) => rowsOfAccess(now.details, access));
  if (rows.length) lightRows(rows);
}

/** Redraw the costs in the margins. */
export function redrawMargins() {
  for (const side of SIDES) showSide(side, true);
  relink();
}

/** The choice of what the margin's bars stand for. */
function showMetric(side) {
  const box = byId(side).querySelector(".metric");
  const costs = COSTED.has(view[side].level) ? costsOf(shownIn(side)) : null;
  const some = view[side].level !== "tir" || costs?.tir.size ? metricsOf(costs) : [];
  box.hidden = !some.length;
  if (!some.length) return;
  const chosen = metricOf(costs) || "none";
  box.replaceChildren(
    ...[...some.map((name) => [name, METRICS[name]]), ["none", "no bars"]].map(([value, text]) =>
      el("option", { value, selected: value === chosen }, text),
    ),
  );
}

/** Show what one primitive did, or the step's whole TIR again. */
export function choosePrimitive(at) {
  const side = view.left.pin ? freeSide() : "left";
  const again = view[side].level === "primitive" && view[side].at === at + 1;
  Object.assign(
    view[side],
    again ? plain("tir") : { level: "primitive", at: at + 1, diff: true, line: 0 },
  );
  remember();
  showSide(side, false);
  const list = byId("details").querySelectorAll(".primitives button");
  list.forEach((one, index) =>
    one.setAttribute("aria-pressed", !again && index === at ? "true" : "false"),
  );
}

export function toggleDiff(side) {
  if (!baseOf(side)) return;
  choose(side, { diff: !view[side].diff, line: 0 });
}

/** Compare with the previous rung, or again with the previous step. */
export function toggleBase(side) {
  choose(side, { base: view[side].base === "rung" ? "step" : "rung", diff: true, line: 0 });
}

/** SASS with control codes, or without. */
export function toggleCodes() {
  codes.shown = !codes.shown;
  redrawMargins();
}

/** Pin a pane to the step that it shows, or unpin it. */
export function togglePin(side) {
  const pane = view[side];
  if (pane.pin) {
    pane.pin = null;
    delete now.pins[side];
    fit(side);
  } else {
    pane.pin = { path: now.record.path, step: now.record.steps[now.at].key };
    now.pins[side] = { record: now.record, at: now.at, details: now.details, before: now.before };
  }
  remember();
  showSides(true);
}

function showPin(side) {
  const { pin } = view[side];
  const button = byId(side).querySelector(".pin");
  button.setAttribute("aria-pressed", pin ? "true" : "false");
  byId(side).classList.toggle("pinned", Boolean(pin));
  const name = byId(side).querySelector(".pinned-at");
  name.hidden = !pin;
  name.textContent = pin ? `${pin.path}:${pin.step}` : "";
}

const AGAINST = { step: "previous step", rung: "previous rung", pane: "other pane" };

/** The choice of what the pane is compared with; a pass or a primitive is compared with the previous one. */
function showAgainst(side) {
  const box = byId(side).querySelector(".against");
  const pane = view[side];
  box.hidden = pane.level === "pass" || pane.level === "primitive";
  box.replaceChildren(
    ...Object.entries(AGAINST).map(([value, text]) => el("option", { value, selected: value === pane.base }, text)),
  );
}

export function copy(side) {
  const text = now.sides[side];
  if (!text) return;
  const whole = text.lines.join("\n") + "\n";
  const say = (done) => (byId("status").textContent = done ? "copied" : "the browser refuses to copy");
  // Over plain http there is no clipboard but that of a selection.
  if (navigator.clipboard) navigator.clipboard.writeText(whole).then(() => say(true), () => say(selected(whole)));
  else say(selected(whole));
}

/** Copy a text by selecting it; whether that worked. */
function selected(text) {
  const area = el("textarea", { "aria-hidden": "true" });
  area.value = text;
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return done;
}
