// The right side: what a step is for, what the kernel takes, what was measured.

import { count, el } from "./dom.js";
import { launchPicture } from "./launch.js";

const section = (title, ...children) =>
  el("section", {}, el("h2", {}, title), ...children);

function facts(pairs) {
  return el(
    "dl",
    {},
    pairs
      .filter(([, value]) => value !== "" && value !== null && value !== undefined)
      .flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
  );
}

function table(heads, rows, caption = "", long = false) {
  return el(
    "div",
    { class: long ? "scrolls long" : "scrolls", tabindex: 0, role: "region", "aria-label": caption || heads.join(", ") },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows),
    ),
  );
}

/** A text with what stands between backticks as code. */
const prose = (text) =>
  text.split(/`+([^`]+)`+/).map((part, at) => (at % 2 ? el("code", {}, part) : part));

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
              title: [...one.lookups, one.call].join("\n"),
              onmouseenter: () => view.hint(at),
              onmouseleave: () => view.hint(-1),
              onfocus: () => view.hint(at),
              onblur: () => view.hint(-1),
              onclick: () => view.choose(at),
            },
            el("code", {}, brief(one.call)),
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

const plural = (value, word) => `${count(value)} ${word}${value === 1 ? "" : "s"}`;

function resources(kernel) {
  const share = Math.round(kernel.occupancy.share * 100);
  const classes = Object.keys(kernel.mix);
  classes.sort((a, b) => ASIDE.has(a) - ASIDE.has(b));
  const spills = kernel.spill_stores + kernel.spill_loads;
  return [
    facts([
      ["registers", kernel.registers],
      ["spills", spills ? el("b", { class: "bad" }, `${count(spills)} B`) : "none"],
      ["stack", kernel.stack ? el("b", { class: "bad" }, `${count(kernel.stack)} B`) : ""],
      ["occupancy", `${share}%: ${plural(kernel.occupancy.blocks, "block")}, ${kernel.occupancy.warps} of ${kernel.occupancy.max_warps} warps`],
      ["limited by", kernel.occupancy.limiters.join(", ")],
      ...Object.entries(kernel.intensity).map(([level, value]) => [
        `FLOP/B, ${level}`,
        Number(value.toPrecision(4)),
      ]),
    ]),
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
    details.accesses?.length ? accesses(details.accesses, view) : "",
    details.resources
      ? section(`Resources, ${view.arch}`, details.resources.map(resources))
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
    "A file has them of the rung's last step, ",
    el("button", { type: "button", onclick: () => view.go(last.key) }, last.name),
    ".",
  ];
  return section(
    "Memory accesses, resources",
    el("p", { class: "says" }, view.live ? "Working ..." : where),
  );
}

/** What a request takes against the least it could, and how bad that is. */
function cost(one) {
  const [value, least] =
    one.scope === "shared"
      ? [one.wavefronts_per_request, one.least_wavefronts_per_request]
      : [one.sectors_per_request, one.least_sectors_per_request];
  if (value === null || least === null) return ["?", "warn"];
  const ratio = least ? value / least : 1;
  const text = value === least ? digits(value) : `${digits(value)} (${digits(least)})`;
  return [text, ratio > 2 ? "bad" : ratio > 1.001 ? "warn" : "good"];
}

const digits = (value) => String(Number(value.toPrecision(3)));

/** The worst of a line's accesses, for its mark in the CUDA: '', 'warn' or 'bad'. */
export function conflictsByLine(details) {
  const found = new Map();
  for (const one of (details?.accesses || []).flatMap((kernel) => kernel.accesses)) {
    const [text, grade] = cost(one);
    if (grade === "good" || text === "?" || !one.line || !one.requests) continue;
    if (found.get(one.line) !== "bad") found.set(one.line, grade);
  }
  return found;
}

/** ', 32→128 bit'; '' where no lane moves anything. */
function bits(one) {
  if (!one.bits_in_tir) return "";
  return `, ${one.bits === one.bits_in_tir ? one.bits : `${one.bits_in_tir}→${one.bits}`} bit`;
}

const PER_REQUEST =
  "What a warp's request takes: wavefronts (passes over the 32 banks) of shared memory, sectors " +
  "(32 bytes) of global memory; in brackets the least possible, where it takes more. × requests.";

function accesses(kernels, view) {
  const all = kernels.flatMap((kernel) => kernel.accesses);
  const notes = [...new Set(all.map((one) => one.note).filter(Boolean))];
  const row = (one) => {
    const [text, grade] = cost(one);
    const idle = one.requests === 0;
    return el(
      "tr",
      { class: idle ? "aside access" : "access", onclick: () => view.line(one.line) },
      el(
        "td",
        { class: "n" },
        one.line
          ? el("button", { type: "button", "aria-label": `Show line ${one.line}` }, one.line)
          : "?",
      ),
      el(
        "td",
        { class: "what" },
        el("code", { title: one.expression }, one.expression),
        el(
          "span",
          {},
          `${one.scope} ${one.kind}${one.way ? `, ${one.way}` : ""}${bits(one)}`,
          one.note ? el("sup", {}, String(notes.indexOf(one.note) + 1)) : "",
        ),
      ),
      el(
        "td",
        { class: "n" },
        idle ? "-" : el("b", { class: grade }, text),
        el("span", {}, one.requests === null ? "" : `× ${short(one.requests)}`),
      ),
    );
  };
  // What the rung before had, where that is known and the two are of one kernel and one shape.
  const [earlier] = kernels.length === 1 && view.before?.accesses.length === 1 ? view.before.accesses : [];
  const was = (name, sum) => {
    const old = earlier?.totals[name];
    return old?.wavefronts && old.conflicts !== sum.conflicts
      ? el("span", { class: "muted" }, ` (${short(old.conflicts)})`)
      : "";
  };
  return section(
    "Memory accesses",
    kernels.map((kernel, at) => [
      kernels.length > 1 ? el("p", { class: "caption" }, kernel.kernel) : "",
      table(
        ["over the launch", "conflicts", "sectors", "bytes"],
        Object.entries(kernel.totals).map(([name, sum]) =>
          el(
            "tr",
            {},
            el("td", {}, name),
            el(
              "td",
              { class: sum.conflicts ? "n bad" : "n" },
              sum.wavefronts ? short(sum.conflicts) : "",
              was(name, sum),
            ),
            el("td", { class: "n" }, sum.sectors ? short(sum.sectors) : ""),
            el("td", { class: "n" }, sum.bytes ? short(sum.bytes).replace(/[kMGT]?$/, " $&B") : ""),
          ),
        ),
        "Totals",
      ),
      earlier && kernels.some((kernel) => Object.entries(kernel.totals).some(([name, sum]) => was(name, sum)))
        ? el("p", { class: "says" }, `In brackets: ${view.before.name}, the rung before.`)
        : "",
      at ? "" : el("p", { class: "says" }, PER_REQUEST),
      table(["line", "access", "per\u00a0request"], kernel.accesses.map(row), "Memory accesses"),
      kernel.problem ? el("p", { class: "says" }, kernel.problem) : "",
    ]),
    notes.map((note, at) => el("p", { class: "says" }, el("sup", {}, String(at + 1)), ` ${note}`)),
  );
}

/** 2097152 as 2.10M; the whole number is a matter for schedules analyze. */
function short(value) {
  for (const [size, unit] of [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e4, "k"],
  ]) {
    if (value >= size) return `${(value / (unit === "k" ? 1e3 : size)).toPrecision(3)}${unit}`;
  }
  return count(value);
}

// --- figures and measurements -----------------------------------------------------------------

function figures(record) {
  if (!record.figures.length) return "";
  return section(
    "The source's figures",
    el(
      "ul",
      { class: "plain" },
      record.figures.map((one) =>
        el("li", {}, one.text, el("span", { class: "muted" }, ` ${one.source}`)),
      ),
    ),
  );
}

function measured(record, at, details) {
  const devices = new Map();
  for (const row of record.measured || details?.measured || []) {
    devices.set(row.device, [...(devices.get(row.device) || []), row]);
  }
  return [...devices].map(([device, rows]) =>
    section(
      `Measured, ${device}`,
      at < record.steps.length - 1 ? el("p", { class: "says" }, "Of the rung's last step.") : "",
      table(
        ["shape", "time", "rate", `of ${baseline(rows)}`],
        rows.map((row) =>
          el(
            "tr",
            { class: String(row.shape) === String(record.shape) ? "own" : "" },
            el("td", {}, sizes(row.shape)),
            row.earlier ? el("td", { colspan: 3, class: "muted" }, "measured on an earlier version") : [
              el("td", { class: "n" }, row.time_us ? time(row.time_us) : ""),
              el("td", { class: "n" }, rate(row)),
              el("td", { class: "n" }, library(row)),
            ],
          ),
        ),
        `Measured speed, ${device}`,
        true,
      ),
      rows.filter((row) => String(row.shape) === String(record.shape)).map((row) => {
        const text = [ceiling(row), baselines(row)].filter(Boolean).join("; ");
        return text ? el("p", { class: "says" }, el("b", {}, `${sizes(row.shape)}: `), `${text}.`) : "";
      }),
    ),
  );
}

/** The kernel's speed as a share of the first baseline's; 100% is as fast. */
function library(row) {
  const [first] = Object.values(row.baselines || {});
  return first?.ratio ? `${Math.round(first.ratio * 100)}%` : "";
}

/** The library the last column compares with. */
function baseline(rows) {
  const [first] = rows.flatMap((row) => Object.keys(row.baselines || {}));
  return first || "a library";
}

const baselines = (row) =>
  Object.entries(row.baselines || {})
    .map(([name, one]) => `${name} ${time(one.time_us)}`)
    .join(", ");

const ceiling = (row) =>
  row.percent_of_ceiling ? `${Math.round(row.percent_of_ceiling)}% of what ${row.bound} allows` : null;

/** 1024,1024,1024 as 1024³. */
function sizes(shape) {
  const power = ["", "", "²", "³"][shape.length];
  return power && shape.every((extent) => extent === shape[0]) ? shape[0] + power : shape.join(" x ");
}

const time = (us) => (us >= 1000 ? `${(us / 1000).toPrecision(4)} ms` : `${us.toPrecision(4)} µs`);

function rate(row) {
  let [value, unit] = row.bound === "memory" ? [row.gbps, "GB/s"] : [row.tflops, "TFLOP/s"];
  if (value < 1 && unit === "TFLOP/s") [value, unit] = [value * 1000, "GFLOP/s"];
  return value ? `${value >= 1000 ? Math.round(value) : value.toPrecision(3)} ${unit}` : "";
}

function about(record) {
  if (!record.doc) return "";
  const paragraphs = record.doc.split(/\n\s*\n/).map((text) => el("p", {}, prose(text)));
  return section(`Rung ${record.name}`, el("div", { class: "doc" }, paragraphs));
}

function computed(record) {
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
    ),
    about(record),
    primitives(step, view),
    launches(record, step),
    ...measured(record, at, details),
    ...(details ? machine(details, view) : []),
    missing(record, at, details, view),
    figures(record),
    computed(record),
  ];
}
