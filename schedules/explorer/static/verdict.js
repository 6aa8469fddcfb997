// The strip above the code: correct or not, the time, what bounds it, the best advice, what the last save did. And
// what is known of each: what was verified, how sure a prediction is, all advice.

import { facts, n, problem, says, section, table } from "./blocks.js";
import { compareWith, sinceSave } from "./compare.js";
import { costsOf } from "./costs.js";
import { page } from "./data.js";
import { button, byId, el, redraw } from "./dom.js";
import { band, compilerOf, measuredOf, predictedAt } from "./figures.js";
import { atSize, count, rate, time } from "./format.js";
import { ask, asking, extra, pipelineOf, predictionOf, shown } from "./kernel.js";
import { change, ladderAt, state } from "./store.js";

// The states of a verdict, by whether it is good.
const VERDICTS = { correct: "good", wrong: "bad" };
const MOST_ADVICE = 3;

/** Whether the server can be asked for more of a kernel. */
const askable = ({ record }) => page.live && record.target === "cuda";

// --- what was verified ----------------------------------------------------------------------------

/** What the simulator found when it ran the step; before that, the strip offers to run it. */
export function verification(kernel) {
  const { record, at, details, path } = kernel;
  if (!details || record.steps[at].problem) return "";
  const found = extra(kernel, "verify")?.value;
  if (!found) return page.live ? "" : section("Verification", says("Not verified in this file: ", el("code", `schedules verify ${path}`)));
  return section(
    "Verification",
    el("p.verdict", { role: "status" }, correctness(found)),
    found.failures.map((text) => el("p.problem", text)),
    facts([
      ["runs", count(found.runs)],
      ["machine code", found.machine],
      ["worst error", found.worst === null ? "" : `${found.worst.toFixed(2)} of tolerance`],
    ]),
    [...found.notes, found.unverified].filter(Boolean).map((text) => says(text)),
    page.live ? says(asking("Verify again", "verify")) : "",
  );
}

const correctness = (found) => [
  el("b", { class: VERDICTS[found.verdict] || "warn" }, found.verdict),
  found.shape.length ? ` at ${found.shape.join(" x ")}` : "",
];

// --- the predicted time ---------------------------------------------------------------------------

/** The predicted time of the code that is shown, or why there is none; the way to its pipeline. */
export function prediction(kernel) {
  if (!costsOf(kernel)) return "";
  const open = () => {
    ask(shown.kernel, "pipeline");
    change({ pipeline: true });
  };
  const pipeline = askable(kernel) || pipelineOf(kernel);
  return section(
    "Predicted time",
    predicted(kernel),
    pipeline
      ? says(button("Pipeline", open, { class: "pipeline" }), ": predicted activity of the warps in one iteration of the loop.")
      : "",
  );
}

function predicted(kernel) {
  const found = predictionOf(kernel);
  if (!found) return unpredicted(kernel);
  const ladder = ladderAt(kernel.path);
  const by = ladder && compilerOf(ladder);
  if (found.compiler && by && by !== found.compiler) {
    const to = button("Times of this code", () => change({ compiler: found.compiler }));
    return says(`Shares of time are of the code that is shown, by ${found.compiler}; the times above are of code by ${by}. `, to);
  }
  const of = found.compiler ? ` for the code of ${found.compiler}` : "";
  const inputs = found.decided_by ? ` Decided by the given inputs: ${found.decided_by}.` : "";
  return says(`Predicted${of}: ${time(found.us)}${atSize(found.shape)} on ${found.device}, ${band(found)}${howSure(found)}.${inputs}`);
}

/** A button to predict, or why there is no prediction. */
function unpredicted(kernel) {
  const { error } = extra(kernel, "predict") || {};
  if (!askable(kernel)) {
    if (error) return problem(`No predicted time: ${error.message}`);
    return says("No times by line in this file: ", el("code", "schedules report --predict"), " adds them.");
  }
  return [says(asking("Predict the time", "predict"), " of every line; this takes seconds."), error ? problem(error.message) : ""];
}

/** What bounds the kernel, and how many recorded times of such kernels the error band contains. */
function howSure(found) {
  if (!found.times) return " (no recorded times of this GPU support this range)";
  return ` (bound by ${found.bound}: ${Math.round(100 * found.held)} % of ${found.times} recorded times of such kernels are in this range)`;
}

// --- advice ---------------------------------------------------------------------------------------

