// The pipeline view: predicted activity of warps and pipes in one iteration of a loop, with sums of any range.

import { n, says, table } from "./blocks.js";
import { button, byId, el, svg } from "./dom.js";
import { atSize, count, percent, plural } from "./format.js";

const WIDTH_LEFT = 150;
const WIDTH_ALL = 1120;
const ROW_HIGH = 15;
const COLUMNS = 480;
// The shortest range that is looked at.
const LEAST_CYCLES = 16;
// A pointer that moves less than this selects nothing.
const LEAST_DRAG = 3;
const MOST_HOT = 6;

// What a warp does, by the activities of the model, in as many colours as can be told apart.
/** @type {[string, string, number[]][]} */
const KINDS = [
  ["multiplies", "p-multiply", [0]],
  ["copies from or to global memory", "p-copy", [1]],
  ["uses shared memory", "p-shared", [2]],
  ["other instructions", "p-other", [3]],
  ["waits for memory or a copy", "p-memory", [4, 5, 8]],
  ["waits at a barrier", "p-barrier", [7]],
  ["waits for tensor cores", "p-tensor", [6]],
  ["waits for a pipe, a result or an issue slot", "p-wait", [9, 10, 11, 12]],
];
const KIND_OF = Array.from({ length: 13 }, (_, what) => KINDS.findIndex(([, , of]) => of.includes(what)));
// Activities from this one on are stalls.
const STALLS = 4;

const pipelineDialog = byId("pipeline");

/** The spans {start, end, what, at} of a warp, in cycles from the beginning. */
function spansOf({ spans }) {
  const found = [];
  let [end, at] = [0, 0];
  for (let index = 0; index < spans.length; index += 4) {
    const start = end + spans[index];
    end = start + spans[index + 1];
    at += spans[index + 3];
    found.push({ start, end, what: spans[index + 2], at });
  }
  return found;
}

/** Cycles of warps from one cycle to another, by activity and by instruction. */
function rangeSums(warps, from, to) {
  const activities = new Array(KIND_OF.length).fill(0);
  const instructions = new Map();
  for (const { spans } of warps) {
    for (const one of spans) {
      const cycles = Math.min(one.end, to) - Math.max(one.start, from);
      if (cycles <= 0) continue;
      activities[one.what] += cycles;
      instructions.set(one.at, (instructions.get(one.at) || 0) + cycles);
    }
  }
  return { activities, instructions };
}

/** What a warp does for most of each column between two cycles: an index of KINDS, -1 for nothing. */
function columnsOf(spans, from, to) {
  const cycles = Array.from({ length: COLUMNS }, () => new Array(KINDS.length).fill(0));
  const step = (to - from) / COLUMNS;
  for (const { start, end, what } of spans) {
    const last = Math.min(COLUMNS, Math.ceil((end - from) / step));
    for (let at = Math.max(0, Math.floor((start - from) / step)); at < last; at++) {
      cycles[at][KIND_OF[what]] += Math.min(end, from + (at + 1) * step) - Math.max(start, from + at * step);
    }
  }
  return cycles.map((one) => (Math.max(...one) > 0 ? one.indexOf(Math.max(...one)) : -1));
}

/**
 * Show a record of a pipeline: the cycles in view, what they are spent on, and what everybody does in one of them.
 * `place(at)` says of an instruction {row, text, line}, `show(place)` leads there.
 */
