// The first view: every ladder with the times of its rungs, and how near they come to the ceilings.

import { prose, section } from "./blocks.js";
import { page, read } from "./data.js";
import { byId, el, redraw } from "./dom.js";
import { exercises } from "./exercises.js";
import { deviceOf, measuredAt, recordedPrediction, seenOf } from "./figures.js";
import { percent, plural, short, sizes, time } from "./format.js";
import { rooflines } from "./roofline.js";
import { named } from "./route.js";
import { change, follow, REGIMES, say, sizeOf, state, withSize } from "./store.js";

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
  const parts = [
    ladders.length === 1 ? "" : el("h2", {}, "All ladders"),
    el(
      "p",
      { class: "says" },
      name ? "" : INTRODUCTION,
      " Select a rung, a bar or a dot to open it.",
      ladders.length > 1 ? toExercises() : "",
    ),
    ...ladders.map(ladderView),
  ];
  redraw(box, () => box.replaceChildren(...parts.filter(Boolean)));
  const below = byId("glance-exercises");
  if (!below.childElementCount && page.exercises?.length) below.append(exercises());
  below.hidden = Boolean(name);
}

/** The way to the exercises, which are below all ladders. */
const toExercises = () =>
  page.exercises?.length
    ? [
        " ",
        el(
          "button",
          { type: "button", onclick: () => byId("glance-exercises").scrollIntoView() },
          plural(page.exercises.length, "exercise"),
        ),
        " are below the ladders.",
      ]
    : "";

function ladderView(ladder) {
  const device = deviceOf(ladder);
  const shape = sizeOf(ladder) || [];
  const shapes = shapesOf(ladder, device, shape);
  const rows = ladder.rungs.map((rung, at) => rowOf(ladder, rung, at, shape));
  const limits = limitsOf(rows, whole.has(ladder.name));
  const waits = ladder.rungs.some((rung) => seenOf(rung.path) === undefined);
  const choose = (to) =>
    change({
      sizes: withSize(
        ladder.name,
        shapes.find((one) => String(one) === to),
      ),
    });
  const chooseAxis = (to) => {
    if (to) whole.add(ladder.name);
    else whole.delete(ladder.name);
    change({});
  };
  return section(
    ladder.name,
    el("p", { class: "muted" }, ladder.title),
    shape.length
      ? el(
          "p",
          { class: "overview-choice" },
          `${device}, ${REGIMES[state.regime]}, `,
          chooser(
            `Shape of ${ladder.name}`,
            shapes.map((one) => [String(one), sizes(one)]),
            String(shape),
            choose,
          ),
          " ",
          limits?.long ? chooser(`Axis of ${ladder.name}`, AXES, whole.has(ladder.name) ? "whole" : "", chooseAxis) : "",
        )
      : "",
    limits ? "" : el("p", { class: "says" }, waits ? "Working ..." : "No times are recorded or predicted for this choice."),
    legend(rows, limits, shape),
    rungTable(rows, limits),
    rooflines(rows, device),
  );
}

const chooser = (name, options, value, onchange) =>
  el(
    "select",
    { "aria-label": name, onchange: (event) => onchange(event.target.value) },
    options.map(([key, text]) => el("option", { value: key, selected: key === value }, text)),
  );

/** The sizes with times on a device, and the chosen one. */
function shapesOf(ladder, device, shape) {
  const found = new Map([[String(shape), shape]]);
  for (const rung of ladder.rungs) {
    const known = seenOf(rung.path);
    for (const one of [...(known?.rows || []), ...(known?.predicted || [])]) {
      if (one.device === device) found.set(String(one.shape), one.shape);
    }
  }
  const size = (extents) => extents.reduce((a, b) => a * b, 1);
  return [...found.values()].sort((a, b) => size(a) - size(b));
}

/** A rung with what was measured and predicted of it at the key. */
function rowOf(ladder, rung, at, shape) {
  const known = seenOf(rung.path);
  // The model predicts launches back to back.
  const predicted = state.regime === "sustained" ? recordedPrediction(ladder, rung.path) : null;
  const before = seenOf(ladder.rungs[at - 1]?.path);
  return { rung, known, measured: measuredAt(ladder, rung.path), predicted, removed: removed(known, before, shape) };
}

const SUMS = [
  ["bank conflicts", "conflicts"],
  ["sectors", "sectors"],
  ["wavefronts", "wavefronts"],
];

/** What the simulator counts otherwise than in the previous rung at the same size, as words: of
 * each kind of access, since the loads may conflict where the stores no longer do. */
