// Comparison of the current rung with another one: both SASS, the costs of each, and a one-sentence verdict.

import { section, table } from "./blocks.js";
import { measuredAt, seen } from "./context.js";
import { costsOf, predictionOf } from "./costs.js";
import { Abandoned, overviewOf, page } from "./data.js";
import { byId, count, el, short } from "./dom.js";
import { time } from "./measured.js";
import { goTo, now, plain, rungs, view } from "./view.js";

// What is compared: [name, of a step, as text, whether more is better].
const FIGURES = [
  ["measured time", (of) => ofLast(of) && measuredAt(comparedLadder(of.record), of.record.path)?.time_us, time, false],
  ["predicted time", (of) => predictionOf(of)?.us, time, false],
  ["bank conflicts", (of) => total(of, "conflicts"), short, false],
  ["shared wavefronts", (of) => total(of, "wavefronts"), short, false],
  ["global sectors", (of) => total(of, "sectors"), short, false],
  ["issued instructions", (of) => costsOf(of)?.all.issued, short, false],
  ["registers", (of) => of.details?.resources?.[0]?.registers, count, false],
  ["occupancy", (of) => of.details?.resources?.[0]?.occupancy.share, (value) => `${Math.round(100 * value)} %`, true],
];

const comparedLadder = (record) => page.ladders.find((one) => one.name === record.ladder);
const ofLast = ({ record, at }) => at === record.steps.length - 1;

/** A sum over the accesses of a step; undefined where nothing was counted. */
function total({ details }, name) {
  const sums = details?.accesses?.flatMap((kernel) => Object.values(kernel.totals)).filter((one) => one[name] !== undefined);
  return sums?.length ? sums.reduce((all, one) => all + (one[name] || 0), 0) : undefined;
}

/** Show the SASS of another rung in the left pane, pinned, and that of the current one in the right pane. */
export function compareWith(path) {
  const level = now.record.target === "cuda" ? "sass" : now.record.source_level;
  view.left = { ...plain(level), pin: { path, step: "" } };
  view.right = { ...plain(level), diff: true, base: "pane" };
  goTo(view.path, view.step);
}

/** Live: fetch the recorded times of rungs that the page does not have yet; whether there were any. */
export async function readTimes(paths) {
  const unknown = paths.filter((path) => !seen.get(path));
  for (const path of unknown) seen.set(path, await overviewOf(path));
  return unknown.length > 0;
}

/** Compare with the fastest of these rungs, after reading their times. */
async function compareWithFastest(own) {
  byId("status").textContent = "Reading recorded times ...";
  try {
    await readTimes(own.map((one) => one.path));
  } catch (error) {
    if (!(error instanceof Abandoned)) byId("message").textContent = error.message;
    return;
  } finally {
    byId("status").textContent = "";
  }
  const best = fastest(own);
  if (best && best.path !== view.path) compareWith(best.path);
  else byId("message").textContent = best ? `${best.name} is the fastest rung.` : "No times are recorded at this size on this device.";
}

/** The section of the details: the choice of a rung to compare with, then the differences. */
export function comparison() {
  const here = rungs.find((one) => one.path === view.path);
  if (!here) return "";
  const own = rungs.filter((one) => one.ladder === here.ladder);
  const at = own.indexOf(here);
  const choices = [
    ["previous rung", own[at - 1]],
    ["next rung", own[at + 1]],
    // Live, times are read when they are asked for.
    page.live && comparedLadder({ ladder: here.ladder })?.usual ? ["fastest rung", own.find((one) => one !== here), () => compareWithFastest(own)] : ["fastest rung", fastest(own)],
    ["as written", Object.keys(now.changes).length ? here : null],
  ].filter(([, one]) => one && (one !== here || Object.keys(now.changes).length));
  const others = rungs.filter((one) => one !== here);
  if (!others.length && !choices.length) return "";
  const chosen = view.left.pin?.path;
  return section(
    "Compare with",
    el(
      "p",
      { class: "compare-choices" },
      choices.map(([name, one, act]) =>
        el(
          "button",
          { type: "button", title: act ? null : one.path, "aria-pressed": !act && one.path === chosen ? "true" : "false", onclick: act || (() => compareWith(one.path)) },
          name,
        ),
      ),
      el(
        "select",
        { "aria-label": "Compare with another rung", onchange: (event) => event.target.value && compareWith(event.target.value) },
        el("option", { value: "" }, "another ..."),
        others.map((one) => el("option", { value: one.path, selected: one.path === chosen }, one.path)),
      ),
    ),
    ...(now.pins.left && view.left.pin ? differences(now.pins.left, now) : []),
  );
}

/** The rung of these with the least measured time at the page's size; undefined where none has one. */
function fastest(own) {
  const timed = own
    .map((one) => [one, measuredAt(comparedLadder({ ladder: one.ladder }), one.path)?.time_us])
    .filter(([, us]) => us);
  return timed.sort((a, b) => a[1] - b[1])[0]?.[0];
}

function differences(before, after) {
  const sizes = [before, after].map((of) => of.record.shape.join(" x "));
  if (before.record.ladder !== after.record.ladder || sizes[0] !== sizes[1]) {
    return [el("p", { class: "says" }, `A different ladder or size (${sizes.join("; ")}): costs are not compared.`)];
  }
  const rows = FIGURES.map(([name, figure, text, more]) => ({ name, was: figure(before), is: figure(after), text, more })).filter(
    ({ was, is }) => Number.isFinite(was) && Number.isFinite(is),
  );
  return [
    el("p", { class: "compared", role: "status" }, differenceText(rows, before.record.name)),
    table(
      ["", "change", before.record.path === after.record.path ? "as written" : before.record.name, after.record.name],
      rows.map((row) =>
        el(
          "tr",
          {},
          el("td", {}, row.name),
          el("td", { class: gain(row) }, change(row)),
          el("td", { class: "n" }, row.text(row.was)),
          el("td", { class: "n" }, row.text(row.is)),
        ),
      ),
      "Differences",
    ),
  ];
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
function change(row) {
  const grade = { good: "better", bad: "worse", "": "same" }[gain(row)];
  if (!gain(row) || !Number.isFinite(part(row))) return grade;
  return `${grade}, ${part(row) > 0 ? "+" : ""}${Math.round(100 * part(row))} %`;
}

/** '3 % slower than X: the same wavefronts, 12 % more instructions.' */
function differenceText(rows, name) {
  const timed = rows.find((row) => row.name === "measured time") || rows.find((row) => row.name === "predicted time");
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
  const first = !timed
    ? `No time is recorded for both. Compared with ${name}`
    : Math.abs(part(timed)) < SAME
      ? `As fast as ${name}`
      : `${percents || "Less than 1"} % ${part(timed) < 0 ? "less" : "more"} time than ${name}, ${timed.name.split(" ")[0]}`;
  return `${first}: ${costs.join(", ") || "nothing was counted"}.`;
}
