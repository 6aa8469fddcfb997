// The right side, tab by tab: what a step is for, what the kernel costs, how it is launched, how it compares.

import { accesses } from "./accesses.js";
import { accessesOf, hasBanks } from "./banks.js";
import { facts, folded, prose, section, table } from "./blocks.js";
import { comparison } from "./compare.js";
import { page } from "./data.js";
import { byId, el, redraw } from "./dom.js";
import { conditions, deviceOf, isAt, measuredOf } from "./figures.js";
import { count, rate, sizes, time } from "./format.js";
import { hottest } from "./hottest.js";
import { ask, isLast, pipelineOf, rungBefore, shown } from "./kernel.js";
import { launchPicture } from "./launch.js";
import { hint } from "./links.js";
import { choosePrimitive, showAccess } from "./sides.js";
import { change, goTo, ladderAt, redrawn, seeBanks, state } from "./store.js";
import { called, primitiveCounts } from "./texts.js";
import { adviceTable, verification } from "./verdict.js";

const LEVELS = { tir: "TIR", lowered: "lowered", source: "source", launch: "launch" };

function effect(record, step) {
  if (!step.effect) return "";
  const source = record.source_level === "cuda" ? "CUDA" : "assembly";
  const mark = ([key, name]) => {
    const changed = step.effect[key];
    if (changed === null) return null;
    return el("span", { class: changed ? "mark on" : "mark" }, `${key === "source" ? source : name} ${changed ? "changed" : "same"}`);
  };
  return el("p", { class: "marks" }, Object.entries(LEVELS).map(mark));
}

function primitives({ record, at }) {
  const { primitives: some } = record.steps[at];
  if (!some.length) return "";
  const counts = primitiveCounts(record, at);
  const chosen = state.left.level === "primitive" ? state.left.at - 1 : -1;
  const item = (one, which) => {
    const [added, removed] = counts[which];
    const names = Object.entries(one.names).map(([name, loop]) => `# ${name} is ${loop}`);
    const attributes = {
      type: "button",
      "aria-pressed": String(chosen === which),
      title: [...one.lookups, one.call, ...names].join("\n"),
      onmouseenter: () => hint(which),
      onmouseleave: () => hint(-1),
      onfocus: () => hint(which),
      onblur: () => hint(-1),
      onclick: () => choosePrimitive(which),
    };
    const change = el("span", { class: "count" }, el("ins", {}, `+${added}`), " ", el("del", {}, `-${removed}`));
    return el("li", {}, el("button", attributes, el("code", {}, brief(called(one))), change));
  };
  return section(`Primitives (${some.length})`, el("ol", { class: "primitives" }, some.map(item)));
}

// What a trace prints of a call although it is the default.
const DEFAULTS = /, (?:preserve_unit_iters=True|disable_predication=False|preserve_unit_loops=False|storage_scope="global")/g;

/** A call without its defaults and without the names of what it gives. */
const brief = (call) =>
  call
    .replace(/^[\w, ]+ = (?=sch\.)/, "")
    .replace(/^sch\./, "")
    .replace(DEFAULTS, "");

const by = (dims) => {
  const used = dims.reduce((most, extent, at) => (extent > 1 ? at + 1 : most), 1);
  return dims.slice(0, used).map(count).join(" x ");
};

function launches(record, step) {
  if (step.problem) return section("Launch", el("p", { class: "problem" }, folded(step.problem)));
  if (!step.launches.length) return section("Launch", el("p", { class: "says" }, "No launch: this is not a kernel of a GPU."));
  const launch = (one) =>
    facts([
      ["kernel", step.launches.length > 1 ? one.kernel : ""],
      ["grid", by(one.grid)],
      ["block", `${by(one.block)} (${count(one.block.reduce((a, b) => a * b, 1))} threads)`],
      ["static shared", one.static_shared ? `${count(one.static_shared)} B` : ""],
      ["dynamic shared", one.dynamic_shared ? `${count(one.dynamic_shared)} B` : ""],
    ]);
  return section("Launch", step.launches.map(launch), step.picture === null ? "" : launchPicture(record.pictures[step.picture]));
}

const ASIDE = new Set(["integer", "move", "conversion", "control"]);

