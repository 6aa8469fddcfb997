// Live only: shape, arch and tile numbers as fields. A number that does not fit is refused beside
// its field, and the kernel shown stays the last one that fitted.

import { page } from "./data.js";
import { byId, el } from "./dom.js";

let last = "";
// The numbers that were requested for last, shown or on their way.
let requested = {};

/**
 * Draw the fields with the numbers of `changes`; `problem` stands beside `field`, or beside the one
 * changed last.
 */
export function fields(record, changes, changed, problem = "", field = "") {
  const box = byId("fields");
  // A kernel in a file has no numbers to change.
  box.hidden = !page.live || Boolean(record.levels);
  if (box.hidden) return;
  requested = changes;
  const inside = document.activeElement?.closest("#fields");
  const focused = inside ? document.activeElement.name || `shape.${record.axes[0]}` : "";
  // A link may name what this rung does not have.
  const archs = page.archs[record.target];
  const arch = archs.includes(changes.arch) ? changes.arch : record.arch;
  const shape = record.shape.map((extent, at) => changes.shape?.[at] ?? extent);
  const tile = Object.fromEntries(
    Object.entries(record.tile).map(([name, value]) => [name, changes.tile?.[name] ?? value]),
  );
  const beside = problem ? place(record, field) : "";

  const number = (name, value, label) =>
    el(
      "label",
      { class: beside === name ? "wrong" : "" },
      el("span", {}, label),
      el("input", {
        name,
        type: "number",
        value: String(value),
        step: 1,
        "aria-invalid": beside === name ? "true" : null,
        "aria-describedby": beside === name ? "fields-problem" : null,
        onchange: (event) => edited(name, event.target.value),
      }),
    );

  function edited(name, value) {
    last = name;
    const axis = record.axes.findIndex((one) => `shape.${one}` === name);
    const wanted = {};
    if (axis >= 0) wanted.shape = (requested.shape || record.shape).with(axis, Number(value));
    else if (requested.shape) wanted.shape = requested.shape;
    if (name === "arch") wanted.arch = value;
    else if (requested.arch) wanted.arch = requested.arch;
    const known = Object.entries(requested.tile || {}).filter(([one]) => one in record.tile);
    if (known.length || name in record.tile) wanted.tile = Object.fromEntries(known);
    if (name in record.tile) wanted.tile[name] = Number(value);
    requested = wanted;
    changed(wanted);
  }

  /** The shape that a refusal names, to be taken. */
  function fitting() {
    const fits = /shape that fits is ([\d,]+)/.exec(problem)?.[1].split(",").map(Number);
    if (fits?.length !== record.axes.length) return "";
    const take = () => changed({ ...changes, shape: fits });
    return el("button", { type: "button", class: "fits", onclick: take }, `Take ${fits.join(" x ")}`);
  }

  const rows = [
    ...record.axes.map((axis, at) => number(`shape.${axis}`, shape[at], axis)),
    el(
      "label",
      { class: beside === "arch" ? "wrong" : "" },
      el("span", {}, "arch"),
      el(
        "select",
        { name: "arch", onchange: (event) => edited("arch", event.target.value) },
        archs.map((one) => el("option", { selected: one === arch }, one)),
      ),
    ),
    ...Object.entries(tile).map(([name, value]) => number(name, value, name)),
  ];
  if (problem) {
    const at = rows.findIndex((row) => row.classList.contains("wrong"));
    const text = el("p", { id: "fields-problem", class: "problem", role: "alert" }, problem, fitting());
    rows.splice(at < 0 ? rows.length : at + 1, 0, text);
  }
  const reset = el(
    "button",
    { type: "button", disabled: !Object.keys(changes).length, onclick: () => changed({}) },
    "Reset",
  );
  box.replaceChildren(el("h2", {}, "Try other numbers", reset), el("form", {}, rows));
  box.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  if (focused) box.querySelector(`[name="${CSS.escape(focused)}"]`)?.focus();
}

function place(record, field) {
  if (field === "shape" && !last.startsWith("shape.")) return last || `shape.${record.axes[0]}`;
  const known = ["arch", ...record.axes.map((axis) => `shape.${axis}`), ...Object.keys(record.tile)];
  return known.includes(field) ? field : last;
}
