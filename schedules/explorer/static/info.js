// The right side: what a step is for, what the kernel takes, what was measured.

import { accesses } from "./accesses.js";
import { accessesOf, hasBanks } from "./banks.js";
import { facts, prose, section, table } from "./blocks.js";
import { comparison } from "./compare.js";
import { count, el } from "./dom.js";
import { hottest } from "./hottest.js";
import { launchPicture } from "./launch.js";
import { figures, measured } from "./measured.js";
import { called } from "./texts.js";
import { now } from "./view.js";

const LEVELS = [
  ["tir", "TIR"],
  ["lowered", "lowered"],
  ["source", "source"],
  ["launch", "launch"],
];

function effect(record, step) {
  if (!step.effect) return "";
  const source = record.source_level === "cuda" ? "CUDA" : "assembly";
  const marks = LEVELS.map(([key, name]) => {
    const changed = step.effect[key];
    if (changed === null) return null;
    const label = key === "source" ? source : name;
    return el("span", { class: changed ? "mark on" : "mark" }, `${label} ${changed ? "changed" : "same"}`);
  });
  return el("p", { class: "marks" }, marks);
}

function primitives(step, view) {
  if (!step.primitives.length) return "";
  return section(
    `Primitives (${step.primitives.length})`,
    el(
      "ol",
      { class: "primitives" },
      step.primitives.map((one, at) => {
        const [added, removed] = view.counts[at];
        return el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              "aria-pressed": view.primitive === at ? "true" : "false",
              title: [...one.lookups, one.call, ...Object.entries(one.names).map(([name, loop]) => `# ${name} is ${loop}`)].join("\n"),
              onmouseenter: () => view.hint(at),
              onmouseleave: () => view.hint(-1),
              onfocus: () => view.hint(at),
              onblur: () => view.hint(-1),
              onclick: () => view.choose(at),
            },
            el("code", {}, brief(called(one))),
            el("span", { class: "count" }, el("ins", {}, `+${added}`), " ", el("del", {}, `-${removed}`)),
          ),
        );
      }),
    ),
  );
}

// What a trace prints of a call although it is the default.
const DEFAULTS = /, (?:preserve_unit_iters=True|disable_predication=False|preserve_unit_loops=False|storage_scope="global")/g;

/** A call without its defaults and without the names of what it gives. */
const brief = (call) => call.replace(/^[\w, ]+ = (?=sch\.)/, "").replace(/^sch\./, "").replace(DEFAULTS, "");

const by = (dims) => {
  const used = dims.reduce((most, extent, at) => (extent > 1 ? at + 1 : most), 1);
  return dims.slice(0, used).map(count).join(" x ");
};

function launches(record, step) {
  if (step.problem) return section("Launch", el("p", { class: "problem" }, step.problem));
  if (!step.launches.length) return "";
  return section(
    "Launch",
    step.launches.map((one) =>
      facts([
        ["kernel", step.launches.length > 1 ? one.kernel : ""],
        ["grid", by(one.grid)],
        ["block", `${by(one.block)} (${count(one.block.reduce((a, b) => a * b, 1))} threads)`],
        ["static shared", one.static_shared ? `${count(one.static_shared)} B` : ""],
        ["dynamic shared", one.dynamic_shared ? `${count(one.dynamic_shared)} B` : ""],
      ]),
    ),
    step.picture === null ? "" : launchPicture(record.pictures[step.picture]),
  );
}

const ASIDE = new Set(["integer", "move", "conversion", "control"]);

function resources(kernel) {
  const classes = Object.keys(kernel.mix);
  classes.sort((a, b) => ASIDE.has(a) - ASIDE.has(b));
  return [
    facts(kernel.table.map(([label, text, bad]) => [label, bad ? el("b", { class: "bad" }, text) : text])),
    kernel.warnings.map((text) => el("p", { class: "problem" }, text)),
    table(
      ["instructions", "in all", "in the busiest loop"],
      classes.map((name) =>
        el(
          "tr",
          { class: ASIDE.has(name) ? "aside" : "" },
          el("td", {}, name),
          el("td", { class: "n" }, count(kernel.mix[name])),
          el("td", { class: "n" }, kernel.loop[name] ? count(kernel.loop[name]) : ""),
        ),
      ),
      "Instruction mix",
    ),
  ];
}

