// The texts of a step, and what each is compared with.

import { applied, linesOf } from "./data.js";
import { diffRows } from "./diff.js";
import { conflictsByLine } from "./accesses.js";
import { costsOf, metricOf, partOf } from "./costs.js";
import { essence } from "./tokens.js";
import { now, shownIn, view } from "./view.js";

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
export function textAt(record, at, pane) {
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
export function primitiveStates(record, at) {
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
  const pane = view[side];
  const text = now.sides[side];
  if (!text) return null;
  const of = shownIn(side);
  if (text.before) {
    return { lines: text.before, name: pane.level === "pass" ? "the previous pass" : "the previous primitive" };
  }
  if (pane.base === "pane") {
    const other = side === "left" ? "right" : "left";
    const them = shownIn(other);
    const found = now.sides[other];
    return found ? { lines: found.lines, name: `${them.record.name}:${them.record.steps[them.at].name}` } : null;
  }
  if (pane.base === "step") {
    for (let at = of.at - 1; at >= 0; at--) {
      const found = textAt(of.record, at, pane);
      if (found) return { lines: found.lines, name: of.record.steps[at].name };
    }
  }
  if (of.before) {
    const record = of.before;
    const same = record.steps.findIndex((step) => step.key === of.record.steps[of.at].key);
    const at = same >= 0 && textAt(record, same, pane) ? same : record.steps.length - 1;
    const found = textAt(record, at, pane);
    if (found) return { lines: found.lines, name: `${record.name}:${record.steps[at].name}` };
  }
  return null;
}

const costsAt = (costs, level) => costs[{ sass: "rows", cuda: "lines", tir: "tir" }[level]];

/** The levels whose margins have costs. */
export const COSTED = new Set(["tir", "cuda", "sass"]);

/** A side's rows: with what changed marked, or as a whole diff. */
export function rowsOf(side) {
  const pane = view[side];
  const text = now.sides[side];
  const base = baseOf(side);
  const of = shownIn(side);
  const conflicts = pane.level === "cuda" ? conflictsByLine(of.details) : new Map();
  const costs = COSTED.has(pane.level) ? costsOf(of) : null;
  const metric = metricOf(costs);
  const most = metric && costsAt(costs, pane.level).size ? Math.max(...[...costsAt(costs, pane.level).values()].map((one) => one[metric])) : 0;
  // Bars are relative to the most expensive line.
  const bar = (at) => {
    if (!most) return null;
    const cost = costsAt(costs, pane.level).get(pane.level === "sass" ? at : at + 1);
    const { share, excess } = partOf(cost, costs, metric);
    return { length: cost ? cost[metric] / most : 0, share, excess, metric };
  };
  const row = (line, at) => ({
    bar: bar(at),
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
  // Every compilation renames registers: machine code is compared only on request.
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
