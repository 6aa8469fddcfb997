// The texts of a step, and what each is compared with.

import { costsOf, metricOf, metricsOf, partOf, stallsOf } from "./costs.js";
import { applied, linesOf } from "./data.js";
import { diffRows } from "./diff.js";
import { detailsAt, shown, shownIn } from "./kernel.js";
import { change, state } from "./store.js";
import { essence } from "./tokens.js";

export const NAMES = {
  tir: "TIR",
  lowered: "Lowered",
  pass: "Pass",
  primitive: "Primitive",
  cuda: "CUDA",
  asm: "Assembly",
  ptx: "PTX",
  sass: "SASS",
};

/** The levels of a rung, in the order of the keys 1 to 6. */
export function levels(record) {
  // A kernel in a file has those from its own down.
  if (record.levels) return record.levels;
  const found = ["tir", "lowered", "pass", record.source_level];
  return record.target === "cuda" ? [...found, "ptx", "sass"] : found;
}

/** The lines of a step at a level, and the CUDA line of each; null where there is no such text. */
export function textAt({ record, at, details }, pane) {
  const step = record.steps[at];
  if (pane.level === "pass") {
    if (!details?.passes?.length) return null;
    let lines = linesOf(step.texts.tir);
    let before = lines;
    for (const one of details.passes.slice(0, pane.at || details.passes.length)) {
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
    const code = details?.machine?.[pane.level];
    return code ? { lines: linesOf(code.text), cuda: code.cuda } : null;
  }
  const text = step.texts[pane.level];
  return text === undefined ? null : { lines: linesOf(text) };
}

/** The TIR before a step's first primitive and after each of them. */
export function primitiveStates(record, at) {
  let lines = linesOf(at > 0 ? record.steps[at - 1].texts.tir : record.start);
  return [lines, ...record.steps[at].primitives.map((one) => (lines = applied(lines, one.delta)))];
}

/** A primitive's call, with loops and blocks as the TIR calls them: l34 is a name of the trace's. */
export const called = ({ call, names }) => call.replace(/\b[lb]\d+\b(?!.* = sch\.)/g, (name) => names[name] || name);

/** Lines that each primitive of a step added and removed, indentation aside. */
export function primitiveCounts(record, at) {
  const states = primitiveStates(record, at);
  return states.slice(1).map((lines, which) => {
    const rows = diffRows(states[which], lines, (line) => line.trim());
    return ["+", "-"].map((kind) => rows.filter((row) => row.kind === kind).length);
  });
}

/** What a side's text is compared with: its lines and its name. */
export function baseOf(side) {
  const pane = state[side];
  const text = shown.sides[side];
  if (!text) return null;
  const of = shownIn(side);
  if (text.before) return { lines: text.before, name: `the previous ${pane.level}` };
  if (pane.base === "pane") {
    const other = side === "left" ? "right" : "left";
    const them = shownIn(other);
    const found = shown.sides[other];
    const name = `${them.record.name}:${them.record.steps[them.at].name}${them.saved ? " before the save" : ""}`;
    return found ? { lines: found.lines, name } : null;
  }
  if (pane.base === "step") {
    for (let at = of.at - 1; at >= 0; at--) {
      const found = textAt({ record: of.record, at, details: detailsAt(of, at, pane.diff && !of.saved) }, pane);
      if (found) return { lines: found.lines, name: of.record.steps[at].name };
    }
  }
  return of.before && baseBefore(of, pane);
}

/** The text of the previous rung: of the step of the same name if it has one, else of the last. */
function baseBefore(of, pane) {
  const { record } = of.before;
  const same = record.steps.findIndex((step) => step.key === of.record.steps[of.at].key);
  for (const at of [same, record.steps.length - 1]) {
    const found = at >= 0 && textAt({ record, at, details: detailsAt(of.before, at, pane.diff) }, pane);
    if (found) return { lines: found.lines, name: `${record.name}:${record.steps[at].name}` };
  }
  return null;
}

const costsAt = (costs, level) => costs[{ sass: "rows", cuda: "lines", tir: "tir" }[level]];

/** The levels whose margins have costs. */
export const COSTED = new Set(["tir", "cuda", "sass"]);

/** The bar in the margin of each line, relative to the most expensive one; null for none. */
function barsOf(side) {
  const { level } = state[side];
  const costs = COSTED.has(level) ? costsOf(shownIn(side)) : null;
  const metric = metricOf(costs);
  const some = metric ? costsAt(costs, level) : new Map();
  const names = metricsOf(costs);
  const most = Math.max(0, ...[...some.values()].map((one) => one[metric]));
  return (at) => {
    if (!most) return null;
    const cost = some.get(level === "sass" ? at : at + 1);
    const shares = names.map((name) => [name, partOf(cost, costs, name).share]);
    const stalls = cost && costs.prediction ? stallsOf(cost) : "";
    return {
      length: cost ? cost[metric] / most : 0,
      metric,
      shares,
      stalls,
      timed: Boolean(costs.prediction),
      ...partOf(cost, costs, metric),
    };
  };
}

// What every module of TIR begins with.
const PREAMBLE = /^(?:# from tvm\..*)?$/;

/** A side's rows: with what changed marked, or as a whole diff; without the imports above the TIR and what
 * is folded; or the most expensive first. */
export function rowsOf(side) {
  const rows = allRows(side);
  const first = rows.findIndex((row) => !PREAMBLE.test(row.text));
  const found = rows.slice(Math.max(0, first));
  if (state[side].diff) return found;
  return state.sorted && found.some((row) => row.bar) ? found.sort((a, b) => b.bar.share - a.bar.share) : withLoops(side, found);
}

// A line that begins a loop, in TIR or CUDA.
const LOOP = /^\s*(?:for .* in |for \(|while \()/;
const depth = ({ text }) => text.length - text.trimStart().length;
const foldOf = (side, row) => `${shownIn(side).path}:${state[side].level}:${row.number}:${row.text.trim()}`;

/** Rows whose loops know the number of lines in them (`body`); those of folded loops are left out, unless
 * one of them is selected. */
function withLoops(side, rows) {
  const found = [];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    found.push(row);
    if (!LOOP.test(row.text)) continue;
    let end = at + 1;
    while (end < rows.length && (!rows[end].text.trim() || depth(rows[end]) > depth(row))) end++;
    row.body = end - at - 1;
    const { line } = state[side];
    row.folded = state.folded.has(foldOf(side, row)) && !(line > row.number && line <= row.number + row.body);
    if (row.folded) at += row.body;
  }
  return found;
}

/** Fold the loop that a row begins, or unfold it. */
export function toggleFold(side, row) {
  const folded = new Set(state.folded);
  const key = foldOf(side, row);
  if (!folded.delete(key)) folded.add(key);
  change({ folded });
}

function allRows(side) {
  const pane = state[side];
  const text = shown.sides[side];
  const base = baseOf(side);
  const bar = barsOf(side);
  const rows = text.lines.map((line, at) => ({
    bar: bar(at),
    text: line,
    kind: " ",
    number: at + 1,
    // Machine code has the line of CUDA in its margin.
    label: text.cuda ? text.cuda[at] || "" : at + 1,
    changed: false,
    gone: false,
    cuda: pane.level === "cuda" ? at + 1 : (text.cuda?.[at] ?? 0),
  }));
  // Every compilation renames registers: machine code is compared only on request.
  if (!base || (text.cuda && !pane.diff)) return rows;
  const compared = diffRows(base.lines, text.lines, (line) => essence(line, pane.level));
  if (pane.diff) {
    return compared.map((one) =>
      one.kind === "-" ? { text: base.lines[one.old], kind: "-", number: 0, label: "", cuda: 0 } : { ...rows[one.now], kind: one.kind },
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
