// The roofline: FLOP/s over FLOP per byte, one dot per rung.

import { page } from "./data.js";
import { el, svg } from "./dom.js";
import { plural, time } from "./format.js";
import { named } from "./route.js";
import { follow, REGIMES, state } from "./store.js";

const WIDE = 430;
const HIGH = 340;
// As wide as a letter of a label may be.
const LETTER = 6.2;
// Where the number of a dot may stand, the nearest place first.
const AROUND_DOT = [14, 26, 40, 56, 74, 96, 120].flatMap((far) =>
  [0, 45, -45, 180, 135, -135, 90, -90, 22, -22, 158, -158].map((degrees) => [
    far * Math.cos((degrees * Math.PI) / 180) - 4,
    far * Math.sin((degrees * Math.PI) / 180) + 4,
  ]),
);
const EDGE = { left: 46, right: 14, top: 18, bottom: 34 };

/** The roofs of a device for a kind of numbers: TFLOP/s by name, and GB/s. */
function roofs(device, rows) {
  let found = page.devices.ceilings[device];
  if (!found) return null;
  if (found.copy_gbps === undefined) {
    // A CPU's, by how many threads ran.
    const threads = rows[0]?.measured.threads || 1;
    found = found[`${threads} thread${threads === 1 ? "" : "s"}`] || Object.values(found)[0];
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
  return figures.some(Boolean) ? el("div", { class: "rooflines" }, figures) : "";
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
  const parts = [...grid(left, right, low, high, x, y)];
  const fixed = [
    // The names and the numbers of the axes.
    { left: 0, right: EDGE.left, top: 0, bottom: HIGH },
    { left: 0, right: WIDE, top: HIGH - EDGE.bottom, bottom: HIGH },
    { left: 0, right: 50, top: 0, bottom: 14 },
  ];
  for (const one of dots) one.at = [x(one.value), y(one.rate)];
  const taken = [
    ...fixed,
    ...dots.map((one) => ({ left: one.at[0] - 5, right: one.at[0] + 5, top: one.at[1] - 5, bottom: one.at[1] + 5, dot: one })),
  ];
  const start = Math.max(left, (1e3 * low) / found.gbps);
  const along = (part) => start * (ridge / start) ** part;
  const labels = [
    ...found.tops.map(([name, rate]) => ({
      text: `${name} ${number(rate)} TFLOP/s`,
      // Along the roof from its right end, above it and below.
      places: [1, 0.8, 0.6, 0.4].flatMap((part) =>
        [-6, 14].map((dy) => ({ x: EDGE.left + (WIDE - EDGE.left - EDGE.right) * part, y: y(rate) + dy, end: true })),
      ),
    })),
    {
      text: `memory ${number(found.gbps)} GB/s`,
      // Below the slope, as near to it as there is room.
      places: [14, 30, 50, 75, 105, 140, 180].flatMap((dy) =>
        [0.5, 0.3, 0.7, 0.1, 0.9].map((part) => ({ x: x(along(part)) + 8, y: y((along(part) * found.gbps) / 1e3) + dy })),
      ),
    },
    ...dots.map((one) => ({
      text: String(one.rung.index),
      dot: one,
      places: AROUND_DOT.map(([dx, dy]) => ({ x: one.at[0] + dx, y: one.at[1] + dy })),
    })),
  ];
  for (const label of labels) Object.assign(label, labelBox(label, taken));
  parts.push(
    ...found.tops.map(([, rate]) =>
      svg("path", { class: "roof", d: `M${x(Math.max(left, (1e3 * rate) / found.gbps))} ${y(rate)}H${x(right)}` }),
    ),
    svg("path", { class: "roof", d: `M${x(start)} ${y((start * found.gbps) / 1e3)}L${x(ridge)} ${y(most)}` }),
    ...labels.filter((one) => !one.dot).map((one) => svg("text", { x: one.box.left, y: one.box.bottom - 3 }, one.text)),
  );
  return el(
    "figure",
    { class: "roofline" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "group", "aria-label": `Roofline of ${device}` },
      ...parts,
      ...labels.filter((one) => one.dot).map(dot),
    ),
    el(
      "figcaption",
      { class: "says" },
      `Roofline, ${regime}: one numbered dot per rung. FLOP per byte of DRAM, `,
      counted ? "counted on the device." : "computed from array sizes.",
    ),
  );
}

const number = (value) => String(Number(value.toPrecision(3)));

/** A label's box at the first of its places that is free, else at the one with least below it; it
 * is taken then, and so is the line that leads to it from its dot. */
function labelBox({ text, places, dot }, taken) {
  const width = text.length * LETTER;
  const boxes = places
    .map(({ x, y, end }) => {
      const at = Math.min(Math.max(end ? x - width : x, 1), WIDE - width - 1);
      return { left: at, right: at + width, top: y - 10, bottom: y + 3 };
    })
    .filter((box) => box.top >= 0 && box.bottom <= HIGH);
  const own = (part) => dot && part.dot === dot;
  const covered = (box) =>
    [box, ...(dot ? leaderBoxes(dot, box) : [])].flatMap((part) => taken.filter((one) => !own(one) && overlaps(part, one))).length;
  const box = boxes.find((one) => !covered(one)) || boxes.reduce((best, one) => (covered(one) < covered(best) ? one : best));
  taken.push(box, ...(dot ? leaderBoxes(dot, box) : []));
  return { box };
}

const overlaps = (box, one) => box.right >= one.left && box.left <= one.right && box.bottom >= one.top && box.top <= one.bottom;

/** Where the line from a dot to its label ends: at the label's nearest side. */
const leaderEnd = ({ at: [x] }, box) => [Math.min(Math.max(x, box.left - 1), box.right), box.bottom - 6];

// Points of a leader that nothing may lie on.
const LEADER_POINTS = [0.25, 0.5, 0.75];

function leaderBoxes(dot, box) {
  const [[x, y], [endX, endY]] = [dot.at, leaderEnd(dot, box)];
  return LEADER_POINTS.map((part) => {
    const [cx, cy] = [x + (endX - x) * part, y + (endY - y) * part];
    return { left: cx - 1, right: cx + 1, top: cy - 1, bottom: cy + 1, dot };
  });
}

function dot({ dot: one, box }) {
  const {
    rung,
    measured,
    rate,
    value,
    at: [x, y],
  } = one;
  const text = `${rung.name}: ${time(measured.time_us)}, ${number(rate)} TFLOP/s at ${number(value)} FLOP/B`;
  return svg(
    "a",
    { href: `#${named(rung.path)}`, class: "dot", "aria-label": text, onclick: (event) => follow(event, rung.path, "") },
    svg("title", {}, text),
    svg("path", { class: "leader", d: `M${x} ${y}L${leaderEnd(one, box).join(" ")}` }),
    svg("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 4.5 }),
    svg("text", { x: box.left.toFixed(1), y: (box.bottom - 3).toFixed(1) }, String(rung.index)),
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
