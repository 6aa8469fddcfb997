// The roofline: FLOP/s over FLOP per byte, one dot per rung.

import { page } from "./data.js";
import { el, svg } from "./dom.js";
import { plural, time } from "./format.js";
import { leadingTo, REGIMES, state } from "./store.js";

const WIDE = 430;
const HIGH = 340;
const EDGE = { left: 46, right: 34, top: 18, bottom: 34 };
// Numbers of rungs are one below the other at the right, at least so far apart.
const LABEL_HIGH = 12;
const LABEL_WIDE = 16;

/** The roofs of a device for a kind of numbers: TFLOP/s by name, and GB/s. */
function roofs(device, rows) {
  let found = page.devices.ceilings[device];
  if (!found) return null;
  if (found.copy_gbps === undefined) {
    // A CPU's, by how many threads ran.
    const threads = rows[0]?.measured.threads || 1;
    found = found[plural(threads, "thread")] || Object.values(found)[0];
  }
  // Products of matrices of any other type are made by tensor cores, in 16 bits or of 8 at twice the rate.
  const half = rows.some(({ measured }) => measured?.shape.length === 3 && measured.dtype !== "float32");
  const tops = [["FMA", found.fma_tflops]];
  if (half) tops.push(["float16, tensor cores", found.float16_tflops]);
  return { gbps: Math.max(found.copy_gbps, found.read_gbps || 0), tops };
}

/** FLOP per byte of DRAM: of the bytes counted on the device, else of the arrays alone. */
const intensity = (row, counted) => (row.tflops * 1e6) / (counted ? row.dram_bytes / row.time_us : row.gbps * 1e3);

/** The pictures of a ladder's measured rungs on a device: of a CPU's one for each number of threads,
 * since each has a roof of its own. */
export function rooflines(rows, device) {
  const timed = rows.filter((one) => one.measured);
  const figures = [...Map.groupBy(timed, (one) => one.measured.threads || 0)].map(([threads, some]) =>
    roofline(some, device, [REGIMES[state.regime], threads && plural(threads, "thread")].filter(Boolean).join(", ")),
  );
  return figures.some(Boolean) ? el("div.rooflines", figures) : "";
}

function roofline(rows, device, regime) {
  const found = roofs(device, rows);
  const timed = rows.filter((one) => one.measured?.tflops);
  // One axis for all dots: what was counted of some only is not shown beside what was computed of the others.
  const counted = timed.every((one) => one.measured.dram_bytes);
  const dots = timed.map((one) => ({ ...one, value: intensity(one.measured, counted), rate: one.measured.tflops }));
  if (!found || !dots.length) return "";
  const most = Math.max(...found.tops.map(([, rate]) => rate));
  const ridge = (1e3 * most) / found.gbps;
  const span = (values, around) => [Math.min(...values) / around, Math.max(...values) * around];
  const [left, right] = span([...dots.map((one) => one.value), ridge], 2);
  const [low, high] = span([...dots.map((one) => one.rate), most], 1.6);
  const x = (value) => EDGE.left + ((WIDE - EDGE.left - EDGE.right) * Math.log(value / left)) / Math.log(right / left);
  const y = (rate) => HIGH - EDGE.bottom - ((HIGH - EDGE.top - EDGE.bottom) * Math.log(rate / low)) / Math.log(high / low);
  const start = Math.max(left, (1e3 * low) / found.gbps);
  const roof = (d) => svg("path.roof", { d });
  const names = [...found.tops.map(([name, rate]) => `${name} ${number(rate)} TFLOP/s`), `memory ${number(found.gbps)} GB/s`];
  for (const one of dots) one.at = [x(one.value), y(one.rate)];
  spread(dots);
  return el(
    "figure.roofline",
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "group", "aria-label": `Roofline of ${device}` },
      grid(left, right, low, high, x, y),
      found.tops.map(([, rate]) => roof(`M${x(Math.max(left, (1e3 * rate) / found.gbps))} ${y(rate)}H${x(right)}`)),
      roof(`M${x(start)} ${y((start * found.gbps) / 1e3)}L${x(ridge)} ${y(most)}`),
      dots.map(dot),
    ),
    el(
      "figcaption.says",
      `Roofline, ${regime}: one numbered dot per rung. Roofs: ${names.join(", ")}. FLOP per byte of DRAM, `,
      counted ? "counted on the device." : "computed from array sizes.",
    ),
  );
}

const number = (value) => String(Number(value.toPrecision(3)));

/** Give each dot the height of its number, `label`: in the order of the dots, as near to these as there is room. */
function spread(dots) {
  const ordered = [...dots].sort((a, b) => a.at[1] - b.at[1]);
  const lowest = HIGH - EDGE.bottom;
  ordered.forEach((one, at) => {
    const above = ordered[at - 1]?.label ?? 0;
    one.label = Math.max(one.at[1] + 4, above + LABEL_HIGH);
  });
  ordered.reverse().forEach((one, at) => {
    const below = ordered[at - 1]?.label ?? lowest + LABEL_HIGH;
    one.label = Math.min(one.label, below - LABEL_HIGH);
  });
}

function dot({ rung, measured, rate, value, at: [x, y], label }) {
  const text = `${rung.name}: ${time(measured.time_us)}, ${number(rate)} TFLOP/s at ${number(value)} FLOP/B`;
  return svg(
    "a.dot",
    { ...leadingTo(rung.path), "aria-label": text },
    svg("title", text),
    svg("path.leader", { d: `M${x} ${y}L${WIDE - LABEL_WIDE - 2} ${label - 4}` }),
    svg("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 4.5 }),
    svg("text", { x: WIDE - LABEL_WIDE, y: label.toFixed(1) }, String(rung.index)),
  );
}

/** Lines and numbers at powers of ten. */
function grid(left, right, low, high, x, y) {
  const powers = (from, to) => {
    const first = Math.ceil(Math.log10(from));
    return Array.from({ length: Math.max(0, Math.floor(Math.log10(to)) - first + 1) }, (_, at) => 10 ** (first + at));
  };
  const bottom = HIGH - EDGE.bottom;
  const tick = (at, up, anchor, text) => svg("text.tick", { x: at, y: up, "text-anchor": anchor }, text);
  const line = (d) => svg("path.grid", { d });
  return [
    powers(left, right).map((value) => [line(`M${x(value)} ${EDGE.top}V${bottom}`), tick(x(value), bottom + 13, "middle", number(value))]),
    powers(low, high).map((value) => [
      line(`M${EDGE.left} ${y(value)}H${WIDE - EDGE.right}`),
      tick(EDGE.left - 4, y(value) + 4, "end", number(value)),
    ]),
    tick((EDGE.left + WIDE) / 2, HIGH - 4, "middle", "FLOP per byte of DRAM"),
    tick(2, 10, "start", "TFLOP/s"),
  ];
}
