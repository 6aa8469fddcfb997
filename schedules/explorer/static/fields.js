// Live only: shape, arch and tile numbers as fields. A number that does not fit is refused beside
// its field, and the kernel shown stays the last one that fitted.

import { page } from "./data.js";
import { byId, el } from "./dom.js";

let last = "";

/** Draw the fields; `problem` stands beside `field`, or beside the one changed last. */
export function fields(record, view, changed, problem, field = "") {
  const box = byId("fields");
  box.hidden = !page.live;
  if (!page.live) return;
  const focused = document.activeElement?.closest("#fields") ? document.activeElement.name : "";
  const asked = { shape: record.shape, arch: record.arch, ...view.changes };
  const tile = { ...record.tile, ...view.changes.tile };
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
    const changes = structuredClone(view.changes);
    const axis = record.axes.findIndex((one) => `shape.${one}` === name);
    if (axis >= 0) {
      changes.shape = asked.shape.slice();
      changes.shape[axis] = Number(value);
    } else if (name === "arch") changes.arch = value;
    else changes.tile = { ...changes.tile, [name]: Number(value) };
    changed(changes);
  }

  const archs = page.archs[record.target];
  const rows = [
    ...record.axes.map((axis, at) => number(`shape.${axis}`, asked.shape[at], axis)),
    el(
      "label",
      { class: beside === "arch" ? "wrong" : "" },
      el("span", {}, "arch"),
      el(
        "select",
        { name: "arch", onchange: (event) => edited("arch", event.target.value) },
        archs.map((arch) => el("option", { selected: arch === asked.arch }, arch)),
      ),
    ),
    ...Object.entries(tile).map(([name, value]) => number(name, value, name)),
  ];
  if (problem) {
    const at = rows.findIndex((row) => row.classList.contains("wrong"));
    const text = el("p", { id: "fields-problem", class: "problem", role: "alert" }, problem);
    rows.splice(at < 0 ? rows.length : at + 1, 0, text);
  }
  const reset = el(
    "button",
    { type: "button", disabled: !Object.keys(view.changes).length, onclick: () => changed({}) },
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
