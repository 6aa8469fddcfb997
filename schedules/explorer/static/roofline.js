// The roofline: FLOP per byte against FLOP per second, a dot a rung.

import { page } from "./data.js";
import { el, svg } from "./dom.js";
import { time } from "./measured.js";
import { follow } from "./view.js";

const WIDE = 430;
const HIGH = 340;
// Between two numbers.
const APART = 11;
const EDGE = { left: 46, right: 14, top: 18, bottom: 34 };

/** The roofs of a device for a kind of numbers: TFLOP/s by name, and GB/s. */
function roofs(device, rows) {
  let found = page.devices.ceilings[device];
  if (!found) return null;
  if (found.copy_gbps === undefined) {
    // A CPU's, by how many threads ran.
    const threads = Math.max(...rows.map((one) => one.measured?.threads || 1));
    found = found[`${threads} thread${threads === 1 ? "" : "s"}`] || Object.values(found)[0];
  }
  // Products of matrices of any other type are made by tensor cores, in 16 bits or of 8 at twice the rate.
  const half = rows.some(({ measured }) => measured?.shape.length === 3 && measured.dtype !== "float32");
  const tops = [["FMA", found.fma_tflops]];
  if (half) tops.push(["float16, tensor cores", found.float16_tflops]);
  return { gbps: found.copy_gbps, tops };
}

/** FLOP per byte of DRAM: as counted, else of the arrays alone. */
function intensity(row) {
  const flop = row.tflops * 1e6 * row.time_us;
  const least = row.gbps * 1e3 * row.time_us;
  return { value: flop / (row.dram_bytes || least), counted: Boolean(row.dram_bytes) };
}

/** The picture of a ladder's measured rungs on a device. */
export function roofline(rows, device) {
  const found = roofs(device, rows);
  const dots = rows
    .filter((one) => one.measured?.tflops)
    .map((one) => ({ ...one, ...intensity(one.measured), rate: one.measured.tflops }));
  if (!found || !dots.length) return "";
  const most = Math.max(...found.tops.map(([, rate]) => rate));
  const ridge = (1e3 * most) / found.gbps;
  const span = (values, around) => [Math.min(...values) / around, Math.max(...values) * around];
  const [left, right] = span([...dots.map((one) => one.value), ridge], 2);
  const [low, high] = span([...dots.map((one) => one.rate), most], 1.6);
  const x = (value) => EDGE.left + ((WIDE - EDGE.left - EDGE.right) * Math.log(value / left)) / Math.log(right / left);
  const y = (rate) => HIGH - EDGE.bottom - ((HIGH - EDGE.top - EDGE.bottom) * Math.log(rate / low)) / Math.log(high / low);
  const parts = [...grid(left, right, low, high, x, y)];
  for (const [name, rate] of found.tops) {
    const bend = Math.max(left, (1e3 * rate) / found.gbps);
    // Above the highest roof there is no dot, and left of a bend none above it.
    const place = rate === most ? { x: EDGE.left + 2, y: y(rate) - 6 } : { x: x(bend) + 6, y: y(rate) + 13 };
    parts.push(
      svg("path", { class: "roof", d: `M${x(bend)} ${y(rate)}H${x(right)}` }),
      svg("text", place, `${name} ${number(rate)} TFLOP/s`),
    );
  }
  for (const one of dots) Object.assign(one, { at: [x(one.value), y(one.rate)], label: y(one.rate) });
  spread(dots);
  const start = Math.max(left, (1e3 * low) / found.gbps);
  parts.push(
    svg("path", { class: "roof", d: `M${x(start)} ${y((start * found.gbps) / 1e3)}L${x(ridge)} ${y(most)}` }),
    svg("text", { x: (x(start) + x(ridge)) / 2 + 10, y: (y((start * found.gbps) / 1e3) + y(most)) / 2 + 12 }, `memory ${number(found.gbps)} GB/s`),
  );
  return el(
    "figure",
    { class: "roofline" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "group", "aria-label": `Roofline of ${device}` },
      ...parts,
      ...dots.map(dot),
    ),
    el(
      "figcaption",
      { class: "says" },
      "Roofline: a dot a rung, with its number. FLOP per byte of DRAM, ",
      dots.every((one) => one.counted) ? "counted on the device." : dots.some((one) => one.counted) ? "counted on the device; hollow: of the arrays alone." : "of the arrays alone.",
    ),
  );
}

const number = (value) => String(Number(value.toPrecision(3)));

/** Move the numbers of dots that lie together apart, up and down. */
function spread(dots) {
  const ordered = [...dots].sort((a, b) => a.label - b.label);
  for (let round = 0; round < 200; round++) {
    let moved = false;
    ordered.forEach((one, at) => {
      for (const other of ordered.slice(at + 1)) {
        if (Math.abs(one.at[0] - other.at[0]) > 2 * APART) continue;
        const less = APART - (other.label - one.label);
        if (less <= 0.1) continue;
        one.label -= less / 2;
        other.label += less / 2;
        moved = true;
      }
    });
    if (!moved) return;
  }
}

function dot({ rung, measured, rate, value, counted, at: [x, y], label }) {
  const text = `${rung.name}: ${time(measured.time_us)}, ${number(rate)} TFLOP/s at ${number(value)} FLOP/B`;
  return svg(
    "a",
    {
      href: `#${encodeURI(rung.path)}`,
      class: counted ? "dot" : "dot hollow",
      "aria-label": text,
      onclick: (event) => follow(event, rung.path, ""),
    },
    svg("title", {}, text),
    svg("path", { class: "leader", d: `M${x} ${y}L${x + 14} ${label}` }),
    svg("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 4.5 }),
    svg("text", { x: (x + 16).toFixed(1), y: (label + 3.5).toFixed(1) }, String(rung.index)),
  );
}

/** Lines and numbers at powers of ten. */
function grid(left, right, low, high, x, y) {
  const parts = [];
  const powers = (from, to) => {
    const found = [];
    for (let power = Math.ceil(Math.log10(from)); power <= Math.log10(to); power++) found.push(10 ** power);
    return found;
  };
  const bottom = HIGH - EDGE.bottom;
  for (const value of powers(left, right)) {
    parts.push(svg("path", { class: "grid", d: `M${x(value)} ${EDGE.top}V${bottom}` }));
    parts.push(svg("text", { class: "tick", x: x(value), y: bottom + 13, "text-anchor": "middle" }, number(value)));
  }
  for (const value of powers(low, high)) {
    parts.push(svg("path", { class: "grid", d: `M${EDGE.left} ${y(value)}H${WIDE - EDGE.right}` }));
    parts.push(svg("text", { class: "tick", x: EDGE.left - 4, y: y(value) + 4, "text-anchor": "end" }, number(value)));
  }
  parts.push(svg("text", { class: "tick", x: (EDGE.left + WIDE) / 2, y: HIGH - 4, "text-anchor": "middle" }, "FLOP per byte of DRAM"));
  parts.push(svg("text", { class: "tick", x: 2, y: 10 }, "TFLOP/s"));
  return parts;
}
