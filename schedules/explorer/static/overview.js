// The first view: every ladder with the times of its rungs, and how near they come to the ceilings.

import { prose, row, says, section, table } from "./blocks.js";
import { page, read } from "./data.js";
import { button, byId, el, redraw, select } from "./dom.js";
import { tellDone } from "./exercises.js";
import { deviceOf, measuredAt, recordedPrediction, seenOf } from "./figures.js";
import { percent, plural, short, sizes, time } from "./format.js";
import { rooflines } from "./roofline.js";
import { named } from "./route.js";
import { change, linkTo, REGIMES, say, sizeOf, state, withSize } from "./store.js";

const INTRODUCTION =
  "A ladder takes one computation from a naive GPU kernel to a fast one. Each rung is a complete kernel, which changes one thing, with its code " +
  "at every level and its costs. Start with the first ladder, or with its tour.";

/** Show one ladder, or all of them for '', with the exercises below them. */
export function showOverview(name) {
  const ladders = page.ladders.filter((one) => !name || one.name === name);
  for (const rung of ladders.flatMap((one) => one.rungs)) {
    const { error } = read({ rung: rung.path, overview: true });
    if (error) say(error.message);
  }
  const box = byId("glance-ladders");
  const below = byId("glance-exercises");
  const exercises = below.querySelectorAll(".exercise").length;
  below.hidden = Boolean(name) || !exercises;
  if (!below.hidden) tellDone();
  const many = button(plural(exercises, "exercise"), () => below.scrollIntoView());
  const parts = [
    ladders.length === 1 ? "" : el("h2", "All ladders"),
    says(
      name ? "" : INTRODUCTION,
      " Select a rung, a bar or a dot to open it.",
      below.hidden ? "" : [" ", many, " are below the ladders."],
    ),
    ...ladders.map(ladderView),
  ];
  redraw(box, () => box.replaceChildren(...parts.filter(Boolean)));
}

function ladderView(ladder) {
  const device = deviceOf(ladder);
  const shape = sizeOf(ladder) || [];
  const rows = ladder.rungs.map((rung, at) => rowOf(ladder, rung, at, shape));
  const limits = limitsOf(rows);
  const waits = ladder.rungs.some((rung) => seenOf(rung.path) === undefined);
  return section(
    ladder.name,
    el("p.muted", ladder.title),
    shape.length ? el("p.overview-choice", `${device}, ${REGIMES[state.regime]}, `, sizeChoice(ladder, device, shape)) : "",
    limits ? "" : says(waits ? "Working ..." : "No times are recorded or predicted for this choice."),
    legend(rows, limits, shape),
    rungTable(rows, limits),
    rooflines(rows, device),
  );
}

/** The sizes with times on a device, and the chosen one. */
function sizeChoice(ladder, device, shape) {
  const known = ladder.rungs.flatMap(({ path }) => [...(seenOf(path)?.rows || []), ...(seenOf(path)?.predicted || [])]);
  const some = [shape, ...known.filter((one) => one.device === device).map((one) => one.shape)];
  const found = new Map(some.map((one) => [String(one), one]));
  const volume = (extents) => extents.reduce((a, b) => a * b, 1);
  const ordered = [...found].sort((a, b) => volume(a[1]) - volume(b[1]));
  const choose = (to) => change({ sizes: withSize(ladder.name, found.get(to)) });
  const pairs = ordered.map(([key, one]) => [key, sizes(one)]);
  return select(`Shape of ${ladder.name}`, pairs, String(shape), choose);
}

/** A rung with what was measured and predicted of it at the key. */
function rowOf(ladder, rung, at, shape) {
  const known = seenOf(rung.path);
  // The model predicts launches back to back.
  const predicted = state.regime === "sustained" ? recordedPrediction(ladder, rung.path) : null;
  const before = seenOf(ladder.rungs[at - 1]?.path);
  return { rung, known, measured: measuredAt(ladder, rung.path), predicted, changed: conflicts(known, before, shape) };
}

/** The bank conflicts that the simulator counts otherwise than in the previous rung at the same size, as words: of
 * each kind of access, since the loads may conflict where the stores no longer do. */
function conflicts(known, before, shape) {
  if (!known || !before || [known, before].some((one) => String(one.shape) !== String(shape))) return [];
  if (!Object.keys(known.totals).length || !Object.keys(before.totals).length) return [];
  const kinds = [...new Set([...Object.keys(before.totals), ...Object.keys(known.totals)])];
  const found = kinds.map((kind) => ({ kind, was: before.totals[kind]?.conflicts || 0, is: known.totals[kind]?.conflicts || 0 }));
  // The access that the key b chooses is one of these.
  const most = Math.max(...found.map(({ was }) => was));
  const changed = found.filter(({ was, is }) => Math.abs(was - is) > 0.05 * Math.max(was, is));
  return changed.map(({ kind, was, is }) => ({
    banks: was === most,
    text: `bank conflicts of ${kind.replace(/^\w+ \w+/, "$&s")} ${short(was)} → ${is ? short(is) : "none"}`,
  }));
}

// --- bars -----------------------------------------------------------------------------------------

/** The lines across a ladder's bars, and the length of a time's bar in percent: bars show speed, so that the slowest
 * rung hides nothing of the fast ones; null where there are no times. */
