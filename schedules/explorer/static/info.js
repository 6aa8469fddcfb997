// The right side, tab by tab: what a step is for, what the kernel costs, how it is launched, how it compares.

import { accesses } from "./accesses.js";
import { accessesOf, hasBanks } from "./banks.js";
import { facts, folded, n, prose, row, says, section, table } from "./blocks.js";
import { comparison } from "./compare.js";
import { page } from "./data.js";
import { button, byId, el, redraw, showTabs } from "./dom.js";
import { count } from "./format.js";
import { asking, extra, isLast, shown } from "./kernel.js";
import { launchPicture } from "./launch.js";
import { choosePrimitive, onlyLast, showAccess } from "./sides.js";
import { change, seeBanks, state } from "./store.js";
import { called, primitiveCounts } from "./texts.js";
import { advice, prediction, verification } from "./verdict.js";

// --- why ------------------------------------------------------------------------------------------

function primitives({ record, at }) {
  const { primitives: some } = record.steps[at];
  if (!some.length) return "";
  const counts = primitiveCounts(record, at);
  const chosen = state.left.level === "primitive" ? state.left.at - 1 : -1;
  const item = (one, which) => {
    const [added, removed] = counts[which];
    const names = Object.entries(one.names).map(([name, loop]) => `# ${name} is ${loop}`);
    const attributes = {
      "aria-pressed": String(chosen === which),
      title: [...one.lookups, one.call, ...names].join("\n"),
    };
    const lines = el("span.count", el("ins", `+${added}`), " ", el("del", `-${removed}`));
    return el(
      "li",
      button([el("code", brief(called(one))), lines], () => choosePrimitive(which), attributes),
    );
  };
  return section(`Primitives (${some.length})`, el("ol.primitives", some.map(item)));
}

// What a trace prints of a call although it is the default.
const DEFAULTS = /, (?:preserve_unit_iters=True|disable_predication=False|preserve_unit_loops=False|storage_scope="global")/g;

/** A call without its defaults and without the names of what it gives. */
const brief = (call) =>
  call
    .replace(/^[\w, ]+ = (?=sch\.)/, "")
    .replace(/^sch\./, "")
    .replace(DEFAULTS, "");

function about(record) {
  if (!record.doc) return "";
  const paragraphs = record.doc.split(/\n\s*\n/).map((text) => el("p", prose(text)));
  return section(record.levels ? record.name : `Rung ${record.name}`, el("div.doc", paragraphs));
}

function computed(record) {
  if (!record.workload) return "";
  const tile = Object.entries(record.tile).map(([name, value]) => el("span", `${name} = ${value}`));
  return section(
    "What is computed",
    el("p.muted", record.workload),
    facts([
      ["build", record.build],
      ["FLOP", record.flops ? count(record.flops) : ""],
      ["iterations", record.iterations ? count(record.iterations) : ""],
      ["least bytes", count(record.bytes)],
    ]),
    tile.length ? el("p.tile.row", tile) : "",
  );
}

/** What the ladder's source measured. */
function figures(record) {
  if (!record.figures.length) return "";
  const item = (one) => el("li", one.text, el("span.muted", ` ${one.source}`));
  return section("The source's figures", el("ul.plain", record.figures.map(item)));
}

function why(kernel) {
  const { record, at, details } = kernel;
  const step = record.steps[at];
  const banks = accessesOf(details).some(hasBanks);
  const see = button("See the banks", () => seeBanks("worst"), { class: "see-banks" });
  return [
    section(
      step.name,
      el("p.why", prose(step.why)),
      step.no_effect ? el("p.muted", "Declared to have no effect on the kernel.") : "",
      banks ? says(see, ": a warp's lanes and the banks or sectors that they access ", el("kbd", "b")) : "",
    ),
    about(record),
    verification(kernel),
    primitives(kernel),
    computed(record),
    figures(record),
  ];
}

// --- launch ---------------------------------------------------------------------------------------

const by = (dims) => {
  const used = dims.reduce((most, extent, at) => (extent > 1 ? at + 1 : most), 1);
  return dims.slice(0, used).map(count).join(" x ");
};

function launches({ record, at }) {
  const step = record.steps[at];
  if (step.problem) return section("Launch", el("p.problem", folded(step.problem)));
  if (!step.launches.length) return section("Launch", says("No launch: this is not a kernel of a GPU."));
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

// --- cost -----------------------------------------------------------------------------------------

const ASIDE = new Set(["integer", "move", "conversion", "control"]);

function resources(kernel) {
  const classes = Object.keys(kernel.mix).sort((a, b) => Number(ASIDE.has(a)) - Number(ASIDE.has(b)));
  const cells = (name) => [name, n(count(kernel.mix[name])), n(kernel.loop[name] ? count(kernel.loop[name]) : "")];
  const rows = classes.map((name) => row(cells(name), { class: ASIDE.has(name) ? "aside" : "" }));
  return [
    facts(kernel.table.map(([label, text, bad]) => [label, bad ? el("b.bad", text) : text])),
    kernel.warnings.map((text) => el("p.problem", text)),
    table(["instructions", "in all", "in the busiest loop"], rows, "Instruction mix"),
  ];
}

/** What the machine code costs, or why that is not known. */
function costs(kernel) {
  const { record, at, details } = kernel;
  if (record.steps[at].problem) return [];
  if (!details || (!page.live && !isLast(kernel) && !details.machine && !details.why))
    return record.target === "cuda" ? [section("Memory accesses, resources", says(onlyLast(kernel)))] : [];
  if (details.why) return [section("Memory accesses, resources", says(details.why))];
  const wrong = details.problems.machine;
  return [
    prediction(kernel),
    advice(kernel),
    details.uncounted ? section("Memory accesses", uncounted(kernel)) : "",
    details.accesses?.length ? accesses(details.accesses, showAccess) : "",
    details.resources?.length ? section(`Resources, ${record.arch}`, details.resources.map(resources)) : "",
    wrong && !details.resources?.length ? section("Machine code", el("p.problem", wrong)) : "",
  ];
}

/** The way to costs that take long to count. */
function uncounted(kernel) {
  const asked = extra(kernel, "count");
  if (asked && !asked.error) return says("Counting; this may take minutes.");
  return says(`${asked?.error?.message || kernel.details.uncounted}. `, asking("Count them", "count"), " for as long as it takes.");
}

// --- the tabs -------------------------------------------------------------------------------------

const TABS = { Why: why, Cost: costs, Launch: launches, Compare: (kernel) => [comparison(kernel)] };

/** The next tab, for a key. */
export function nextTab() {
  const names = Object.keys(TABS);
  change({ tab: names[(names.indexOf(state.tab) + 1) % names.length] });
}

let of = "";

/** Everything about the shown kernel; the chosen tab of it. */
export function showInformation() {
  const kernel = shown.kernel;
  const step = kernel.record.steps[kernel.at];
  byId("reason").replaceChildren(el("b", step.name), " ", ...prose(step.why));
  const names = Object.keys(TABS).map((name) => [name, name]);
  showTabs(byId("details-tabs"), names, state.tab, (tab) => change({ tab }), "details");
  const box = byId("details");
  box.setAttribute("aria-labelledby", `details-tab-${state.tab}`);
  const parts = [TABS[state.tab](kernel)].flat(Infinity).filter(Boolean);
  redraw(box, () => box.replaceChildren(...parts));
  const now = `${kernel.path}:${state.step} ${state.tab}`;
  if (of !== now) queueMicrotask(() => (byId("side").scrollTop = 0));
  of = now;
}
