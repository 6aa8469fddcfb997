// The two panes, and what belongs together in them: a line of CUDA, its TIR and its machine code.

import { accessesOf, like, worst } from "./banks.js";
import { costText } from "./costs.js";
import { byId } from "./dom.js";
import { plural } from "./format.js";
import { freeSides, isOwn, rungBefore, shown, shownIn } from "./kernel.js";
import { Pane } from "./pane.js";
import { correct, SIDES, state } from "./store.js";
import { NAMES, toggleFold } from "./texts.js";
import { shown as written } from "./tokens.js";

const MEMORY = /\b(?:LDGSTS|LDSM|LD[GSL]|ST[GSL]|ATOM|RED|(?:ld|st)\.(?:global|shared|local))\b/;

export const panes = Object.fromEntries(
  SIDES.map((side) => [
    side,
    new Pane(
      byId(`${side}-code`),
      (row) => moved(side, row),
      (row) => toggleFold(side, row),
    ),
  ]),
);

/** The cursor moved in a side: highlight the linked lines. */
function moved(side, row) {
  state.side = side;
  correct({ [side]: { ...state[side], line: panes[side].rows[row].number } });
  linkFrom(side, row);
  markAccesses(side, row);
  byId("announce").textContent = spoken(panes[side].rows[row]);
}

/** A row for a screen reader: its number, its text and its share of the margin's cost. */
function spoken({ label, text, bar }) {
  return [`${label}: ${text.trim() || "empty"}`, costText(bar), bar?.stalls].filter(Boolean).join("; ");
}

export function relink() {
  const side = [state.side, ...SIDES].find((one) => state[one].line && panes[one].cursor >= 0);
  if (side) linkFrom(side, panes[side].cursor);
}

function linkFrom(side, row) {
  light(cudaLines(side, row), side, panes[side].rows[row].number);
}

/** The lines of CUDA that a row of a side belongs to. */
function cudaLines(side, row) {
  const { cuda, number } = panes[side].rows[row];
  if (state[side].level === "tir") return linesFromTir(side, number);
  return cuda ? [cuda] : [];
}

const conflicts = (access) => access?.scope === "shared" && access.wavefronts > access.least_wavefronts;

/**
 * The access to show for a side, counted from 0: of the selected row; of a step without conflicts the
 * one whose conflicts the previous rung had; else of the whole step. {at: -1} for none, {waits} for
 * what is being counted, {why} if the previous rung's could not be.
 */
export function accessFor(side) {
  const kernel = shown.kernel;
  if (kernel.details === undefined) return { waits: kernel.record.name };
  const all = accessesOf(kernel.details);
  const row = isOwn(side) ? panes[side].cursor : -1;
  const lines = row < 0 ? [] : cudaLines(side, row);
  const carried = state[side].level === "sass" && row >= 0 ? panes[side].rows[row].number - 1 : -1;
  const own = all.filter((one) => rowsOfAccess(kernel.details, one).includes(carried));
  const chosen = worst(own) || worst(all.filter((one) => lines.includes(one.line)));
  if (chosen) return { at: all.indexOf(chosen) };
  const before = conflicts(worst(all)) ? null : rungBefore(kernel);
  if (before === undefined || (before && before.details === undefined)) return { waits: "the previous rung" };
  const was = worst(accessesOf(before?.details));
  const at = conflicts(was) ? like(was, all) : -1;
  const why = before?.details?.problems.machine && `${before.record.name} could not be counted: ${before.details.problems.machine}`;
  return { at: at >= 0 ? at : all.indexOf(worst(all)), why };
}

const tirLines = (side) => shownIn(side).record.steps[shownIn(side).at].tir_lines || [];