function removed(known, before, shape) {
  if (!known || !before || [known, before].some((one) => String(one.shape) !== String(shape))) return [];
  if (!Object.keys(known.totals).length || !Object.keys(before.totals).length) return [];
  const kinds = [...new Set([...Object.keys(before.totals), ...Object.keys(known.totals)])];
  // The access that the key b chooses is one of these.
  const most = Math.max(...kinds.map((kind) => before.totals[kind]?.conflicts || 0));
  return SUMS.flatMap(([words, name]) =>
    kinds
      .map((kind) => [kind, before.totals[kind]?.[name] || 0, known.totals[kind]?.[name] || 0])
      .filter(([, was, is]) => Math.abs(was - is) > 0.05 * Math.max(was, is))
      .map(([kind, was, is]) => ({
        banks: name === "conflicts" && was === most,
        text: `${words} of ${kind.replace(/^\w+ \w+/, "$&s")} ${short(was)} → ${is ? short(is) : "none"}`,
      })),
  );
}

// --- bars -----------------------------------------------------------------------------------------

// Beside a rung that is so many times slower, the differences of the fast ones could not be seen:
// the axis, which starts at zero all the same, ends at so many times the fastest.
const LONG = 8;
const AXIS_END = 4;
const AXES = [
  ["", `axis to ${AXIS_END} x the fastest`],
  ["whole", "axis to the slowest"],
];
// Ladders whose axis goes to the slowest rung.
const whole = new Set();

/** The scale of a ladder's times, and the lines across them; `long` where some bar may be cut off,
 * to the slowest one with `all`. */
function limitsOf(rows, all) {
  const measured = rows.map((one) => one.measured).filter(Boolean);
  const lines = [];
  const [name] = Object.keys(measured.find((one) => Object.keys(one.libraries).length)?.libraries || {});
  if (name) {
    lines.push({ name, us: libraryTime(rows, name), kind: "library" });
  }
  const least = measured.map(atCeiling).filter(Boolean);
  if (least.length) lines.push({ name: "ceiling", us: Math.min(...least), kind: "ceiling" });
  const every = rows
    .flatMap((one) => [one.measured?.time_us, one.predicted?.low_us, one.predicted?.high_us])
    .concat(lines.map((one) => one.us))
    .filter(Boolean);
  if (!every.length) return null;
  const fastest = Math.min(...rows.map((one) => one.measured?.time_us || one.predicted?.us).filter(Boolean));
  const long = Math.max(...every) > LONG * fastest;
  const most = (long && !all ? Math.max(AXIS_END * fastest, ...lines.map((one) => one.us)) : Math.max(...every)) * 1.02;
  const part = (us) => Math.min(100, (100 * us) / most);
  return { lines, part, long, cut: (us) => us > most, ticks: ticks(most) };
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
function atCeiling(row) {
  const rate = row.bound === "memory" ? row.gbps : row.tflops;
  return row.ceiling ? (row.time_us * rate) / row.ceiling : null;
}

// A tick further right than this part of the axis has its number on its left.
const END = 92;

/** Zero, and round numbers up to the longest time. */
function ticks(most) {
  const power = 10 ** Math.floor(Math.log10(most / 2));
  const step = [5, 2, 1].map((digit) => digit * power).find((each) => most / each >= 2) || power;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}

const placed = (name, kind, left, text = "") => {
  const made = el(name, { class: kind }, text);
  made.style.left = `${left.toFixed(2)}%`;
  return made;
};

const round = (us) => time(us).replace(/^[\d.]+/, (digits) => String(Number(digits)));

/** The rungs as a table, with a bar for each time on one axis. */
function rungTable(rows, limits) {
  const library = limits?.lines.find((one) => one.kind === "library")?.name;
  const predicts = rows.some((one) => one.predicted);
  const axis = limits
    ? limits.ticks.map((us) => placed("i", limits.part(us) > END ? "tick end" : "tick", limits.part(us), us ? round(us) : "0"))
    : "";
  const key = (kind) => [el("i", { class: `key ${kind}` }), ` ${kind}`];
  const heads = [
    "rung",
    el("span", { class: "bar-track" }, axis),
    key("measured"),
    predicts ? key("predicted") : "",
    library ? `of ${library}` : "",
    "gain",
    "idea",
  ];
  return el(
    "div",
    { class: "scrolls bars", tabindex: 0, role: "region", "aria-label": "Times of the rungs" },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          { class: "bar-scale" },
          heads.map((head) => el("th", { scope: "col" }, head)),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row, at) => rungRow(row, rows[at - 1], limits, library)),
      ),
    ),
  );
}

