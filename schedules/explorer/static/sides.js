// What the two sides show: tabs, the choice of a pass or a primitive, the text.

import { folded } from "./blocks.js";
import { costsOf, METRICS, metricOf, metricsOf } from "./costs.js";
import { page } from "./data.js";
import { byId, el, redraw } from "./dom.js";
import { detailsAt, freeSide, freeSides, predictionOf, shown, shownIn } from "./kernel.js";
import { lightRows, panes, relink, rowsOfAccess } from "./links.js";
import { changePane, correct, goTo, plain, SIDES, say, state } from "./store.js";
import { baseOf, COSTED, called, levels, NAMES, primitiveCounts, rowsOf, textAt } from "./texts.js";

// What the sides were drawn from, and the place that each showed.
let drawn = [];
const places = { left: "", right: "" };

/** Fill the sides if they show something else than before, and highlight what is linked to the selected line. */
export function showSides() {
  for (const side of SIDES) fit(side);
  const from = SIDES.flatMap((side) => {
    const of = shownIn(side);
    const { before } = of;
    const known = [of.record, of.at, of.details, predictionOf(of), detailsAt(of, of.at - 1), before?.record];
    return [...known, before && detailsAt(before, before.at), JSON.stringify(state[side])];
  }).concat(state.metric, state.sorted, state.folded, state.codes);
  if (from.every((one, at) => one === drawn[at])) return;
  drawn = from;
  for (const side of SIDES) shown.sides[side] = textAt(shownIn(side), state[side]);
  for (const side of SIDES) showSide(side);
  relink();
  // What a rung does not have was corrected.
  correct({});
}

/** A level that a rung does not have becomes one that it has. */
function fit(side) {
  const pane = state[side];
  const { record, at, details } = shownIn(side);
  if (record.levels) {
    if (!record.levels.includes(pane.level)) {
      // The source on the left, machine code on the right.
      pane.level = side === "left" ? record.levels[0] : record.levels.at(-1);
      if (side === "left" && state.right.level === pane.level && !state.right.pin) state.right.level = record.levels.at(-1);
    }
    return;
  }
  const source = record.source_level;
  const most = pane.level === "pass" ? details?.passes.length : record.steps[at].primitives.length;
  if (pane.level === "primitive" && !most) Object.assign(pane, plain("tir"), { pin: pane.pin });
  if (pane.at > most) pane.at = most;
  if ((pane.level === "cuda" || pane.level === "asm") && pane.level !== source) pane.level = source;
  if (!Object.hasOwn(NAMES, pane.level)) pane.level = side === "left" ? "tir" : source;
  if (source !== "cuda" && (pane.level === "ptx" || pane.level === "sass")) pane.level = source;
}

/** Change what one side shows. */
export function choose(side, changes) {
  say("");
  changePane(side, changes);
}

/** Fill a side: tabs, choice of a pass, code. */
function showSide(side) {
  const pane = state[side];
  const of = shownIn(side);
  const { record } = of;
  const text = shown.sides[side];
  const frame = byId(side);
  const list = frame.querySelector(".tabs");
  redraw(list, () => list.replaceChildren(...tabs(side, record)));
  const base = text && baseOf(side);
  pressed(frame, ".diff", pane.diff).disabled = !base;
  pressed(frame, ".codes", state.codes).hidden = pane.level !== "sass";
  showPin(side);
  showChoice(side);
  showMetric(side);
  const against = frame.querySelector(".against");
  against.hidden = pane.level === "pass" || pane.level === "primitive";
  against.replaceChildren(...options(Object.entries(AGAINST), pane.base));
  byId(`${side}-code`).setAttribute("aria-label", `${NAMES[pane.level]} of ${record.steps[of.at].name}`);
  byId(`${side}-empty`).replaceChildren(...(text ? [] : whyEmpty(pane, of)));
  const rows = text ? rowsOf(side) : [];
  frame.querySelector(".note").textContent = text ? noteOf(rows, text, pane, base) : "";
  const place = JSON.stringify([
    record.path,
    record.steps[of.at].key,
    pane.level,
    pane.at,
    pane.diff,
    pane.base,
    Boolean(text),
    state.sorted && state.metric,
  ]);
  const stay = places[side] === place;
  places[side] = place;
  panes[side].show(rows, pane.level, stay);
  if (text) revealIn(side, rows, base, stay);
}

