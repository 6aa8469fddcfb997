// The pipeline view: predicted activity of warps and pipes in one iteration of a loop, and its sums.

import { n, says, table } from "./blocks.js";
import { button, byId, el } from "./dom.js";
import { atSize, count, percent, plural } from "./format.js";

// The drawing, in pixels of its own.
const WIDE = 1440;
const ROW_HIGH = 15;
const BAR_HIGH = 13;
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

/** Cycles of all warps by activity and by instruction. */
function sumsOf(warps) {
  const activities = new Array(KIND_OF.length).fill(0);
  const instructions = new Map();
  for (const { start, end, what, at } of warps.flatMap((one) => one.spans)) {
    activities[what] += end - start;
    instructions.set(at, (instructions.get(at) || 0) + end - start);
  }
  return { activities, instructions };
}

/**
 * Show a record of a pipeline: what its cycles are spent on, and what everybody does in one of them.
 * `place(at)` says of an instruction {row, text, line}, `show(place)` leads there.
 */
export function openPipeline(record, { place, show }) {
  const warps = record.warps.map((one) => ({ name: `block ${one.block}, warp ${one.warp}`, spans: spansOf(one) }));
  const names = [...warps, ...record.pipes].map((one) => one.name);
  const told = el("p.says.p-told", { "aria-live": "polite" });
  const links = el("span");
  const cursor = el("i.p-cursor");
  const size = { width: WIDE, height: names.length * ROW_HIGH };
  const drawing = el("canvas", { ...size, role: "img", "aria-label": "Activity of warps and pipes over time", onclick: clicked });
  const moved = (event) => tell(Number(event.target.value));
  const slider = el("input", { type: "range", min: 0, max: record.cycles - 1, value: 0, "aria-label": "Cycle", oninput: moved });

  /** Draw every warp's activities and every pipe's use, in the colours of the legend. */
  function draw() {
    const pen = drawing.getContext("2d");
    const x = (cycle) => (cycle * WIDE) / record.cycles;
    const colour = (kind) => getComputedStyle(byId("pipeline-body").querySelector(`.${kind}`)).color;
    const bar = (row, from, to, share = 1) =>
      pen.fillRect(x(from), row * ROW_HIGH + BAR_HIGH * (1 - share), x(to - from), BAR_HIGH * share);
    for (const [, kind, of] of KINDS) {
      pen.fillStyle = colour(kind);
      for (const [row, { spans }] of warps.entries()) {
        for (const { start, end, what } of spans) if (of.includes(what)) bar(row, start, end);
      }
    }
    pen.fillStyle = colour("p-busy");
    for (const [at, { row }] of record.pipes.entries()) {
      const step = record.cycles / row.length;
      for (const [column, share] of [...row].entries()) bar(warps.length + at, column * step, (column + 1) * step, share / 9);
    }
    pen.setLineDash([3, 3]);
    pen.strokeStyle = getComputedStyle(drawing).color;
    for (const cycle of record.passes) pen.strokeRect(x(cycle), 0, 0, size.height);
  }

  /** What cycles are spent on: issue and stalls, and the most expensive instructions. */
  function sums() {
    const { activities, instructions } = sumsOf(warps);
    const all = activities.reduce((sum, one) => sum + one, 0);
    const row = (pair) => [pair[0], n(count(Math.round(pair[1]))), n(percent(all && pair[1] / all))];
    const issued = activities.slice(0, STALLS).reduce((sum, one) => sum + one, 0);
    const stalls = record.activities.map((name, what) => [name, activities[what]]).slice(STALLS);
    const some = stalls.filter(([, cycles]) => cycles).sort((a, b) => b[1] - a[1]);
    const hot = [...instructions].sort((a, b) => b[1] - a[1]).slice(0, MOST_HOT);
    const instruction = ([index, cycles]) => row([linkTo(index), cycles]);
    return [
      table([`cycles of ${plural(warps.length, "warp")}`, "", ""], [["issue", issued], ...some].map(row), "Issue and stall cycles"),
      table(["instruction", "", ""], hot.map(instruction), "Instructions"),
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

  /** Say what everybody does in a cycle, and where one warp is. */
  function tell(cycle, row = -1) {
    slider.value = String(cycle);
    cursor.style.left = `${(100 * cycle) / record.cycles}%`;
    const here = warps.map(({ spans }) => spans.find((one) => one.end > cycle && one.start <= cycle));
    const doing = KINDS.map(([name], kind) => [name, here.filter((one) => one && KIND_OF[one.what] === kind).length]);
    const busy = record.pipes.map((one) => [one.name, Number(one.row[Math.floor((cycle * one.row.length) / record.cycles)])]);
    const listed = (pairs, text) => pairs.filter(([, many]) => many).map(text);
    const warpsTold = listed(doing, ([name, many]) => `${name}: ${many}`).join("; ");
    const pipesTold = listed(busy, ([name, share]) => `${name} ${Math.round((100 * share) / 9)} %`).join(", ");
    told.textContent = `Cycle ${count(cycle)} of ${count(record.cycles)}. Warps: ${warpsTold}. Busy: ${pipesTold || "nothing"}.`;
    const warp = here[row] ? row : here.findIndex(Boolean);
    const of = warp < 0 ? [] : [`${warps[warp].name}: ${record.activities[here[warp].what]}: `, linkTo(here[warp].at)];
    links.replaceChildren(...of.flat());
  }

  function clicked({ offsetX, offsetY }) {
    tell(Math.floor((record.cycles * offsetX) / drawing.clientWidth), Math.floor(offsetY / ROW_HIGH));
  }

  const where = record.lines.length ? `the loop of CUDA lines ${record.lines[0]} to ${record.lines[1]}` : "from its beginning";
  const about =
    `Predicted, not measured: one SM of ${record.device}, ${record.kernel}${atSize(record.shape)}, ${where}; ` +
    `${count(record.cycles)} of ${count(record.of)} cycles, ${plural(record.resident, "block")} per SM. Dashed lines: an iteration begins.` +
    (record.others ? ` The picture has ${warps.length} of ${warps.length + record.others} warps.` : "");
  const keys = [...KINDS, ["pipe in use", "p-busy"]].map(([name, kind]) => el("span", el(`i.${kind}`), ` ${name}`));
  const trace = { title: "A file for ui.perfetto.dev or chrome://tracing" };
  byId("pipeline-body").replaceChildren(
    el("p", about),
    el("p.p-legend.row", keys),
    el(
      "p.p-tools.row",
      button("Save trace", () => save(traceOf(record, warps)), trace),
      "Click on a cycle of a warp for its instruction.",
    ),
    el(
      "div.p-drawing",
      { tabindex: 0, role: "region", "aria-label": "Warps and pipes over time" },
      el(
        "div",
        names.map((name) => el("div.p-name", name)),
      ),
      el("div.p-rows", drawing, cursor),
    ),
    slider,
    told,
    says(links),
    el("div.p-sums", sums()),
  );
  draw();
  tell(0);
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
