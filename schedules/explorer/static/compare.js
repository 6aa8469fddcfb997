// Comparison of the kernel with another one: both SASS, the costs of each, and a one-sentence verdict.

import { n, says, section, table } from "./blocks.js";
import { costsOf } from "./costs.js";
import { page } from "./data.js";
import { button, el, select } from "./dom.js";
import { changedIn, measuredAt, measuredOf } from "./figures.js";
import { count, percent, short, sizes, time } from "./format.js";
import { asking, extra, kernelOf, pathBefore, predictionOf, shown } from "./kernel.js";
import { showLine } from "./sides.js";
import { changePane, goTo, ladderAt, plain, rungs, state } from "./store.js";

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

/** The section of the details: the choice of a kernel to compare with, then the differences. */
export function comparison(kernel) {
  const { path, record, at } = kernel;
  const ladder = ladderAt(path);
  if (!ladder) return "";
  const step = record.steps[at].key;
  const before = pathBefore(path);
  const timed = ladder.rungs.filter((one) => one.path !== path && measuredAt(ladder, one.path));
  const [fastest] = timed.sort((a, b) => measuredAt(ladder, a.path).time_us - measuredAt(ladder, b.path).time_us);
  /** @type {[string, any][]} */
  const all = [
    ["before the last save", kernelOf(path, step, { saved: true })?.record && { path, step, saved: true }],
    ["as written", changedIn(kernel) && { path, step }],
    ["previous step", at > 0 && { path, step: record.steps[at - 1].key }],
    ["previous rung", before && { path: before, step: "" }],
    ["fastest other rung", fastest && { path: fastest.path, step: "" }],
    ...record.steps.map((one) => [one.name, one.key !== step && { path, step: one.key }]),
    ...rungs.map((one) => [one.path, one.path !== path && { path: one.path, step: "" }]),
  ];
  const choices = all.filter(([, to]) => to);
  const { pin } = state.left;
  // Of two names for one kernel, the first is the chosen one.
  const is = ([, to]) => pin && pin.path === to.path && Boolean(pin.saved) === Boolean(to.saved) && pin.step === (to.step || pin.step);
  const pairs = [["-1", "choose a kernel ..."], ...choices.map(([name], which) => [String(which), name])];
  const choice = select(
    "Compare with another kernel",
    pairs,
    String(choices.findIndex(is)),
    (to) => choices[to] && compareWith(choices[to][1]),
  );
  return section("Compare with", el("p.compare-choices", choice), shown.pins.left && pin ? differences(shown.pins.left, kernel) : "");
}

/** Why two kernels' costs are not compared, '' if they are. */
function apart(before, after) {
  const [was, is] = [before.record, after.record];
  if (was.ladder !== is.ladder) return `Another computation (${was.ladder}; ${is.ladder}): costs are not compared.`;
  if (String(was.shape) !== String(is.shape)) return `Another size (${sizes(was.shape)}; ${sizes(is.shape)}): costs are not compared.`;
  if (was.arch !== is.arch) return `Another architecture (${was.arch}; ${is.arch}): costs are not compared.`;
  return [before, after].map((one) => one.details?.why).find(Boolean) || "";
}

function rowsFor(before, after) {
  const all = FIGURES.map(([name, figure, text, more]) => ({ name, was: figure(before), is: figure(after), text, more }));
  return all.filter(({ was, is }) => Number.isFinite(was) && Number.isFinite(is));
}

/** What a kernel is called beside another one. */
function calls(before, after) {
  if (before.saved) return "before the save";
  if (before.path !== after.path) return before.record.name;
  return before.at === after.at ? "as written" : before.record.steps[before.at].name;
}

function differences(before, after) {
  const why = apart(before, after);
  if (why) return says(why);
  const rows = rowsFor(before, after);
  const untimed = [before, after].map((one) => measuredOf(ladderAt(one.path), one).why).find(Boolean);
  const name = calls(before, after);
  const here = before.path === after.path ? after.record.steps[after.at].name : after.record.name;
  const cells = (row) => [row.name, el("td", { class: gain(row) }, changeText(row)), n(row.text(row.was)), n(row.text(row.is))];
  return [
    el("p.compared", { role: "status" }, differenceText(rows, name === "as written" ? "the kernel as written" : name)),
    untimed ? says(untimed) : "",
    table(["", "change", name, here], rows.map(cells), "Differences"),
    causes(before, after),
  ];
}

/** Why the predicted times differ: properties of the faster kernel that make the slower one as fast, with the lines of
 * the slower one that carry them. A kernel as it was before a save, or with other numbers, cannot be simulated again. */
function causes(before, after) {
  if (before.record.target !== "cuda" || before.saved || (before.path === after.path && before.at === after.at)) return "";
  const other = { rung: before.path, step: before.record.steps[before.at].key };
  const asked = extra(after, "why", other);
  if (!page.live)
    return says("Why: ", el("code", `schedules diff ${nameOf(before)} ${nameOf(after)} --why`), " says which properties explain it.");
  const how = ": simulate both with each other's properties; this takes seconds.";
  if (!asked || asked.error) return says(asked?.error ? `${asked.error.message} ` : "", asking("Why", "why", other), how);
  if (!asked.value) return says("Looking for the causes ...");
  const { text, causes: some, slower } = asked.value;
  const lead = ({ line, share }) => {
    const lines = slower === "after" ? () => showLine(line) : () => changePane("left", { level: "cuda", line, diff: false });
    return button(`line ${line}`, lines, { title: `${percent(share)} of the cause` });
  };
  const cells = (one) => [one.kind, n(percent(one.explains)), one.change, el("td.why", one.lines.map(lead))];
  return [says(text), some.length ? table(["cause", "explains", "change", "where"], some.map(cells), "Causes") : ""];
}

const nameOf = ({ path, record, at }) => `${path}:${record.steps[at].name}`;

/** What the last save changed, as a sentence; '' where nothing was known before it. */
export function sinceSave(kernel) {
  const { path, record, at } = kernel;
  const { key } = record.steps[at];
  const before = kernelOf(path, key, { saved: true });
  if (!before?.details || !kernel.details || before.record.steps[before.at].key !== key || apart(before, kernel)) return null;
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