/** What each optimization would gain, and what it changes in the schedule. */
export function advice(kernel) {
  const asked = extra(kernel, "advise");
  const told = (...parts) => section("Advice", ...parts);
  if (!asked) {
    if (!askable(kernel)) return "";
    return told(says(asking("Advise", "advise"), ": compile and predict every move that applies; this takes 20 seconds."));
  }
  if (asked.error) return told(el(page.live ? "p.problem" : "p.says", asked.error.message));
  if (!asked.value) return told(says("Trying every move that applies ..."));
  const { gains, bound: by } = asked.value;
  const rows = gains.map((one) => [n(one.gain_text), one.what, el("td.how", one.how, el("pre", one.patch))]);
  return told(
    says(`Bound by ${by}.`),
    rows.length ? table(["gain", "what", "in the schedule"], rows, "Advice") : says("No move that was tried gains 1 % or more."),
  );
}

// --- the strip ------------------------------------------------------------------------------------

/** Show the strip of the shown kernel. */
export function showVerdict() {
  const kernel = shown.kernel;
  const box = byId("verdict");
  const step = kernel.record.steps[kernel.at];
  const parts = step.problem ? [] : [correct(kernel), timed(kernel), bound(kernel), advised(kernel), saved(kernel)];
  redraw(box, () => box.replaceChildren(...parts.flat().filter(Boolean)));
  box.hidden = !box.childElementCount;
}

const item = (name, ...parts) => el("span.verdict-item", el("b", name), " ", parts);

function correct(kernel) {
  const asked = extra(kernel, "verify");
  const found = asked?.value;
  if (!found) {
    if (!page.live) return "";
    const offered = [asked?.error ? `${asked.error.message} ` : "", asking("Verify", "verify")];
    return item("Values", asked && !asked.error ? "verifying ..." : offered);
  }
  const compared = found.worst === null ? "" : `, worst error ${found.worst.toFixed(2)} of tolerance`;
  return item("Values", correctness(found), compared, found.failures.length ? `: ${found.failures[0]}` : "");
}

/** The time at the key, measured or predicted; or why there is none. */
function timed(kernel) {
  const ladder = ladderAt(kernel.path);
  const { row, why } = ladder ? measuredOf(ladder, kernel) : { why: "" };
  const found = predictedAt(kernel);
  const asked = extra(kernel, "predict");
  const by = ladder && compilerOf(ladder);
  const code = by ? ` (code by ${by})` : "";
  const waits = asked && !asked.value ? "predicting ..." : "";
  const told = found ? [time(found.us), `, ${band(found)}`, row ? "" : code] : asked?.error ? asked.error.message : waits;
  const offered = !asked && askable(kernel) && kernel.details ? asking("Predict", "predict") : "";
  return [
    row
      ? item("Measured", [`${time(row.time_us)}${code}`, rate(row), ...reached(row)].filter(Boolean).join(", "))
      : why
        ? el("span.verdict-item.muted", why)
        : "",
    told || offered ? item("Predicted", told || offered) : "",
  ];
}

/** How near a time comes to the device's limit and to the libraries' times of the same run. */
function reached(row) {
  const share = (row.bound === "memory" ? row.gbps : row.tflops) / row.ceiling;
  const limit = row.ceiling && state.regime === "sustained" ? `${Math.round(100 * share)} % of the ${row.bound} limit` : "";
  return [
    limit,
    ...Object.entries(row.libraries).map(([name, us]) => `${Math.round((100 * us) / row.time_us)} % of ${name} (${time(us)})`),
  ];
}

function bound(kernel) {
  const ladder = ladderAt(kernel.path);
  const found = predictedAt(kernel)?.bound || (ladder && measuredOf(ladder, kernel).row?.bound);
  return found ? item("Bound by", found) : "";
}

/** The best advice, each a link to all of it. */
function advised(kernel) {
  const gains = extra(kernel, "advise")?.value?.gains || [];
  const link = (one) => button(`${one.gain_text} ${one.what}`, () => change({ tab: "Cost" }), { title: one.how });
  return gains.length ? item("Advice", gains.slice(0, MOST_ADVICE).map(link)) : "";
}

/** What the last save did to the step. */
function saved(kernel) {
  const found = kernel.saved ? null : sinceSave(kernel);
  if (!found) return "";
  const grade = { good: "better", bad: "worse", "": "" }[found.grade];
  const step = kernel.record.steps[kernel.at].key;
  const compare = button("Compare", () => compareWith({ path: kernel.path, step, saved: true }));
  return item("Since the save", grade ? el("b", { class: found.grade }, `${grade}: `) : "", found.text, " ", compare);
}
