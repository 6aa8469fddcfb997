// The table of a kernel's lines or instructions by cost, the most expensive first.

import { section, table } from "./blocks.js";
import { seen } from "./context.js";
import { costsOf, gradeOf, METRICS, metricOf, metricsOf, partOf, percent, predictionOf } from "./costs.js";
import { el } from "./dom.js";
import { atSize, time } from "./measured.js";
import { now } from "./view.js";

const MOST_ROWS = 12;
const SHORT = { us: "time", wavefronts: "wavefronts", sectors: "sectors", issued: "issued" };

// Whether the table has instructions rather than lines.
let byInstruction = false;

/** The table of a step; `view` has line(number), row(number), metric(name), redraw(), predict(), pipeline(). */
export function hottest(details, view) {
  const costs = costsOf();
  if (!costs) return "";
  const metric = metricOf(costs) || metricsOf(costs)[0];
  const some = byInstruction || !costs.lines.size ? costs.rows : costs.lines;
  const lines = some === costs.lines;
  const sorted = [...some].sort((a, b) => b[1][metric] - a[1][metric]).filter(([, cost]) => cost[metric]);
  const shown = metricsOf(costs);
  const sass = details.machine.sass.text.split("\n");
  return section(
    "Where it goes",
    el(
      "p",
      { class: "says" },
      `Shares of the launch's ${shown.map((name) => METRICS[name]).join(", ")}.`,
      costs.lines.size
        ? el(
            "button",
            {
              type: "button",
              onclick: () => {
                byInstruction = !byInstruction;
                view.redraw();
              },
            },
            lines ? "By instruction" : "By line",
          )
        : "",
    ),
    predicted(details, view),
    view.pipeline ? el("p", { class: "says" }, el("button", { type: "button", class: "pipeline", onclick: view.pipeline }, "Pipeline"), ": predicted activity of the warps in one iteration of the loop.") : "",
    table(
      // What explains the time is beside it, in view however narrow the table is.
      [lines ? "line" : "", ...shown.flatMap((name) => (name === "us" ? [name, "stalls"] : [name]))],
      sorted.slice(0, MOST_ROWS).map(([at, cost]) =>
        el(
          "tr",
          { class: "hot", onclick: () => (lines ? view.line(at) : view.row(at)) },
          el(
            "td",
            { class: lines ? "n" : "hot-code" },
            el(
              "button",
              { type: "button", "aria-label": lines ? `Show line ${at}` : `Show instruction ${at + 1}` },
              lines ? at : sass[at].replace(/^.*S\d\d\s+/, ""),
            ),
          ),
          shown.map((name) => [cell(cost, costs, name, name === metric), name === "us" ? el("td", { class: "why" }, causeBar(cost), whyText(cost)) : ""]),
        ),
      ),
      "Where it goes",
    ),
    sorted.length > MOST_ROWS ? el("p", { class: "says" }, `${sorted.length - MOST_ROWS} more cost less.`) : "",
  );

  function cell(cost, of, name, chosen) {
    const { share, excess } = partOf(cost, of, name);
    const grade = excess ? gradeOf(excess * cost[name], of.all[name]) : "";
    return el(
      "td",
      { class: `n ${chosen ? "chosen" : ""}`, title: excess ? `${percent(excess)} of it above the minimum` : null },
      el("b", { class: grade === "good" ? "" : grade }, percent(share)),
    );
  }
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

/** The stall reasons of a line's time with their shares, the largest first. */
function partsOf(cost) {
  const all = Object.values(cost.causes).reduce((sum, us) => sum + us, 0);
  return Object.entries(cost.causes)
    .map(([name, us]) => [name, us / all])
    .sort((a, b) => b[1] - a[1]);
}

/** The two largest stall reasons, as `schedules predict` prints them. */
const whyText = (cost) => partsOf(cost).slice(0, 2).map(([name, part]) => `${name} ${percent(part)}`).join(", ");

/** The heads of the table choose what it is sorted by. */
export function sortable(box, onchoose) {
  const region = box.querySelector('[aria-label="Where it goes"]');
  if (!region) return;
  for (const head of region.querySelectorAll("th")) {
    const metric = head.textContent;
    if (!(metric in METRICS)) continue;
    head.replaceChildren(
      el("button", { type: "button", title: `Sort by ${METRICS[metric]}`, onclick: () => onchoose(metric) }, SHORT[metric]),
    );
  }
}

function predicted(details, view) {
  const found = predictionOf();
  const other = recordedBeside(found);
  if (found) {
    const of = found.compiler ? ` for the code of ${found.compiler}` : "";
    const by = found.decided_by ? ` Decided by the given inputs: ${found.decided_by}.` : "";
    return el("p", { class: "says" }, `Predicted${of}: ${time(found.us)}${atSize(found.shape)} on ${found.device}, between ${time(found.low_us)} and ${time(found.high_us)}${howSure(found)}.${by}${other}`);
  }
  const { problem } = (now.at === now.record.steps.length - 1 && now.record.prediction) || {};
  if (!view.predict) return problem ? el("p", { class: "says" }, `No predicted time: ${problem}.`) : "";
  return [
    el("p", { class: "says" }, el("button", { type: "button", class: "predict", onclick: view.predict }, "Predict the time"), " of every line; this takes seconds."),
    details.refused?.predict ? el("p", { class: "problem", role: "alert" }, details.refused.predict) : "",
  ];
}

/** What bounds the kernel, and how many recorded times of such kernels the error band contains. */
function howSure(found) {
  if (!found.times) return " (no recorded times of this GPU support this range)";
  return ` (bound by ${found.bound}: ${Math.round(100 * found.held)} % of ${found.times} recorded times of such kernels are in this range)`;
}

/** What was recorded as a prediction of the same kernel, compiled by another compiler. */
function recordedBeside(found) {
  const row = found && seen.get(now.record.path)?.rows.find((one) => one.device === found.device && String(one.shape) === String(found.shape));
  if (!row?.predicted || row.compiler === found.compiler || now.at < now.record.steps.length - 1) return "";
  return ` The overview shows ${time(row.predicted.us)}, predicted for the code of ${row.compiler}.`;
}