function limitsOf(rows) {
  const measured = rows.map((one) => one.measured).filter(Boolean);
  const lines = [];
  const [name] = Object.keys(measured.find((one) => Object.keys(one.libraries).length)?.libraries || {});
  if (name) lines.push({ name, us: libraryTime(rows, name), kind: "library" });
  const least = measured.map(atCeiling).filter(Boolean);
  if (least.length) lines.push({ name: "ceiling", us: Math.min(...least), kind: "ceiling" });
  const times = [...measured.map((one) => one.time_us), ...rows.map((one) => one.predicted?.low_us), ...lines.map((one) => one.us)];
  const fastest = Math.min(...times.filter(Boolean));
  return Number.isFinite(fastest) ? { lines, part: (us) => (100 * fastest) / us } : null;
}

/** A library's time: the median of its runs beside the rungs. */
function libraryTime(rows, name) {
  const times = rows
    .map((one) => one.measured?.libraries[name])
    .filter(Boolean)
    .sort((a, b) => a - b);
  return times[times.length >> 1];
}

/** The time that the device's ceiling would allow. */
function atCeiling(measured) {
  const rate = measured.bound === "memory" ? measured.gbps : measured.tflops;
  return measured.ceiling ? (measured.time_us * rate) / measured.ceiling : null;
}

/** A mark at a part of the axis, in percent, or a bar as wide as it. */
const drawn = (kind, left, width = 0) => el("i", { class: kind, style: { left: `${left.toFixed(2)}%`, width: `${width.toFixed(2)}%` } });

/** The rungs as a table, with a bar for each time on one axis. */
function rungTable(rows, limits) {
  const library = limits?.lines.find((one) => one.kind === "library")?.name;
  const key = (kind) => [el("i", { class: `key ${kind}` }), ` ${kind}`];
  const heads = [
    "rung",
    "speed",
    key("measured"),
    rows.some((one) => one.predicted) ? key("predicted") : "",
    library ? `of ${library}` : "",
    "gain",
    "idea",
  ];
  const made = table(
    heads,
    rows.map((one, at) => rungRow(one, rows[at - 1], limits, library)),
    "Times of the rungs",
  );
  made.classList.add("bars");
  return made;
}

function rungRow({ rung, known, measured, predicted, changed }, before, limits, library) {
  const told = [measured && `measured ${time(measured.time_us)}`, predicted && `predicted ${time(predicted.us)}`].filter(Boolean);
  const name = { "aria-label": `${rung.name}: ${told.join(", ") || "no time"}` };
  const bars = { class: "bar-track", tabindex: -1, "aria-hidden": "true" };
  const us = library && measured?.libraries[library];
  const faster = measured && before?.measured ? before.measured.time_us / measured.time_us : 0;
  const since = [changed.flatMap((one, at) => [at ? "; " : "", counted(one, rung)]), "."];
  const figure = (name, text) => el("td", { class: name.startsWith("of") ? "n" : `n time-${name}`, "data-name": name }, text);
  const cells = [
    el("th", { scope: "row" }, linkTo(rung.path, "", name, el("span.index", String(rung.index).padStart(2, "0")), ` ${rung.name}`)),
    el("td.bar-cell", linkTo(rung.path, "", bars, limits ? barsOf(measured, predicted, limits) : "")),
    figure("measured", known === undefined ? "..." : measured ? time(measured.time_us) : ""),
    figure("predicted", predicted ? time(predicted.us) : ""),
    figure(`of ${library}`, us ? percent(us / measured.time_us) : ""),
    figure("gain", faster ? `${faster.toFixed(2)} x` : ""),
    el("td.bar-says", el("p", prose(rung.summary)), changed.length ? el("span", since) : ""),
  ];
  return row(cells, { class: "bar-row" });
}

/** The bars of a rung's times, and the lines across them. */
function barsOf(measured, predicted, { lines, part }) {
  const bar = (kind, us) => drawn(kind, 0, part(us));
  return [
    lines.map((one) => drawn(`mark ${one.kind}`, part(one.us))),
    measured ? bar("measured", measured.time_us) : "",
    predicted ? bar("predicted", predicted.us) : "",
    predicted ? drawn("band", part(predicted.high_us), part(predicted.low_us) - part(predicted.high_us)) : "",
  ];
}

/** What is counted otherwise; of conflicts, a link to the picture of the banks. */
const counted = ({ banks, text }, rung) =>
  banks ? el("a", { href: `#${named(rung.path)}&banks=worst`, title: "See the lanes and their banks, in both rungs" }, text) : text;

function legend(rows, limits, shape) {
  if (!limits) return "";
  const compilers = new Set(rows.map((one) => one.predicted?.compiler).filter(Boolean));
  const parts = [
    rows.some((one) => one.predicted) &&
      `Thin line: error band of the prediction, for the code of ${[...compilers].join(", ") || "the same compiler"}.`,
    ...limits.lines.map((one) => [el("i", { class: `key ${one.kind}` }), ` ${one.name} ${time(one.us)}`]),
    "A longer bar is faster.",
    limits.lines.some((one) => one.kind === "library") && "A library's time is the median of its runs beside the rungs.",
    rows.some((one) => one.changed.length) && `Conflicts: of the machine code at ${sizes(shape)}.`,
  ];
  const shown = parts.filter(Boolean).map((one) => el("span", one));
  return el("p.says.overview-legend.row", shown);
}