function resources(kernel) {
  const classes = Object.keys(kernel.mix).sort((a, b) => Number(ASIDE.has(a)) - Number(ASIDE.has(b)));
  const row = (name) =>
    el(
      "tr",
      { class: ASIDE.has(name) ? "aside" : "" },
      el("td", {}, name),
      el("td", { class: "n" }, count(kernel.mix[name])),
      el("td", { class: "n" }, kernel.loop[name] ? count(kernel.loop[name]) : ""),
    );
  return [
    facts(kernel.table.map(([label, text, bad]) => [label, bad ? el("b", { class: "bad" }, text) : text])),
    kernel.warnings.map((text) => el("p", { class: "problem" }, text)),
    table(["instructions", "in all", "in the busiest loop"], classes.map(row), "Instruction mix"),
  ];
}

/** What the machine code costs, or why that is not known. */
function machine(kernel) {
  const { record, at, details } = kernel;
  if (record.steps[at].problem) return [];
  if (!details || (!page.live && !isLast(kernel) && !details.machine && !details.why)) return [missing(kernel)];
  if (details.why) return [section("Memory accesses, resources", el("p", { class: "says" }, details.why))];
  const cuda = page.live && record.target === "cuda";
  const before = isLast(kernel) ? rungBefore(kernel) : null;
  const problem = details.problems.machine;
  const doing = { predict: cuda && (() => asking("predict")), pipeline: (pipelineOf(kernel) || cuda) && openedPipeline };
  return [
    hottest(kernel, doing),
    adviceTable(kernel),
    details.accesses?.length
      ? accesses(details.accesses, showAccess, before?.details?.accesses && { name: before.record.name, accesses: before.details.accesses })
      : "",
    details.resources?.length ? section(`Resources, ${record.arch}`, details.resources.map(resources)) : "",
    problem && !details.resources?.length ? section("Machine code", el("p", { class: "problem" }, problem)) : "",
  ];
}

/** Have something of the shown step that is made on request. */
export function asking(what) {
  ask(shown.kernel, what);
  redrawn();
}

/** Open the pipeline's view; on the live page it is predicted first. */
function openedPipeline() {
  ask(shown.kernel, "pipeline");
  change({ pipeline: true });
}

/** What stands for a step's accesses and resources where they are missing. */
function missing({ record, path }) {
  if (record.target !== "cuda") return "";
  const last = record.steps.at(-1);
  const where = [
    "This page has them only for the rung's last step, ",
    el("button", { type: "button", onclick: () => goTo(path, last.key) }, last.name),
    ".",
  ];
  return section("Memory accesses, resources", el("p", { class: "says" }, page.live ? "Working ..." : where));
}

function about(record) {
  if (!record.doc) return "";
  const paragraphs = record.doc.split(/\n\s*\n/).map((text) => el("p", {}, prose(text)));
  return section(record.levels ? record.name : `Rung ${record.name}`, el("div", { class: "doc" }, paragraphs));
}

function computed(record) {
  if (!record.workload) return "";
  const tile = Object.entries(record.tile);
  return section(
    "What is computed",
    el("p", { class: "muted" }, record.workload),
    facts([
      ["build", record.build],
      ["FLOP", record.flops ? count(record.flops) : ""],
      ["iterations", record.iterations ? count(record.iterations) : ""],
      ["least bytes", count(record.bytes)],
    ]),
    tile.length
      ? el(
          "p",
          { class: "tile" },
          tile.map(([name, value]) => el("span", {}, `${name} = ${value}`)),
        )
      : "",
  );
}

/** What the ladder's source measured. */
function figures(record) {
  if (!record.figures.length) return "";
  const item = (one) => el("li", {}, one.text, el("span", { class: "muted" }, ` ${one.source}`));
  return section("The source's figures", el("ul", { class: "plain" }, record.figures.map(item)));
}

// --- measured times -------------------------------------------------------------------------------

/** The recorded time at the key; all others folded below it. */
function measured(kernel) {
  const { record, details } = kernel;
  const rows = record.measured || details?.measured || [];
  const ladder = ladderAt(kernel.path);
  if (!ladder || !rows.length) return "";
  const { row, why } = measuredOf(ladder, kernel);
  const own = rows.find((one) => isAt(ladder, one));
  const says = row
    ? `At ${conditions(ladder, kernel)}.`
    : own?.earlier
      ? `At ${sizes(own.shape)} on ${deviceOf(ladder)}: only an earlier version was measured.`
      : why;
  const limit =
    own?.percent_of_ceiling && state.regime === "sustained" ? `${Math.round(own.percent_of_ceiling)} % of the ${own.bound} limit` : "";
  return section(
    "Measured",
    el("p", { class: "says" }, says),
    row ? facts([["time", time(row.time_us)], ["rate", rate(row)], ["ceiling", limit], ...libraries(row)]) : "",
    el(
      "details",
      { class: "others" },
      el("summary", {}, "All recorded sizes and devices, launches back to back"),
      tables(record, rows, details),
    ),
  );
}

