// The pipeline view: what warps and pipes do in a pass of a loop, column by column, as predicted.

import { byId, count, el, plural, svg } from "./dom.js";
import { atSize } from "./measured.js";

const WIDTH_LEFT = 150;
const WIDTH_ALL = 1120;
const ROW_HIGH = 15;

// What a warp does, by the machine's thirteen activities, in as many colours as can be told apart.
const KINDS = [
  ["multiplies", "p-multiply", [0]],
  ["copies from or to global memory", "p-copy", [1]],
  ["uses shared memory", "p-shared", [2]],
  ["other instructions", "p-other", [3]],
  ["waits for memory or a copy", "p-memory", [4, 5, 8]],
  ["waits at a barrier", "p-barrier", [7]],
  ["waits for tensor cores", "p-tensor", [6]],
  ["waits for a pipe, a result or its turn", "p-wait", [9, 10, 11, 12]],
];
const kindOf = (letter) => KINDS.findIndex(([, , of]) => of.includes(parseInt(letter, 36)));

const pipelineDialog = byId("pipeline");

/** Show a record of a pipeline. */
export function openPipeline(record) {
  const columns = record.warps[0]?.row.length || 1;
  const step = (WIDTH_ALL - WIDTH_LEFT) / columns;
  const rows = [
    ...record.warps.map((one) => ({ name: `block ${one.block}, warp ${one.warp}`, of: one.row, warp: true })),
    ...record.pipes.map((one) => ({ name: one.name, of: one.row, warp: false })),
  ];
  const high = rows.length * ROW_HIGH + 8;
  const cursor = svg("path", { class: "p-cursor" });
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH_ALL} ${high}`, role: "img", "aria-label": "What warps and pipes do", onpointermove: pointed, onclick: pointed },
    ...rows.flatMap((row, at) => drawRow(row, at, step)),
    ...record.passes.map((at) => svg("path", { class: "p-pass", d: `M${WIDTH_LEFT + at * step} 0V${high}` })),
    cursor,
  );
  const told = el("p", { class: "says", "aria-live": "polite" });
  const slider = el("input", { type: "range", min: 0, max: columns - 1, value: 0, "aria-label": "Cycle", oninput: (event) => at(Number(event.target.value)) });

  function pointed(event) {
    const box = drawing.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH_ALL;
    at(Math.min(Math.max(Math.floor((x - WIDTH_LEFT) / step), 0), columns - 1));
  }

  /** Say what everybody does in a column. */
  function at(column) {
    slider.value = String(column);
    const x = WIDTH_LEFT + (column + 0.5) * step;
    cursor.setAttribute("d", `M${x} 0V${high}`);
    const cycle = Math.round((column * record.cycles) / columns);
    const warps = KINDS.map(([name], kind) => [name, record.warps.filter((one) => kindOf(one.row[column]) === kind).length]);
    const busy = record.pipes
      .map((one) => [one.name, Number(one.row[column])])
      .filter(([, share]) => share)
      .map(([name, share]) => `${name} ${Math.round((100 * share) / 9)} %`);
    told.textContent = `Cycle ${count(cycle)} of ${count(record.cycles)}. Warps: ${warps
      .filter(([, many]) => many)
      .map(([name, many]) => `${name}: ${many}`)
      .join("; ")}. Busy: ${busy.join(", ") || "nothing"}.`;
  }

  const where = record.lines.length ? `the loop of CUDA lines ${record.lines[0]} to ${record.lines[1]}` : "from its beginning";
  byId("pipeline-body").replaceChildren(
    el(
      "p",
      {},
      `Predicted, not measured: one SM of ${record.device}, ${record.kernel}${atSize(record.shape)}, ${where}; ` +
        `${count(record.cycles)} of ${count(record.of)} cycles, ${plural(record.resident, "block")} at a time. Dashed: a pass begins.` +
        (record.others ? ` ${record.others} more warps do alike.` : ""),
    ),
    el("p", { class: "p-legend" }, KINDS.map(([name, kind]) => el("span", {}, el("i", { class: kind }), ` ${name}`))),
    el("div", { class: "p-drawing", tabindex: 0, role: "region", "aria-label": "Warps and pipes over time" }, drawing),
    slider,
    told,
  );
  at(0);
  if (!pipelineDialog.open) pipelineDialog.showModal();
}

/** A row's name, and a rectangle for every stretch of columns that are alike. */
function drawRow({ name, of, warp }, at, step) {
  const y = at * ROW_HIGH + (warp ? 0 : 6);
  const parts = [svg("text", { x: WIDTH_LEFT - 6, y: y + 11, "text-anchor": "end" }, name)];
  for (let from = 0; from < of.length; ) {
    let to = from;
    while (to < of.length && (warp ? kindOf(of[to]) === kindOf(of[from]) : of[to] === of[from])) to++;
    const kind = warp ? KINDS[kindOf(of[from])]?.[1] : "p-busy";
    const share = warp ? 1 : Number(of[from]) / 9;
    if (kind && share) {
      const tall = (ROW_HIGH - 2) * share;
      const x = WIDTH_LEFT + from * step;
      parts.push(svg("rect", { class: kind, x: x.toFixed(2), y: (y + ROW_HIGH - 2 - tall).toFixed(2), width: ((to - from) * step).toFixed(2), height: tall.toFixed(2) }));
    }
    from = to;
  }
  return parts;
}

byId("pipeline-close").addEventListener("click", () => pipelineDialog.close());
