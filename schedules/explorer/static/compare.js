// Comparison of the kernel with another one: both SASS, the costs of each, and a one-sentence verdict.

import { section, table } from "./blocks.js";
import { costsOf } from "./costs.js";
import { page, read } from "./data.js";
import { el } from "./dom.js";
import { changedIn, measuredAt, measuredOf } from "./figures.js";
import { count, short, sizes, time } from "./format.js";
import { kernelOf, predictionOf, shown } from "./kernel.js";
import { goTo, ladderAt, plain, rungs, say, state } from "./store.js";

/**
 * What is compared: name, of a kernel, as text, whether more is better.
 * @type {[string, (of: any) => number | undefined, (value: number) => string, boolean][]}
 */
const FIGURES = [
  ["measured time", (of) => measuredOf(ladderAt(of.path), of).row?.time_us, time, false],
  ["predicted time", (of) => predictionOf(of)?.us, time, false],
  ["bank conflicts", (of) => total(of, "conflicts"), short, false],
  ["shared wavefronts", (of) => total(of, "wavefronts"), short, false],
  ["global sectors", (of) => total(of, "sectors"), short, false],
  ["issued instructions", (of) => costsOf(of)?.all.issued, short, false],
  ["registers", (of) => of.details?.resources?.[0]?.registers, count, false],
  ["occupancy", (of) => of.details?.resources?.[0]?.occupancy.share, (value) => `${Math.round(100 * value)} %`, true],
];

/** A sum over the accesses of a step; undefined where nothing was counted. */
function total({ details }, name) {
  const sums = details?.accesses?.flatMap((kernel) => Object.values(kernel.totals)).filter((one) => one[name] !== undefined);
  return sums?.length ? sums.reduce((all, one) => all + (one[name] || 0), 0) : undefined;
}

/** Show the SASS of another kernel in the left pane, pinned, and that of the current one in the right pane. */
export function compareWith(pin) {
  const { record, path, at } = shown.kernel;
  const level = record.target === "cuda" ? "sass" : record.source_level;
  state.left = { ...plain(level), pin };
  state.right = { ...plain(level), diff: true, base: "pane" };
  state.tab = "Compare";
  goTo(path, record.steps[at].key);
}

// Live, whether the reader asked for the fastest rung, whose times are read then.
let fastestOf = "";

/** The rung with the least measured time at the key; undefined where none has one. */
function fastest(ladder) {
  const timed = ladder.rungs.map((one) => [one, measuredAt(ladder, one.path)?.time_us]).filter(([, us]) => us);
  return timed.sort((a, b) => a[1] - b[1])[0]?.[0];
}

/** Live: read the times of a ladder's rungs; compare with the fastest one when they are there. */
export function readFastest() {
  if (!fastestOf) return;
  const ladder = ladderAt(fastestOf);
  const found = ladder?.rungs.map((one) => read({ rung: one.path, overview: true })) || [];
  const error = found.find((one) => one.error)?.error;
  if (!error && found.some((one) => one.value === undefined)) return;
  const best = ladder && fastest(ladder);
  fastestOf = "";
  if (error) say(error.message);
  else if (!best) say("No times are recorded at this size on this device.");
  else if (best.path === state.path) say(`${best.name} is the fastest rung.`);
  else compareWith({ path: best.path, step: "" });
}

function compareWithFastest() {
  fastestOf = state.path;
  readFastest();
  say(fastestOf ? "Reading recorded times ..." : "");
}

const same = (a, b) => Boolean(a && b) && a.path === b.path && Boolean(a.saved) === Boolean(b.saved) && a.step === b.step;

/** The section of the details: the choice of a kernel to compare with, then the differences. */
export function comparison(kernel) {
  const { path, record, at } = kernel;
  const ladder = ladderAt(path);
  if (!ladder) return "";
  const step = record.steps[at].key;
  const own = ladder.rungs;
  const here = own.findIndex((one) => one.path === path);
  const beside = (one) => one && { path: one.path, step: "" };
  const fast = own.length > 1 && (page.live && ladder.usual ? own : fastest(ladder));
  const choices = [
    ["before the last save", kernelOf(path, step, { saved: true })?.record && { path, step, saved: true }],
    ["previous step", at > 0 && { path, step: record.steps[at - 1].key }],
    ["previous rung", beside(own[here - 1])],
    ["next rung", beside(own[here + 1])],
    ["fastest rung", fast && fast.path !== path && { path: fast.path, step: "" }, page.live && compareWithFastest],
    ["as written", changedIn(kernel) && { path, step }],
  ].filter(([, pin]) => pin);
  const steps = record.steps.filter((one) => one.key !== step).map((one) => [{ path, step: one.key }, one.name]);
  const others = rungs.filter((one) => one.path !== path).map((one) => [{ path: one.path, step: "" }, one.path]);
  const { pin } = state.left;
  const button = ([name, to, act]) =>
    el(
      "button",
      {
        type: "button",
        "aria-pressed": String(!act && same(pin, { ...to, step: to.step || pin?.step })),
        onclick: act || (() => compareWith(to)),
      },
      name,
    );
  const every = [...steps, ...others];
  const option = ([to, name]) =>
    el("option", { value: every.findIndex((one) => one[0] === to), selected: same(pin, { ...to, step: to.step || pin?.step }) }, name);
  const group = (label, some) => (some.length ? el("optgroup", { label }, some.map(option)) : "");
  const choose = (event) => event.target.value && compareWith(every[Number(event.target.value)][0]);
  return section(
    "Compare with",
    el(
      "p",
      { class: "compare-choices" },
      choices.map(button),
      el(
        "select",
        { "aria-label": "Compare with another kernel", onchange: choose },
        el("option", { value: "" }, "another ..."),
        group("Steps of this rung", steps),
        group("Rungs", others),
      ),
    ),
    shown.pins.left && pin ? differences(shown.pins.left, kernel) : "",
  );
}