export function openPipeline(record, { place, show }) {
  const warps = record.warps.map((one) => ({ name: `block ${one.block}, warp ${one.warp}`, spans: spansOf(one) }));
  const high = (warps.length + record.pipes.length) * ROW_HIGH + 8;
  let view = [0, record.cycles];
  const told = el("p.says.p-told", { "aria-live": "polite" });
  const sums = el("div.p-sums");
  const links = el("span");
  const cursor = svg("path.p-cursor");
  const chosen = svg("rect.p-chosen", { y: 0, height: high, width: 0 });
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH_ALL} ${high}`, role: "img", "aria-label": "Activity of warps and pipes over time" });
  const at = (event) => tell(Number(event.target.value));
  const slider = el("input", { type: "range", min: 0, max: COLUMNS - 1, value: 0, "aria-label": "Cycle", oninput: at });
  const bound = (which) => {
    const onchange = (event) => look(...view.with(which, Number(event.target.value)));
    return el("input", { type: "number", min: 0, max: record.cycles, onchange });
  };
  const [first, last] = [bound(0), bound(1)];

  const xOf = (cycle) => WIDTH_LEFT + ((cycle - view[0]) * (WIDTH_ALL - WIDTH_LEFT)) / (view[1] - view[0]);
  const cycleAt = (column) => view[0] + ((column + 0.5) * (view[1] - view[0])) / COLUMNS;

  /** Draw the cycles from one to another, and sum them up. */
  function look(from, to) {
    const size = Math.min(Math.max(to - from, LEAST_CYCLES), record.cycles);
    const begin = Math.min(Math.max(from, 0), record.cycles - size);
    view = [begin, begin + size];
    [first.value, last.value] = view.map((cycle) => String(Math.round(cycle)));
    const warpRow = (one, row) => drawRow(one.name, row * ROW_HIGH, columnsOf(one.spans, ...view), (kind) => KINDS[kind]?.[1]);
    const pipeRow = (one, row) => {
      const busy = (share) => share > 0 && "p-busy";
      return drawRow(one.name, (warps.length + row) * ROW_HIGH + 6, busyIn(one.row), busy, (share) => share / 9);
    };
    const passes = record.passes.filter((cycle) => cycle >= view[0] && cycle <= view[1]);
    drawing.replaceChildren(
      ...warps.flatMap(warpRow),
      ...record.pipes.flatMap(pipeRow),
      ...passes.map((cycle) => svg("path.p-pass", { d: `M${xOf(cycle)} 0V${high}` })),
      chosen,
      cursor,
    );
    sums.replaceChildren(...sumsOf(...view));
    tell(Number(slider.value));
  }

  /** A pipe's row as far as it is in view. */
  const busyIn = (row) =>
    Array.from({ length: COLUMNS }, (_, column) =>
      Number(row[Math.min(row.length - 1, Math.floor((cycleAt(column) * row.length) / record.cycles))]),
    );

  /** What cycles are spent on: issue and stalls, and the most expensive instructions. */
  function sumsOf(from, to) {
    const { activities, instructions } = rangeSums(warps, from, to);
    const all = activities.reduce((sum, one) => sum + one, 0);
    const row = (pair) => [pair[0], n(count(Math.round(pair[1]))), n(percent(all && pair[1] / all))];
    const issued = activities.slice(0, STALLS).reduce((sum, one) => sum + one, 0);
    const stalls = record.activities.map((name, what) => [name, activities[what]]).slice(STALLS);
    const some = stalls.filter(([, cycles]) => cycles).sort((a, b) => b[1] - a[1]);
    const hot = [...instructions].sort((a, b) => b[1] - a[1]).slice(0, MOST_HOT);
    const about = `Cycles ${count(Math.round(from))} to ${count(Math.round(to))}: ${count(Math.round(all))} cycles of ${plural(warps.length, "warp")}.`;
    return [
      el("p", about),
      table(["warps' cycles", "", ""], [["issue", issued], ...some].map(row), "Issue and stall cycles"),
      table(
        ["instruction", "", ""],
        hot.map(([index, cycles]) => row([linkTo(index), cycles])),
        "Instructions",
      ),
    ];
  }

  /** An instruction, which leads to its place in the SASS, and its line. */
  function linkTo(index) {
    const found = place(index);
    if (!found) return `instruction ${index}`;
    const leading = (text, to) => {
      const go = () => {
        pipelineDialog.close();
        show(to);
      };
      return button(text, go, { class: "p-link" });
    };
    return [leading(found.text, { row: found.row }), found.line ? leading(`line ${found.line}`, { line: found.line }) : ""];
  }

  /** Say what everybody does in a column, and where one warp is. */
  function tell(column, row = -1) {
    slider.value = String(column);
    const cycle = cycleAt(column);
    cursor.setAttribute("d", `M${xOf(cycle)} 0V${high}`);
    const here = warps.map(({ spans }) => spans.find((one) => one.end > cycle && one.start <= cycle));
    const doing = KINDS.map(([name], kind) => [name, here.filter((one) => one && KIND_OF[one.what] === kind).length]);
    const busy = record.pipes.map((one) => [one.name, busyIn(one.row)[column]]);
    const listed = (pairs, text) => pairs.filter(([, many]) => many).map(text);
    const warpsTold = listed(doing, ([name, many]) => `${name}: ${many}`).join("; ");
    const pipesTold = listed(busy, ([name, share]) => `${name} ${Math.round((100 * share) / 9)} %`).join(", ");
    told.textContent = `Cycle ${count(Math.round(cycle))} of ${count(record.cycles)}. Warps: ${warpsTold}. Busy: ${pipesTold || "nothing"}.`;
    const warp = here[row] ? row : here.findIndex(Boolean);
    const of = warp < 0 ? [] : [`${warps[warp].name}: ${record.activities[here[warp].what]}: `, linkTo(here[warp].at)];
    links.replaceChildren(...of.flat());
  }

  // By pointer: a click tells of a place, a drag looks at its cycles alone.
  let began = null;
  const columnOf = (event) => {
    const box = drawing.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH_ALL;
    const column = Math.floor(((x - WIDTH_LEFT) * COLUMNS) / (WIDTH_ALL - WIDTH_LEFT));
    return Math.min(Math.max(column, 0), COLUMNS - 1);
  };
  const selected = (event) => {
    const ends = [began, columnOf(event)].sort((a, b) => a - b);
    return ends[1] - ends[0] >= LEAST_DRAG ? ends.map(cycleAt) : null;
  };
  const mark = (cycles) => {
    const [from, to] = cycles ? cycles.map(xOf) : [0, 0];
    chosen.setAttribute("x", from);
    chosen.setAttribute("width", to - from);
  };
  drawing.addEventListener("pointerdown", (event) => {
    began = columnOf(event);
    drawing.setPointerCapture(event.pointerId);
  });
  drawing.addEventListener("pointermove", (event) => {
    if (began !== null) mark(selected(event));
  });
  drawing.addEventListener("pointerup", (event) => {
    const cycles = selected(event);
    const box = drawing.getBoundingClientRect();
    if (cycles) look(...cycles);
    else tell(columnOf(event), Math.floor((((event.clientY - box.top) / box.height) * high) / ROW_HIGH));
    began = null;
    mark(null);
  });

  const where = record.lines.length ? `the loop of CUDA lines ${record.lines[0]} to ${record.lines[1]}` : "from its beginning";
  const about =
    `Predicted, not measured: one SM of ${record.device}, ${record.kernel}${atSize(record.shape)}, ${where}; ` +
    `${count(record.cycles)} of ${count(record.of)} cycles, ${plural(record.resident, "block")} per SM. Dashed lines: an iteration begins.` +
    (record.others ? ` The picture has ${warps.length} of ${warps.length + record.others} warps.` : "");
  const kinds = KINDS.map(([name, kind]) => el("span", el(`i.${kind}`), ` ${name}`));
  const trace = { title: "A file for ui.perfetto.dev or chrome://tracing" };
  byId("pipeline-body").replaceChildren(
    el("p", about),
    el("p.p-legend.row", kinds),
    el(
      "p.p-tools.row",
      el("label", "from cycle ", first),
      el("label", "to ", last),
      button("All cycles", () => look(0, record.cycles)),
      button("Save trace", () => save(traceOf(record, warps)), trace),
      "Drag to look at a range.",
    ),
    el("div.p-drawing", { tabindex: 0, role: "region", "aria-label": "Warps and pipes over time" }, drawing),
    slider,
    told,
    says(links),
    sums,
  );
  look(...view);
  if (!pipelineDialog.open) pipelineDialog.showModal();
}

/** The warps' activities as a trace of events, a cycle as a microsecond. */
function traceOf(record, warps) {
  const events = warps.flatMap(({ name, spans }, row) => [
    { ph: "M", name: "thread_name", pid: 0, tid: row, args: { name } },
    ...spans.map(({ start, end, what, at }) => ({
      ph: "X",
      name: record.activities[what],
      pid: 0,
      tid: row,
      ts: start,
      dur: end - start,
      args: { instruction: at },
    })),
  ]);
  return JSON.stringify({ traceEvents: events, otherData: { kernel: record.kernel, device: record.device, unit: "cycles" } });
}

/** Hand a trace to the browser as a file. */
function save(text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: "pipeline.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A row's name, and a rectangle for every stretch of columns that are alike. */
function drawRow(name, y, columns, kindOf, shareOf = (_share) => 1) {
  const step = (WIDTH_ALL - WIDTH_LEFT) / COLUMNS;
  const parts = [svg("text", { x: WIDTH_LEFT - 6, y: y + 11, "text-anchor": "end" }, name)];
  for (let from = 0; from < columns.length; ) {
    let to = from;
    while (to < columns.length && columns[to] === columns[from]) to++;
    const kind = kindOf(columns[from]);
    if (kind) {
      const tall = (ROW_HIGH - 2) * shareOf(columns[from]);
      const x = WIDTH_LEFT + from * step;
      parts.push(
        svg("rect", {
          class: kind,
          x: x.toFixed(2),
          y: (y + ROW_HIGH - 2 - tall).toFixed(2),
          width: ((to - from) * step).toFixed(2),
          height: tall.toFixed(2),
        }),
      );
    }
    from = to;
  }
  return parts;
}

byId("pipeline-close").addEventListener("click", () => pipelineDialog.close());
