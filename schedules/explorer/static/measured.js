// The source's figures, and what was measured.

import { facts, section, table } from "./blocks.js";
import { asTimed, context, deviceOf, REGIMES } from "./context.js";
import { page } from "./data.js";
import { el } from "./dom.js";

/** What the ladder's source measured. */
export function figures(record) {
  if (!record.figures.length) return "";
  return section(
    "The source's figures",
    el(
      "ul",
      { class: "plain" },
      record.figures.map((one) =>
        el("li", {}, one.text, el("span", { class: "muted" }, ` ${one.source}`)),
      ),
    ),
  );
}

/** The recorded time at the page's size, device and regime; all others folded below it. */
export function measured(record, at, details) {
  const rows = record.measured || details?.measured || [];
  if (!rows.length) return [];
  const ladder = page.ladders.find((one) => one.name === record.ladder);
  const device = ladder ? deviceOf(ladder) : "";
  const recorded = rows.find((row) => row.device === device && String(row.shape) === String(record.shape));
  const row = recorded?.time_us ? withLibraries(recorded) : null;
  const where = `${sizes(record.shape)} on ${device}, ${REGIMES[context.regime]}`;
  const step = at < record.steps.length - 1 ? " The rung's last step was timed." : "";
  return [
    section(
      "Measured",
      el("p", { class: "says" }, row ? `At ${where}.${step}` : recorded?.earlier ? `At ${where}: only an earlier version was measured.` : `No time is recorded at ${where}.`),
      row ? facts([["time", time(row.time_us)], ["rate", rate(row)], ["ceiling", ceiling(row)], ...libraries(row)]) : "",
      el("details", { class: "others" }, el("summary", {}, "All recorded sizes and devices, launches back to back"), tables(record, rows, details)),
    ),
  ];
}

const withLibraries = (row) => asTimed({ ...row, libraries: timesOf(row.baselines), cold_us: row.cold?.time_us, cold_libraries: timesOf(row.cold?.baselines) });

const timesOf = (baselines) => Object.fromEntries(Object.entries(baselines || {}).map(([name, one]) => [name, one.time_us]));

/** Each library's time, and the kernel's speed as a share of it. */
const libraries = (row) => Object.entries(row.libraries).map(([name, us]) => [name, `${time(us)}: this kernel reaches ${Math.round((100 * us) / row.time_us)} % of its speed`]);

/** Recorded speeds, a table for each device. */
function tables(record, rows, details) {
  const own = details?.compiler;
  const devices = new Map();
  for (const row of rows) devices.set(row.device, [...(devices.get(row.device) || []), row]);
  return [...devices].map(([device, some]) =>
    el(
      "div",
      {},
      el("p", { class: "caption" }, device),
      table(
        ["shape", "time", "rate", `of ${baseline(some)}`],
        some.map((row) =>
          el(
            "tr",
            { class: String(row.shape) === String(record.shape) ? "own" : "" },
            el("td", {}, sizes(row.shape)),
            row.earlier ? el("td", { colspan: 3, class: "muted" }, "measured on an earlier version") : [
              el("td", { class: "n" }, row.time_us ? time(row.time_us) : ""),
              el("td", { class: "n" }, rate(row)),
              el("td", { class: "n" }, library(row)),
            ],
          ),
        ),
        `Measured speed, ${device}`,
        true,
      ),
      compilers(some).map((by) =>
        el("p", { class: "says" }, `The timed code was compiled by ${by}${own && own !== by ? `; the PTX and SASS shown are compiled by ${own}` : ""}.`),
      ),
    ),
  );
}

/** Who compiled what was timed. */
const compilers = (rows) => [...new Set(rows.map((row) => row.compiler).filter(Boolean))];

/** The kernel's speed as a share of the first baseline's; 100% is as fast. */
function library(row) {
  const [first] = Object.values(row.baselines || {});
  return first?.ratio ? `${Math.round(first.ratio * 100)}%` : "";
}

/** The library the last column compares with. */
function baseline(rows) {
  const [first] = rows.flatMap((row) => Object.keys(row.baselines || {}));
  return first || "a library";
}

const ceiling = (row) =>
  row.percent_of_ceiling && context.regime === "sustained" ? `${Math.round(row.percent_of_ceiling)} % of the ${row.bound} limit` : null;

/** 1024,1024,1024 as 1024³. */
export function sizes(shape) {
  const power = ["", "", "²", "³"][shape.length];
  return power && shape.every((extent) => extent === shape[0]) ? shape[0] + power : shape.join(" x ");
}

/** ' at 1024³'; nothing of a schedule that has one size. */
export const atSize = (shape) => (shape.length ? ` at ${sizes(shape)}` : "");

export const time = (us) => (us >= 1000 ? `${(us / 1000).toPrecision(4)} ms` : `${us.toPrecision(4)} µs`);

function rate(row) {
  let [value, unit] = row.bound === "memory" ? [row.gbps, "GB/s"] : [row.tflops, "TFLOP/s"];
  if (value < 1 && unit === "TFLOP/s") [value, unit] = [value * 1000, "GFLOP/s"];
  return value ? `${value >= 1000 ? Math.round(value) : value.toPrecision(3)} ${unit}` : "";
}
