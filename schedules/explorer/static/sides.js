// What the two sides show: tabs, the choice of a pass or a primitive, the text.

import { folded } from "./blocks.js";
import { costsOf, METRICS, metricOf, metricsOf } from "./costs.js";
import { page } from "./data.js";
import { button, byId, el, options, redraw, showTabs } from "./dom.js";
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

/** A level that a rung does not have becomes one that it has: a text on the left, code on the right. */
function fit(side) {
  const pane = state[side];
  const { record, at, details } = shownIn(side);
  const known = levels(record);
  const most = pane.level === "pass" ? details?.passes.length : record.steps[at].primitives.length;
  if (pane.at > most) pane.at = most;
  if (pane.level === "primitive" ? most : known.includes(pane.level)) return;
  const code = record.levels ? known.at(-1) : record.source_level;
  const machine = ["cuda", "asm", "ptx", "sass"].includes(pane.level);
  pane.level = side === "left" && (record.levels || !machine) ? known[0] : code;
  if (record.levels && side === "left" && state.right.level === pane.level && !state.right.pin) state.right.level = code;
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
  const names = levels(record).concat(pane.level === "primitive" ? ["primitive"] : []);
  const tabs = names.map((level) => [level, NAMES[level] || level]);
  showTabs(frame.querySelector(".tabs"), tabs, pane.level, (level) => choose(side, { level, at: 0, line: 0 }), `${side}-code`);
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
  const { level, at, diff, base: than } = pane;
  const place = [record.path, record.steps[of.at].key, level, at, diff, than, Boolean(text), state.sorted && state.metric].join();
  const stay = places[side] === place;
  places[side] = place;
  panes[side].show(rows, pane.level, stay);
  if (text) revealIn(side, rows, base, stay);
}

/** A frame's button, pressed or not. */
function pressed(frame, name, is) {
  const found = frame.querySelector(name);
  found.setAttribute("aria-pressed", String(is));
  return found;
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
  return saved ? ["Before the save, this step had not been opened."] : onlyLast({ record, path });
}

/** Why a step has no machine code yet, or in a file. */
export function onlyLast({ record, path }) {
  if (page.live) return ["Working ..."];
  const last = record.steps.at(-1);
  const link = button(last.name, () => goTo(path, last.key));
  return ["This page has machine code and its costs only for each rung's last step, ", link, "; schedules serve has them for every step."];
}

/** The pass or the primitive of a side, to be chosen: those that change nothing come last. */
function showChoice(side) {
  const { level, at: chosen } = state[side];
  const found = choicesOf(level, shownIn(side));
  const box = byId(side).querySelector(".choice");
  box.hidden = !found.length;
  if (!found.length) return box.replaceChildren();
  const at = Math.min(chosen || found.length, found.length);
  const to = (next) => choose(side, { at: next, line: 0 });
  const option = ({ number, name, added, removed }) => {
    const counts = added + removed ? ` +${added} -${removed}` : "";
    return el("option", { value: number, selected: number === at }, `${String(number).padStart(2)} ${name}${counts}`);
  };
  const [changing, idle] = [true, false].map((is) => found.filter(({ added, removed }) => Boolean(added + removed) === is));
  const attributes = {
    "aria-label": level === "pass" ? "Pass" : "Primitive",
    title: found[at - 1].name,
    onchange: (event) => to(Number(event.target.value)),
  };
  const groups = idle.length ? el("optgroup", { label: `${idle.length} without a change` }, idle.map(option)) : "";
  redraw(box, () => box.replaceChildren(el("select", attributes, changing.map(option), groups)));
}

/** Passes or primitives {number, name, added, removed} of a kernel, counted from 1. */
function choicesOf(level, { record, at, details }) {
  if (level === "pass") {
    const name = (one) => one.name.split(".").at(-1);
    return (details?.passes || []).map((one, which) => ({ ...one, number: which + 1, name: name(one) }));
  }
  if (level !== "primitive") return [];
  const { primitives } = record.steps[at];
  return primitiveCounts(record, at).map(([added, removed], which) => ({
    number: which + 1,
    name: called(primitives[which]),
    added,
    removed,
  }));
}

/** The choice of what the margin's bars stand for. */
function showMetric(side) {
  const box = byId(side).querySelector(".metric");
  const costs = COSTED.has(state[side].level) ? costsOf(shownIn(side)) : null;
  const some = state[side].level !== "tir" || costs?.tir.size ? metricsOf(costs) : [];
  box.hidden = !some.length;
  box.replaceChildren(...options([...some.map((name) => [name, METRICS[name]]), ["none", "no bars"]], metricOf(costs) || "none"));
}

/** Show a line of the source. */
export function showLine(line) {
  showAt(shown.kernel.record.source_level, line);
}

/** Show a row of the SASS, counted from 0. */
export function showRow(row) {
  showAt("sass", row + 1);
}

/** Show a line of a level: in a side that has it, else in the one that goes along. */
export function showAt(level, line) {
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

/** Copy a side's whole text. */
export async function copy(side) {
  const text = shown.sides[side];
  if (!text) return;
  const done = await navigator.clipboard.writeText(`${text.lines.join("\n")}\n`).then(
    () => "copied",
    () => "the browser refuses to copy",
  );
  byId("status").textContent = done;
}