const tabs = (side, record) =>
  levels(record)
    .concat(state[side].level === "primitive" ? ["primitive"] : [])
    .map((level) => {
      const is = level === state[side].level;
      const attributes = {
        type: "button",
        role: "tab",
        id: `${side}-${level}`,
        "aria-selected": String(is),
        "aria-controls": `${side}-code`,
        tabindex: is ? 0 : -1,
        onclick: () => choose(side, { level, at: 0, line: 0 }),
      };
      return el("button", attributes, NAMES[level] || level);
    });

/** A frame's button, pressed or not. */
function pressed(frame, name, is) {
  const button = frame.querySelector(name);
  button.setAttribute("aria-pressed", String(is));
  return button;
}

function noteOf(rows, text, pane, base) {
  const lines = `${text.lines.length} lines`;
  if (!base || (!pane.diff && text.cuda)) return lines;
  const added = rows.filter((row) => row.kind === "+" || row.changed).length;
  const removed = rows.filter((row) => row.kind === "-").length;
  const change = [added && `+${added}`, removed && `-${removed}`].filter(Boolean).join(" ") || "no change";
  return `${lines}; ${change} since ${base.name}`;
}

/** Scroll to the selected line, else to what matters first: what costs most, or what changed. */
function revealIn(side, rows, base, stay) {
  const pane = state[side];
  if (pane.line) {
    const at = rows.findIndex((row) => row.number === pane.line);
    if (at >= 0) return panes[side].place(at);
    if (stay) return;
    say(`${NAMES[pane.level]} has no line ${pane.line} here.`);
    correct({ [side]: { ...pane, line: 0 } });
  }
  if (stay) return;
  const changed = () => (base ? rows.findIndex((row) => row.kind !== " " || row.changed) : -1);
  const first = pane.level === "sass" ? hottestRow(rows) : changed();
  if (first > 0) panes[side].reveal(first);
}

/** The row with the longest bar in the margin; -1 if there is none. */
export const hottestRow = (rows) =>
  rows.reduce((best, row, at) => ((row.bar?.length || 0) > (rows[best]?.bar?.length || 0) ? at : best), -1);

function whyEmpty(pane, { record, at, path, details, saved }) {
  const step = record.steps[at];
  if (step.problem && pane.level !== "lowered") return [folded(step.problem)];
  if (!["pass", "ptx", "sass"].includes(pane.level)) return ["No text at this level."];
  if (details?.problems?.machine) return [folded(details.problems.machine)];
  if (saved) return ["Before the save, this step had not been opened."];
  if (page.live) return ["Working ..."];
  const last = record.steps.at(-1);
  return [
    "This page has machine code only for each rung's last step, ",
    el("button", { type: "button", onclick: () => goTo(path, last.key) }, last.name),
    "; schedules serve has it for every step.",
  ];
}

/** The pass or the primitive of a side, to be chosen: those that change nothing come last. */
function showChoice(side) {
  const pane = state[side];
  const of = shownIn(side);
  const box = byId(side).querySelector(".choice");
  const named = (one) => [one.name.split(".").at(-1), one.added, one.removed];
  const call = (counts, which) => [called(of.record.steps[of.at].primitives[which]), ...counts];
  const found =
    pane.level === "pass"
      ? (of.details?.passes || []).map(named)
      : pane.level === "primitive"
        ? primitiveCounts(of.record, of.at).map(call)
        : [];
  box.hidden = !found.length;
  if (!found.length) return box.replaceChildren();
  const at = Math.min(pane.at || found.length, found.length);
  const option = ([name, added, removed], index) => {
    const change = added + removed ? ` +${added} -${removed}` : "";
    return el("option", { value: index + 1, selected: index + 1 === at }, `${String(index + 1).padStart(2)} ${name}${change}`);
  };
  const parts = [true, false].map((changes) =>
    found.flatMap((one, index) => (Boolean(one[1] + one[2]) === changes ? [option(one, index)] : [])),
  );
  const attributes = {
    "aria-label": pane.level === "pass" ? "Pass" : "Primitive",
    title: found[at - 1][0],
    onchange: (event) => choose(side, { at: Number(event.target.value), line: 0 }),
  };
  const idle = parts[1].length ? el("optgroup", { label: `${parts[1].length} without a change` }, parts[1]) : "";
  const next = (step) => () => {
    for (let to = at - 1 + step; to >= 0 && to < found.length; to += step) {
      if (found[to][1] + found[to][2]) return choose(side, { at: to + 1, line: 0 });
    }
  };
  const button = (which, step, text) =>
    el(
      "button",
      { type: "button", title: `${which} change`, "aria-label": `${which} pass that changes the TIR`, onclick: next(step) },
      text,
    );
  const all = [button("Previous", -1, "‹"), el("select", attributes, parts[0], idle), button("Next", 1, "›")];
  redraw(box, () => box.replaceChildren(...all));
}