/** The lines of CUDA that come from a line of TIR; from all that is in it where none does itself. */
function linesFromTir(side, number) {
  const texts = shown.sides[side].lines;
  const depth = (at) => texts[at - 1].length - texts[at - 1].trimStart().length;
  const from = (first, last) => tirLines(side).flatMap((line, at) => (line >= first && line <= last ? [at + 1] : []));
  const within = (first) => {
    let last = first;
    while (last < texts.length && (!texts[last].trim() || depth(last + 1) > depth(first))) last++;
    return from(first, last);
  };
  if (!number || !texts[number - 1]?.trim()) return [];
  const own = from(number, number);
  if (own.length) return own;
  if (within(number).length) return within(number);
  // The declaration of a block belongs to its statement.
  for (let at = number; at > 0; at--) {
    if (depth(at) < depth(number)) return /^\s*with T\.\w*block\(/.test(texts[at - 1]) ? within(at) : [];
  }
  return [];
}

/** Highlight lines of CUDA, their machine code and their TIR in both sides; reveal them in the other one. */
function light(lines, from, number) {
  const wanted = new Set(lines);
  for (const side of SIDES) {
    // Lines of another kernel have nothing to do with these.
    if (shownIn(side) !== shownIn(from)) continue;
    const tir = state[side].level === "tir" && new Set(lines.map((line) => tirLines(side)[line - 1]).filter(Boolean));
    if (tir && side === from) tir.add(number);
    const found = panes[side].where((row) => (tir ? row.kind !== "-" && tir.has(row.number) : row.cuda && wanted.has(row.cuda)));
    // Of a line's instructions those that touch memory matter most.
    const first = found.find((at) => MEMORY.test(panes[side].rows[at].text)) ?? found[0];
    panes[side].link(new Set(found), side === from ? -1 : first);
  }
  byId("status").textContent = litUp(lines, from, number);
}

/** The status text for the highlighted lines. */
function litUp(lines, from, number) {
  const others = SIDES.filter((one) => one !== from && shownIn(one) === shownIn(from));
  const other = others.find((one) => ["tir", "cuda", "ptx", "sass"].includes(state[one].level) && panes[one].rows.length);
  if (!other || (!lines.length && state[from].level !== "tir")) return "";
  const size = panes[other].linked.size;
  const found = `${plural(size, "line")} of ${NAMES[state[other].level]}`.replace(/^0/, "no");
  const at = state[from].level === "tir" ? `line ${number} of TIR` : `line ${lines.join(", ")}`;
  return `${at}: ${found}`;
}

/** Where a kernel's instructions are: a function of their number that gives {row, text, line}. */
export function placesOf(details, kernel) {
  const rows = details.costs?.find((one) => one.kernel === kernel)?.rows || [];
  const { text, cuda } = details.machine?.sass || { text: "", cuda: [] };
  const texts = text.split("\n");
  return (at) => rows[at] !== undefined && { row: rows[at], text: written(texts[rows[at]], "sass").trim(), line: cuda[rows[at]] };
}

/** The rows of the SASS that carry out an access. */
export function rowsOfAccess(details, access) {
  const kernel = details?.accesses?.findIndex((one) => one.accesses.includes(access)) ?? -1;
  const name = details?.accesses?.[kernel]?.kernel;
  const rows = details?.costs?.find((one) => one.kernel === name)?.rows || [];
  return (access.at || []).map((at) => rows[at]).filter((row) => row !== undefined);
}

/** Highlight only these rows of the SASS, if it is shown, and reveal the first. */
export function lightRows(rows) {
  const side = freeSides().find((one) => state[one].level === "sass" && panes[one].rows.length);
  if (!side) return;
  const wanted = new Set(rows.map((row) => row + 1));
  const found = panes[side].where((row) => wanted.has(row.number));
  panes[side].link(new Set(found), found[0]);
  byId("status").textContent = plural(found.length, "instruction");
}

/** Mark the accesses that a row of the SASS, or a line of the CUDA, is part of. */
function markAccesses(side, row) {
  if (!isOwn(side)) return;
  const { number, cuda } = panes[side].rows[row];
  const all = accessesOf(shown.kernel.details);
  for (const one of byId("details").querySelectorAll("tr.access")) {
    const carries = (access) =>
      state[side].level === "sass" ? rowsOfAccess(shown.kernel.details, access).includes(number - 1) : cuda > 0 && access.line === cuda;
    one.classList.toggle(
      "here",
      one.dataset.access.split(" ").some((at) => carries(all[at])),
    );
  }
}
