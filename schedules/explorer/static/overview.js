// The first view: every ladder with the times of its rungs, and how near they come to the ceilings.

import { prose, row, says, section, table } from "./blocks.js";
import { page, read } from "./data.js";
import { button, byId, el, redraw, select } from "./dom.js";
import { exercises } from "./exercises.js";
import { deviceOf, measuredAt, recordedPrediction, seenOf } from "./figures.js";
import { percent, plural, short, sizes, time } from "./format.js";
import { rooflines } from "./roofline.js";
import { named } from "./route.js";
import { change, linkTo, REGIMES, say, sizeOf, state, withSize } from "./store.js";

const INTRODUCTION =
  "A ladder takes one computation from a naive GPU kernel to a fast one. Each rung is a complete kernel, which changes one thing, with its code " +
  "at every level and its costs. Start with the first ladder, or with its tour.";

/** Show one ladder, or all of them for ''; the exercises below them stay, with what is typed there. */
export function showOverview(name) {
  const ladders = page.ladders.filter((one) => !name || one.name === name);
  for (const rung of ladders.flatMap((one) => one.rungs)) {
    const { error } = read({ rung: rung.path, overview: true });
    if (error) say(error.message);
  }
  const box = byId("glance-ladders");
  const below = byId("glance-exercises");
  if (!below.childElementCount) below.append(...[exercises()].filter(Boolean));
  below.hidden = Boolean(name) || !below.childElementCount;
  const many = button(plural(page.exercises?.length || 0, "exercise"), () => below.scrollIntoView());
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

// Beside a rung that is so many times slower, the differences of the fast ones could not be seen:
// the axis, which starts at zero all the same, ends at so many times the fastest.
const LONG = 8;
const AXIS_END = 4;

/** The scale of a ladder's times, and the lines across them; null where there are no times. */
function limitsOf(rows) {
  const measured = rows.map((one) => one.measured).filter(Boolean);
  const lines = [];
  const [name] = Object.keys(measured.find((one) => Object.keys(one.libraries).length)?.libraries || {});
  if (name) lines.push({ name, us: libraryTime(rows, name), kind: "library" });
  const least = measured.map(atCeiling).filter(Boolean);
  if (least.length) lines.push({ name: "ceiling", us: Math.min(...least), kind: "ceiling" });
  const every = rows
    .flatMap((one) => [one.measured?.time_us, one.predicted?.low_us, one.predicted?.high_us])
    .concat(lines.map((one) => one.us))
    .filter(Boolean);
  if (!every.length) return null;
  const fastest = Math.min(...rows.map((one) => one.measured?.time_us || one.predicted?.us).filter(Boolean));
  const long = Math.max(...every) > LONG * fastest;
  const most = (long ? Math.max(AXIS_END * fastest, ...lines.map((one) => one.us)) : Math.max(...every)) * 1.02;
  const part = (us) => Math.min(100, (100 * us) / most);
  return { lines, part, cut: (us) => us > most, ticks: ticks(most) };
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

// A tick further right than this part of the axis has its number on its left.
const END = 92;

/** Zero, and round numbers up to the longest time. */
function ticks(most) {
  const power = 10 ** Math.floor(Math.log10(most / 2));
  const step = [5, 2, 1].map((digit) => digit * power).find((each) => most / each >= 2) || power;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}

/** A mark at a part of the axis, in percent, or a bar as wide as it. */
function drawn(kind, { left = null, width = null }, text = "") {
  const made = el("i", { class: kind }, text);
  if (left !== null) made.style.left = `${left.toFixed(2)}%`;
  if (width !== null) made.style.width = `${Math.max(0.4, width).toFixed(2)}%`;
  return made;
}

const round = (us) => time(us).replace(/^[\d.]+/, (digits) => String(Number(digits)));

/** The rungs as a table, with a bar for each time on one axis. */
function rungTable(rows, limits) {
  const library = limits?.lines.find((one) => one.kind === "library")?.name;
  const tick = (us) => {
    const left = limits.part(us);
    return drawn(left > END ? "tick end" : "tick", { left }, us ? round(us) : "0");
  };
  const key = (kind) => [el("i", { class: `key ${kind}` }), ` ${kind}`];
  const heads = [
    "rung",
    el("span.bar-track", limits?.ticks.map(tick) || ""),
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
function barsOf(measured, predicted, { lines, part, cut }) {
  const bar = (kind, us) => drawn(cut(us) ? `${kind} cut` : kind, { width: part(us) });
  const band = () => drawn("band", { left: part(predicted.low_us), width: part(predicted.high_us) - part(predicted.low_us) });
  return [
    lines.map((one) => drawn(`mark ${one.kind}`, { left: part(one.us) })),
    measured ? bar("measured", measured.time_us) : "",
    predicted ? bar("predicted", predicted.us) : "",
    predicted && !cut(predicted.low_us) ? band() : "",
  ];
}

/** What is counted otherwise; of conflicts, a link to the picture of the banks. */
const counted = ({ banks, text }, rung) =>
  banks ? el("a", { href: `#${named(rung.path)}&banks=worst`, title: "See the lanes and their banks, in both rungs" }, text) : text;

function legend(rows, limits, shape) {
  if (!limits) return "";
  const libraries = new Set(rows.flatMap(({ measured }) => Object.keys(measured?.libraries || {})));
  const rest = [...libraries].filter((name) => !limits.lines.some((one) => one.name === name));
  const compilers = new Set(rows.map((one) => one.predicted?.compiler).filter(Boolean));
  const cut = rows.some((one) => limits.cut(one.measured?.time_us || one.predicted?.us));
  const parts = [
    rows.some((one) => one.predicted) &&
      `Thin line: error band of the prediction, for the code of ${[...compilers].join(", ") || "the same compiler"}.`,
    ...limits.lines.map((one) => [el("i", { class: `key ${one.kind}` }), ` ${one.name} ${time(one.us)}`]),
    cut && "» the bar is longer than the axis.",
    ...rest.map((name) => `${name} ${time(libraryTime(rows, name))}`),
    libraries.size && "Libraries: the median of their runs beside the rungs.",
    rows.some((one) => one.changed.length) && `Conflicts: of the machine code at ${sizes(shape)}.`,
  ];
  const shown = parts.filter(Boolean).map((one) => el("span", one));
  return el("p.says.overview-legend.row", shown);
}