function machine(details, view) {
  const problem = details.problems.machine;
  return [
    hottest(details, view),
    details.accesses?.length ? accesses(details.accesses, view) : "",
    details.resources?.length
      ? section(`Resources, ${now.record.arch}`, details.resources.map(resources))
      : problem
        ? section("Machine code", el("p", { class: "problem" }, problem))
        : "",
  ];
}

/** What stands for a step's accesses and resources where they are missing. */
function missing(record, at, details, view) {
  const last = record.steps.at(-1);
  if (record.target !== "cuda" || record.steps[at].problem) return "";
  if (view.live ? details : record.steps[at] === last || last.problem) return "";
  const where = [
    "This page has them only for the rung's last step, ",
    el("button", { type: "button", onclick: () => view.go(last.key) }, last.name),
    ".",
  ];
  return section(
    "Memory accesses, resources",
    el("p", { class: "says" }, view.live ? "Working ..." : where),
  );
}

// The states of a verdict, by whether it is good.
const VERDICTS = { correct: "good", wrong: "bad" };

/** The verdict on a step: live by one click; for a file, the command. */
function verdict(record, step, details, view) {
  const found = details.verify;
  const command = `schedules verify ${record.path}`;
  if (!view.verify) {
    return record.levels ? "" : section("Verification", el("p", { class: "says" }, "Only on the live page, or by ", el("code", {}, command)));
  }
  const again = el("button", { type: "button", class: "verify", onclick: view.verify }, found ? "Verify again" : "Verify");
  const refused = details.refused?.verify ? el("p", { class: "problem", role: "alert" }, details.refused.verify) : "";
  if (!found) return section("Verification", el("p", { class: "says" }, again, " on this CPU: values, races, bounds and barriers."), refused);
  return section(
    "Verification",
    el("p", { class: "verdict", role: "status" }, el("b", { class: VERDICTS[found.verdict] || "warn" }, found.verdict), found.shape.length ? ` at ${found.shape.join(" x ")}` : ""),
    found.failures.map((text) => el("p", { class: "problem" }, text)),
    facts([
      ["runs", count(found.runs)],
      ["machine code", found.machine],
      ["worst error", found.worst === null ? "" : `${found.worst.toFixed(2)} of tolerance`],
    ]),
    [...found.notes, found.unverified].filter(Boolean).map((text) => el("p", { class: "says" }, text)),
    el("p", { class: "says" }, again),
    refused,
  );
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
      ["FLOP", count(record.flops)],
      ["least bytes", count(record.bytes)],
    ]),
    tile.length
      ? el("p", { class: "tile" }, tile.map(([name, value]) => el("span", {}, `${name} = ${value}`)))
      : "",
  );
}

/** Everything about a step; `details` may still be missing. */
export function information(record, at, details, view) {
  const step = record.steps[at];
  return [
    section(
      step.name,
      el("p", { class: "why" }, prose(step.why)),
      effect(record, step),
      step.no_effect
        ? el("p", { class: "muted" }, "Declared to have no effect on the kernel.")
        : "",
      accessesOf(details).some(hasBanks)
        ? el("p", { class: "says" }, el("button", { type: "button", class: "see-banks", onclick: view.worst }, "See the banks"), ": a warp's lanes and the banks or sectors that they access ", el("kbd", {}, "b"))
        : "",
    ),
    comparison(),
    about(record),
    details && !step.problem ? verdict(record, step, details, view) : "",
    primitives(step, view),
    launches(record, step),
    ...measured(record, at, details),
    ...(details ? machine(details, view) : []),
    missing(record, at, details, view),
    figures(record),
    computed(record),
  ];
}
