// The strip above the code: correct or not, the time, what bounds it, the best advice, what the last save did.

import { facts, section, table } from "./blocks.js";
import { compareWith, sinceSave } from "./compare.js";
import { page } from "./data.js";
import { byId, el, redraw } from "./dom.js";
import { compilerOf, measuredOf } from "./figures.js";
import { count, time } from "./format.js";
import { band, predictedAt } from "./hottest.js";
import { ask, extra, shown } from "./kernel.js";
import { change, ladderAt, redrawn } from "./store.js";

// The states of a verdict, by whether it is good.
const VERDICTS = { correct: "good", wrong: "bad" };
const MOST_ADVICE = 3;

function button(text, what) {
  const onclick = () => {
    ask(shown.kernel, what);
    redrawn();
  };
  return el("button", { type: "button", class: what, onclick }, text);
}

/** What the simulator found when it ran the step. */
export function verification(kernel) {
  const { record, at, details } = kernel;
  if (!details || record.steps[at].problem) return "";
  const asked = extra(kernel, "verify");
  const found = asked?.value;
  const refused = page.live && asked?.error ? el("p", { class: "problem", role: "alert" }, asked.error.message) : "";
  if (!found) return section("Verification", el("p", { class: "says" }, unverified(kernel, asked)), refused);
  return section(
    "Verification",
    el("p", { class: "verdict", role: "status" }, correctness(found)),
    found.failures.map((text) => el("p", { class: "problem" }, text)),
    facts([
      ["runs", count(found.runs)],
      ["machine code", found.machine],
      ["worst error", found.worst === null ? "" : `${found.worst.toFixed(2)} of tolerance`],
    ]),
    [...found.notes, found.unverified].filter(Boolean).map((text) => el("p", { class: "says" }, text)),
    page.live ? el("p", { class: "says" }, button("Verify again", "verify")) : "",
  );
}

const correctness = (found) => [
  el("b", { class: VERDICTS[found.verdict] || "warn" }, found.verdict),
  found.shape.length ? ` at ${found.shape.join(" x ")}` : "",
];

/** How a step is verified: by a click, by a command. */
function unverified({ path }, asked) {
  if (!page.live) return ["Not verified in this file: ", el("code", {}, `schedules verify ${path}`)];
  if (asked && !asked.error) return "Verifying ...";
  return [button("Verify", "verify"), " on this CPU: values, races, bounds and barriers."];
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

const item = (name, ...parts) => el("span", { class: "verdict-item" }, el("b", {}, name), " ", parts);

function correct(kernel) {
  const asked = extra(kernel, "verify");
  const found = asked?.value;
  if (!found) {
    if (!page.live) return "";
    return item("Values", asked?.error ? asked.error.message : asked ? "verifying ..." : button("Verify", "verify"));
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
  const predicted = found
    ? [time(found.us), `, ${band(found)}`]
    : asked?.error
      ? asked.error.message
      : asked && !asked.value
        ? "predicting ..."
        : "";
  return [
    row ? item("Measured", time(row.time_us), code) : why ? el("span", { class: "verdict-item muted" }, why) : "",
    predicted ? item("Predicted", predicted, row ? "" : code) : "",
    !found && !asked && page.live && kernel.record.target === "cuda" && kernel.details
      ? item("Predicted", button("Predict", "predict"))
      : "",
  ].filter(Boolean);
}

function bound(kernel) {
  const ladder = ladderAt(kernel.path);
  const found = predictedAt(kernel)?.bound || (ladder && measuredOf(ladder, kernel).row?.bound);
  return found ? item("Bound by", found) : "";
}

/** The best advice, each a link to all of it. */
function advised(kernel) {
  const asked = extra(kernel, "advise");
  const gains = asked?.value?.gains || [];
  if (!gains.length) return "";
  const open = () => change({ tab: "Cost" });
  const link = (one) => el("button", { type: "button", title: one.how, onclick: open }, `${one.gain_text} ${one.what}`);
  return item("Advice", gains.slice(0, MOST_ADVICE).map(link));
}

/** What the last save did to the step. */
function saved(kernel) {
  const found = kernel.saved ? null : sinceSave(kernel);
  if (!found) return "";
  const grade = { good: "better", bad: "worse", "": "" }[found.grade];
  const step = kernel.record.steps[kernel.at].key;
  const open = () => compareWith({ path: kernel.path, step, saved: true });
  return item(
    "Since the save",
    grade ? el("b", { class: found.grade }, `${grade}: `) : "",
    found.text,
    " ",
    el("button", { type: "button", onclick: open }, "Compare"),
  );
}

/** What each optimization would gain, and what it changes in the schedule. */
export function adviceTable(kernel) {
  const asked = extra(kernel, "advise");
  if (!asked && page.live && kernel.record.target === "cuda")
    return section(
      "Advice",
      el("p", { class: "says" }, button("Advise", "advise"), ": compile and predict every move that applies; this takes 20 seconds."),
    );
  if (!asked) return "";
  if (asked.error) return section("Advice", el("p", { class: page.live ? "problem" : "says" }, asked.error.message));
  if (!asked.value) return section("Advice", el("p", { class: "says" }, "Trying every move that applies ..."));
  const row = (one) =>
    el(
      "tr",
      {},
      el("td", { class: "n" }, one.gain_text),
      el("td", {}, one.what),
      el("td", { class: "how" }, one.how, el("pre", {}, one.patch)),
    );
  const { gains, bound: by } = asked.value;
  return section(
    "Advice",
    el("p", { class: "says" }, `Bound by ${by}.`),
    gains.length
      ? table(["gain", "what", "in the schedule"], gains.map(row), "Advice")
      : el("p", { class: "says" }, "No move that was tried gains 1 % or more."),
  );
}
