// The source's figures, and what was measured.

import { section, table } from "./blocks.js";
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

/** Recorded speeds, a table a device. */
export function measured(record, at, details) {
  const own = details?.compiler;
  const devices = new Map();
  for (const row of record.measured || details?.measured || []) {
    devices.set(row.device, [...(devices.get(row.device) || []), row]);
  }
  return [...devices].map(([device, rows]) =>
    section(
      `Measured, ${device}`,
      at < record.steps.length - 1 ? el("p", { class: "says" }, "Of the rung's last step.") : "",
      table(
        ["shape", "time", "rate", `of ${baseline(rows)}`],
        rows.map((row) =>
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
      compilers(rows).map((by) =>
        el("p", { class: "says" }, `Timed as ${by} compiles it${own && own !== by ? `; the PTX and SASS here are by ${own}` : ""}.`),
      ),
      rows.filter((row) => String(row.shape) === String(record.shape)).map((row) => {
        const text = [ceiling(row), baselines(row)].filter(Boolean).join("; ");
        return text ? el("p", { class: "says" }, el("b", {}, `${sizes(row.shape)}: `), `${text}.`) : "";
      }),
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

const baselines = (row) =>
  Object.entries(row.baselines || {})
    .map(([name, one]) => `${name} ${time(one.time_us)}`)
    .join(", ");

const ceiling = (row) =>
  row.percent_of_ceiling ? `${Math.round(row.percent_of_ceiling)}% of what ${row.bound} allows` : null;

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