function rungRow(row, before, limits, library) {
  const { rung, known, measured, predicted, removed: less } = row;
  const told = [measured && `measured ${time(measured.time_us)}`, predicted && `predicted ${time(predicted.us)}`].filter(Boolean);
  const attributes = {
    href: `#${named(rung.path)}`,
    "aria-label": `${rung.name}: ${told.join(", ") || "no time"}`,
    onclick: (event) => follow(event, rung.path, ""),
  };
  const name = [el("span", { class: "index" }, String(rung.index).padStart(2, "0")), ` ${rung.name}`];
  const track = el("a", { ...attributes, class: "bar-track", tabindex: -1, "aria-hidden": "true" }, limits ? barsOf(row, limits) : "");
  const us = library && measured?.libraries[library];
  const faster = measured && before?.measured ? before.measured.time_us / measured.time_us : 0;
  const since = less.length
    ? el(
        "span",
        {},
        "Since the previous rung: ",
        less.flatMap((one, at) => [at ? "; " : "", counted(one, rung)]),
        ".",
      )
    : "";
  const figure = (kind, text) => el("td", { class: `n ${kind}` }, text);
  return el(
    "tr",
    { class: "bar-row" },
    el("th", { scope: "row" }, el("a", attributes, name)),
    el("td", { class: "bar-cell" }, track),
    figure("time-measured", known === undefined ? "..." : measured ? time(measured.time_us) : ""),
    figure("time-predicted", predicted ? time(predicted.us) : ""),
    figure("", us ? percent(us / measured.time_us) : ""),
    figure("", faster ? `${faster.toFixed(2)} x` : ""),
    el("td", { class: "bar-says" }, el("p", {}, prose(rung.summary)), since),
  );
}

/** The bars of a rung's times, and the lines across them. */
function barsOf({ measured, predicted }, limits) {
  const parts = limits.lines.map((one) => placed("i", `mark ${one.kind}`, limits.part(one.us)));
  const bar = (kind, us) => wide(limits.cut(us) ? `${kind} cut` : kind, limits.part(us));
  if (measured) parts.push(bar("measured", measured.time_us));
  if (!predicted) return parts;
  parts.push(bar("predicted", predicted.us));
  const band = wide("band", limits.part(predicted.high_us) - limits.part(predicted.low_us));
  band.style.left = `${limits.part(predicted.low_us)}%`;
  return limits.cut(predicted.low_us) ? parts : [...parts, band];
}

/** What is counted otherwise; of conflicts, a link to the picture of the banks. */
const counted = ({ banks, text }, rung) =>
  banks ? el("a", { href: `#${named(rung.path)}&banks=worst`, title: "See the lanes and their banks, in both rungs" }, text) : text;

const wide = (kind, part) => {
  const made = el("i", { class: kind });
  made.style.width = `${Math.max(0.4, part).toFixed(2)}%`;
  return made;
};

function legend(rows, limits, shape) {
  if (!limits) return "";
  const libraries = new Set(rows.flatMap(({ measured }) => Object.keys(measured?.libraries || {})));
  const rest = [...libraries]
    .filter((name) => !limits.lines.some((one) => one.name === name))
    .map((name) => [name, libraryTime(rows, name)]);
  const counted = rows.find((one) => one.removed.length);
  const drawnLines = limits.lines.map((one) => el("span", {}, el("i", { class: `key ${one.kind}` }), ` ${one.name} ${time(one.us)}`));
  return el(
    "p",
    { class: "says overview-legend" },
    rows.some((one) => one.predicted)
      ? el(
          "span",
          {},
          `Thin line: error band of the prediction, for the code of ${[...new Set(rows.map((one) => one.predicted?.compiler).filter(Boolean))].join(", ") || "the same compiler"}.`,
        )
      : "",
    drawnLines,
    rows.some((one) => limits.cut(one.measured?.time_us || one.predicted?.us)) ? el("span", {}, "» the bar is longer than the axis.") : "",
    rest.map(([name, us]) => el("span", {}, `${name} ${time(us)}`)),
    libraries.size ? el("span", {}, "Libraries: the median of their runs beside the rungs.") : "",
    counted ? el("span", {}, `Counts: of the machine code at ${sizes(shape)}.`) : "",
  );
}