/** The choice of what the margin's bars stand for. */
function showMetric(side) {
  const box = byId(side).querySelector(".metric");
  const costs = COSTED.has(state[side].level) ? costsOf(shownIn(side)) : null;
  const some = state[side].level !== "tir" || costs?.tir.size ? metricsOf(costs) : [];
  box.hidden = !some.length;
  box.replaceChildren(...options([...some.map((name) => [name, METRICS[name]]), ["none", "no bars"]], metricOf(costs) || "none"));
}

const options = (pairs, chosen) => pairs.map(([value, text]) => el("option", { value, selected: value === chosen }, text));

/** Show a line of the CUDA: in a side that has it, else in the right one. */
export function showLine(line) {
  showAt(shown.kernel.record.source_level, line);
}

/** Show a row of the SASS, counted from 0. */
export function showRow(row) {
  showAt("sass", row + 1);
}

function showAt(level, line) {
  const side = freeSides().find((one) => state[one].level === level) || freeSide();
  state.side = side;
  changePane(side, { level, line, diff: false });
}

/** Show accesses that are alike: the first one's line, and the instructions that carry them out. */
export function showAccess(group) {
  if (group[0].line) showLine(group[0].line);
  const rows = group.flatMap((access) => rowsOfAccess(shown.kernel.details, access));
  // After the line is shown.
  if (rows.length) queueMicrotask(() => lightRows(rows));
}

/** Show what one primitive did, or the step's whole TIR again. */
export function choosePrimitive(at) {
  const side = state.left.pin ? freeSide() : "left";
  const again = state[side].level === "primitive" && state[side].at === at + 1;
  changePane(side, again ? plain("tir") : { level: "primitive", at: at + 1, diff: true, line: 0 });
}

export function toggleDiff(side) {
  if (baseOf(side)) choose(side, { diff: !state[side].diff, line: 0 });
}

/** Compare with the previous rung, or again with the previous step. */
export function toggleBase(side) {
  choose(side, { base: state[side].base === "rung" ? "step" : "rung", diff: true, line: 0 });
}

/** Pin a pane to the step that it shows, or unpin it. */
export function togglePin(side) {
  const { path, record, at } = shown.kernel;
  changePane(side, { pin: state[side].pin ? null : { path, step: record.steps[at].key } });
}

function showPin(side) {
  const { pin } = state[side];
  pressed(byId(side), ".pin", Boolean(pin));
  byId(side).classList.toggle("pinned", Boolean(pin));
  const name = byId(side).querySelector(".pinned-at");
  name.hidden = !pin;
  name.textContent = pin ? `${pin.path}:${pin.step}${pin.saved ? ", before the save" : ""}` : "";
}

const AGAINST = { step: "previous step", rung: "previous rung", pane: "other pane" };

export function copy(side) {
  const text = shown.sides[side];
  if (!text) return;
  const whole = `${text.lines.join("\n")}\n`;
  const told = (done) => (byId("status").textContent = done ? "copied" : "the browser refuses to copy");
  // Over plain http there is no clipboard but that of a selection.
  if (!navigator.clipboard) told(selected(whole));
  else
    navigator.clipboard.writeText(whole).then(
      () => told(true),
      () => told(selected(whole)),
    );
}

/** Copy a text by selecting it; whether that worked. */
function selected(text) {
  const area = el("textarea", { "aria-hidden": "true" });
  area.value = text;
  /** @type {any} */
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return done;
}
