// The table of a kernel's lines or instructions by cost, the most expensive first.

import { section, table } from "./blocks.js";
import { costsOf, gradeOf, METRICS, metricOf, metricsOf, partOf } from "./costs.js";
import { el } from "./dom.js";
import { compilerOf, recordedPrediction } from "./figures.js";
import { atSize, percent, time } from "./format.js";
import { extra, predictionOf } from "./kernel.js";
import { showLine, showRow } from "./sides.js";
import { change, ladderAt, state } from "./store.js";

const MOST_ROWS = 12;
const NAMES = { us: "time", wavefronts: "wavefronts", sectors: "sectors", issued: "issued" };

/** The table of a step; `actions` are predict() and pipeline() where they are possible. */
export function hottest(kernel, actions) {
  const costs = costsOf(kernel);
  if (!costs) return "";
  const metric = metricOf(costs) || metricsOf(costs)[0];
  const lines = Boolean(!state.byInstruction && costs.lines.size);
  const sorted = [...(lines ? costs.lines : costs.rows)].sort((a, b) => b[1][metric] - a[1][metric]).filter(([, cost]) => cost[metric]);
  const metrics = metricsOf(costs);
  const sass = kernel.details.machine.sass.text.split("\n");
  /** @param {[any, any]} line */
  const row = ([at, cost]) =>
    el(
      "tr",
      { class: "hot", onclick: () => (lines ? showLine(at) : showRow(at)) },
      el(
        "td",
        { class: lines ? "n" : "hot-code" },
        el(
          "button",
          { type: "button", "aria-label": lines ? `Show line ${at}` : `Show instruction ${at + 1}` },
          lines ? at : sass[at].replace(/^.*S\d\d\s+/, ""),
        ),
      ),
      metrics.map((name) => [
        cell(cost, costs, name, name === metric),
        name === "us" ? el("td", { class: "why" }, causeBar(cost), whyText(cost)) : "",
      ]),
    );
  const head = (name) =>
    el("button", { type: "button", title: `Sort by ${METRICS[name]}`, onclick: () => change({ metric: name }) }, NAMES[name]);
  return section(
    "Where it goes",
    el(
      "p",
      { class: "says" },
      `Shares of the launch's ${metrics.map((name) => METRICS[name]).join(", ")}.`,
      costs.lines.size
        ? el("button", { type: "button", onclick: () => change({ byInstruction: lines }) }, lines ? "By instruction" : "By line")
        : "",
    ),
    predicted(kernel, actions),
    actions.pipeline
      ? el(
          "p",
          { class: "says" },
          el("button", { type: "button", class: "pipeline", onclick: actions.pipeline }, "Pipeline"),
          ": predicted activity of the warps in one iteration of the loop.",
        )
      : "",
    // What explains the time is beside it, in view however narrow the table is.
    table(
      [lines ? "line" : "", ...metrics.flatMap((name) => (name === "us" ? [head(name), "stalls"] : [head(name)]))],
      sorted.slice(0, MOST_ROWS).map(row),
      "Where it goes",
    ),
    sorted.length > MOST_ROWS ? el("p", { class: "says" }, `${sorted.length - MOST_ROWS} more cost less.`) : "",
  );
}

function cell(cost, of, name, chosen) {
  const { share, excess } = partOf(cost, of, name);
  const grade = excess ? gradeOf(excess * cost[name], of.all[name]) : "";
  return el(
    "td",
    { class: `n ${chosen ? "chosen" : ""}`, title: excess ? `${percent(excess)} of it above the minimum` : null },
    el("b", { class: grade === "good" ? "" : grade }, percent(share)),
  );
}

/** The stall reasons of a line's time as a bar, the largest first. */
function causeBar(cost) {
  const bar = el("span", { class: "causes", "aria-hidden": "true" });
  for (const [name, part] of partsOf(cost)) {
    const piece = el("i", { class: `cause-${name.replace(/\W+/g, "-")}` });
    piece.style.width = `${(100 * part).toFixed(1)}%`;
    bar.append(piece);
  }
  return bar;
}

/**
 * The stall reasons of a line's time with their shares, the largest first.
 * @param {{causes: Record<string, number>}} cost @returns {[string, number][]}
 */
function partsOf({ causes }) {
  const all = Object.values(causes).reduce((sum, us) => sum + us, 0);
  const parts = Object.keys(causes).map((name) => /** @type {[string, number]} */ ([name, causes[name] / all]));
  return parts.sort((a, b) => b[1] - a[1]);
}

/** The two largest stall reasons, as `schedules predict` prints them. */
const whyText = (cost) =>
  partsOf(cost)
    .slice(0, 2)
    .map(([name, part]) => `${name} ${percent(part)}`)
    .join(", ");

/** The predicted time of the code that is shown, or why there is none. */
function predicted(kernel, actions) {
  const found = predictionOf(kernel);
  if (!found) return noPrediction(kernel, actions);
  const ladder = ladderAt(kernel.path);
  const by = ladder && compilerOf(ladder);
  if (found.compiler && by && by !== found.compiler) {
    const to = () => change({ compiler: found.compiler });
    return el(
      "p",
      { class: "says" },
      `Shares of time are of the code that is shown, by ${found.compiler}; the times above are of code by ${by}. `,
      el("button", { type: "button", onclick: to }, "Times of this code"),
    );
  }
  const of = found.compiler ? ` for the code of ${found.compiler}` : "";
  const inputs = found.decided_by ? ` Decided by the given inputs: ${found.decided_by}.` : "";
  return el(
    "p",
    { class: "says" },
    `Predicted${of}: ${time(found.us)}${atSize(found.shape)} on ${found.device}, ${band(found)}${howSure(found)}.${inputs}`,
  );
}

export const band = (found) => `between ${time(found.low_us)} and ${time(found.high_us)}`;

/** A button to predict, or why there is no prediction. */
function noPrediction(kernel, actions) {
  const { error } = extra(kernel, "predict") || {};
  const why =
    error && el("p", { class: "problem", role: "alert" }, actions.predict ? error.message : `No predicted time: ${error.message}`);
  if (!actions.predict)
    return (
      why || el("p", { class: "says" }, "No times by line in this file: ", el("code", {}, "schedules report --predict"), " adds them.")
    );
  return [
    el(
      "p",
      { class: "says" },
      el("button", { type: "button", class: "predict", onclick: actions.predict }, "Predict the time"),
      " of every line; this takes seconds.",
    ),
    why || "",
  ];
}

/** What bounds the kernel, and how many recorded times of such kernels the error band contains. */
function howSure(found) {
  if (!found.times) return " (no recorded times of this GPU support this range)";
  return ` (bound by ${found.bound}: ${Math.round(100 * found.held)} % of ${found.times} recorded times of such kernels are in this range)`;
}

/** The predicted time at the key: that of the code shown, or a recorded one for the key's compiler. */
export function predictedAt(kernel) {
  // The model predicts launches back to back.
  if (state.regime !== "sustained") return null;
  const ladder = ladderAt(kernel.path);
  const found = predictionOf(kernel);
  const by = ladder ? compilerOf(ladder) : "";
  if (found && (!by || !found.compiler || by === found.compiler)) return found;
  const written = ladder && kernel.record.written !== false && kernel.at === kernel.record.steps.length - 1 && !kernel.saved;
  return written ? recordedPrediction(ladder, kernel.path, kernel) : null;
}