/** Each library's time in the same run, and the kernel's speed as a share of it. */
const libraries = (row) =>
  Object.entries(row.libraries).map(([name, us]) => [
    name,
    `${time(us)} in the same run: this kernel reaches ${Math.round((100 * us) / row.time_us)} % of its speed`,
  ]);

/** Recorded speeds, a table for each device. */
function tables(record, rows, details) {
  const shown = details?.compiler;
  const line = (row) =>
    el(
      "tr",
      { class: String(row.shape) === String(record.shape) ? "own" : "" },
      el("td", {}, sizes(row.shape)),
      row.earlier
        ? el("td", { colspan: 3, class: "muted" }, "measured on an earlier version")
        : [time(row.time_us), rate(row), library(row)].map((text) => el("td", { class: "n" }, text)),
    );
  return [...Map.groupBy(rows, (row) => row.device)].map(([device, some]) => [
    el("p", { class: "caption" }, device),
    table(
      ["shape", "time", "rate", `of ${Object.keys(some.find((row) => row.baselines)?.baselines || {})[0] || "a library"}`],
      some.map(line),
      `Measured speed, ${device}`,
      true,
    ),
    [...new Set(some.map((row) => row.compiler).filter(Boolean))].map((by) =>
      el(
        "p",
        { class: "says" },
        `The timed code was compiled by ${by}${shown && shown !== by ? `; the PTX and SASS shown are compiled by ${shown}` : ""}.`,
      ),
    ),
  ]);
}

/** The kernel's speed as a share of the first baseline's; 100% is as fast. */
function library(row) {
  const [first] = Object.values(row.baselines || {});
  return first?.ratio ? `${Math.round(first.ratio * 100)}%` : "";
}

// --- the tabs -------------------------------------------------------------------------------------

const TABS = {
  Why: (kernel) => {
    const { record, at, details } = kernel;
    const step = record.steps[at];
    const see = el("button", { type: "button", class: "see-banks", onclick: () => seeBanks("worst") }, "See the banks");
    return [
      section(
        step.name,
        el("p", { class: "why" }, prose(step.why)),
        effect(record, step),
        step.no_effect ? el("p", { class: "muted" }, "Declared to have no effect on the kernel.") : "",
        accessesOf(details).some(hasBanks)
          ? el("p", { class: "says" }, see, ": a warp's lanes and the banks or sectors that they access ", el("kbd", {}, "b"))
          : "",
      ),
      about(record),
      verification(kernel),
      primitives(kernel),
      computed(record),
      figures(record),
    ];
  },
  Cost: (kernel) => machine(kernel),
  Launch: ({ record, at }) => [launches(record, record.steps[at])],
  Compare: (kernel) => [comparison(kernel), measured(kernel)],
};

/** The next tab, for a key. */
export const nextTab = () => change({ tab: Object.keys(TABS)[(Object.keys(TABS).indexOf(state.tab) + 1) % 4] });

let of = "";

/** Everything about the shown kernel; the chosen tab of it. */
export function showInformation() {
  const kernel = shown.kernel;
  const step = kernel.record.steps[kernel.at];
  byId("reason").replaceChildren(el("b", {}, step.name), " ", ...prose(step.why));
  const tabs = byId("details-tabs");
  const tab = (name) => {
    const is = name === state.tab;
    return el(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-selected": String(is),
        "aria-controls": "details",
        tabindex: is ? 0 : -1,
        onclick: () => change({ tab: name }),
      },
      name,
    );
  };
  redraw(tabs, () => tabs.replaceChildren(...Object.keys(TABS).map(tab)));
  const box = byId("details");
  box.setAttribute("aria-labelledby", `tab-${state.tab}`);
  const parts = TABS[state.tab](kernel).flat(Infinity).filter(Boolean);
  redraw(box, () => box.replaceChildren(...parts));
  const now = `${kernel.path}:${state.step} ${state.tab}`;
  if (of !== now) queueMicrotask(() => (byId("side").scrollTop = 0));
  of = now;
}
