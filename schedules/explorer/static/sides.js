// What the two sides show: tabs, the choice of a pass or a primitive, the text.

import { page } from "./data.js";
import { costsOf, METRICS, metricOf, metricsOf } from "./costs.js";
import { byId, el, redraw } from "./dom.js";
import { lightRows, panes, relink, rowsOfAccess } from "./links.js";
import { baseOf, levels, NAMES, primitiveCounts, rowsOf, textAt } from "./texts.js";
import { goTo, now, plain, remember, SIDES, view } from "./view.js";

/** Fill both sides, then light up what belongs to the line chosen in one of them. */
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
  showMetric(side);
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

/** A level that this rung does not have becomes its neighbour. */
export function fit(side) {
  const pane = view[side];
  if (now.record.levels) {
    if (!now.record.levels.includes(pane.level)) pane.level = now.record.levels.at(-1);
    return;
  }
  const source = now.record.source_level;
  if ((pane.level === "cuda" || pane.level === "asm") && pane.level !== source) pane.level = source;
  if (!(pane.level in NAMES)) pane.level = side === "left" ? "tir" : source;
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
  const side = SIDES.find((one) => view[one].level === level) || "right";
  if (view[side].level !== level) Object.assign(view[side], { level, diff: false });
  Object.assign(view[side], { line, diff: false });
  now.side = side;
  remember();
  showSide(side, true);
  relink();
}

/** Show an access: its line, and of the machine code the instructions that carry it out. */
export function showAccess(access) {
  if (access.line) showLine(access.line);
  const rows = rowsOfAccess(now.details, access);
  if (rows.length) lightRows(rows);
}

/** The margins' costs anew. */
export function redrawMargins() {
  for (const side of SIDES) showSide(side, true);
  relink();
}

/** The choice of what the margin's bars stand for. */
function showMetric(side) {
  const box = byId(side).querySelector(".metric");
  const costs = ["cuda", "sass"].includes(view[side].level) ? costsOf(now.details) : null;
  const some = metricsOf(costs);
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

export function toggleDiff(side) {
  if (!baseOf(side)) return;
  choose(side, { diff: !view[side].diff, line: 0 });
}

export function toggleBase(side) {
  choose(side, { base: view[side].base === "rung" ? "step" : "rung", diff: true, line: 0 });
}

export function copy(side) {
  const text = now.sides[side];
  if (!text) return;
  navigator.clipboard?.writeText(text.lines.join("\n") + "\n").then(
    () => (byId("status").textContent = "copied"),
    () => (byId("status").textContent = "the browser refuses to copy"),
  );
}