/** Why two kernels' costs are not compared, '' if they are. */
function apart(before, after) {
  const [was, is] = [before.record, after.record];
  if (was.ladder !== is.ladder) return `Another computation (${was.ladder}; ${is.ladder}): costs are not compared.`;
  if (String(was.shape) !== String(is.shape)) return `Another size (${sizes(was.shape)}; ${sizes(is.shape)}): costs are not compared.`;
  if (was.arch !== is.arch) return `Another architecture (${was.arch}; ${is.arch}): costs are not compared.`;
  return [before, after].map((one) => one.details?.why).find(Boolean) || "";
}

const rowsFor = (before, after) =>
  FIGURES.map(([name, figure, text, more]) => ({ name, was: figure(before), is: figure(after), text, more })).filter(
    ({ was, is }) => Number.isFinite(was) && Number.isFinite(is),
  );

/** What a kernel is called beside another one. */
function calls(before, after) {
  const step = before.record.steps[before.at].name;
  if (before.saved) return "before the save";
  if (before.path !== after.path) return before.record.name;
  return before.at === after.at ? "as written" : step;
}

function differences(before, after) {
  const why = apart(before, after);
  if (why) return el("p", { class: "says" }, why);
  const rows = rowsFor(before, after);
  const untimed = [before, after].map((one) => measuredOf(ladderAt(one.path), one).why).find(Boolean);
  const name = calls(before, after);
  return [
    el("p", { class: "compared", role: "status" }, differenceText(rows, name === "as written" ? "the kernel as written" : name)),
    untimed ? el("p", { class: "says" }, untimed) : "",
    table(
      ["", "change", name, before.path === after.path ? after.record.steps[after.at].name : after.record.name],
      rows.map((row) =>
        el(
          "tr",
          {},
          el("td", {}, row.name),
          el("td", { class: gain(row) }, changeText(row)),
          el("td", { class: "n" }, row.text(row.was)),
          el("td", { class: "n" }, row.text(row.is)),
        ),
      ),
      "Differences",
    ),
  ];
}

/** What the last save changed, as a sentence; '' where nothing was known before it. */
export function sinceSave(kernel) {
  const { path, record, at } = kernel;
  const before = kernelOf(path, record.steps[at].key, { saved: true });
  if (!before?.details || !kernel.details || before.record.steps[before.at].key !== record.steps[at].key || apart(before, kernel))
    return null;
  const rows = rowsFor(before, kernel);
  const grades = rows.map(gain).filter(Boolean);
  const timed = rows.find((row) => row.name.endsWith(" time"));
  const grade = timed ? gain(timed) : new Set(grades).size === 1 ? grades[0] : "";
  return { grade, text: differenceText(rows, "before the save") };
}

// A smaller relative change counts as none.
const SAME = 0.005;
const part = ({ was, is }) => (was ? is / was - 1 : is ? Infinity : 0);

/** 'good', 'bad', or '' where nothing changed. */
function gain(row) {
  if (Math.abs(part(row)) < SAME) return "";
  return part(row) > 0 === row.more ? "good" : "bad";
}

/** 'better, -12 %'. */
function changeText(row) {
  const grade = { good: "better", bad: "worse", "": "same" }[gain(row)];
  if (!gain(row) || !Number.isFinite(part(row))) return grade;
  return `${grade}, ${part(row) > 0 ? "+" : ""}${Math.round(100 * part(row))} %`;
}

/** '3 % slower than X: the same wavefronts, 12 % more instructions.' */
function differenceText(rows, name) {
  const timed = rows.find((row) => row.name.endsWith(" time"));
  const said = (row, less, more) => {
    const by = part(row);
    if (Math.abs(by) < SAME) return `the same ${row.name}`;
    if (!Number.isFinite(by)) return `${row.text(row.is)} ${row.name}, previously none`;
    return row.is ? `${Math.max(1, Math.round(Math.abs(100 * by)))} % ${by < 0 ? less : more} ${row.name}` : `no ${row.name} now`;
  };
  // Registers and occupancy explain a time where they differ.
  const costs = rows
    .filter((row) => !row.name.endsWith(" time") && (gain(row) || !["registers", "occupancy"].includes(row.name)))
    .map((row) => (row.name === "occupancy" ? said(row, "lower", "higher") : said(row, "fewer", "more")));
  const percents = timed && Math.round(Math.abs(100 * part(timed)));
  const than = name.startsWith("before") ? name : `than ${name}`;
  const first = !timed
    ? `No time is known of both. Compared with ${name.replace(/^before/, "the kernel before")}`
    : Math.abs(part(timed)) < SAME
      ? `As fast as ${name}`
      : `${percents || "Less than 1"} % ${part(timed) < 0 ? "less" : "more"} time ${than}, ${timed.name.split(" ")[0]}`;
  return `${first}: ${costs.join(", ") || "nothing was counted"}.`;
}
