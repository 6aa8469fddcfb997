// Live only: shape, arch and tile numbers as fields. A number that does not fit is refused beside
// its field, and the kernel shown stays the last one that fitted.

import { page } from "./data.js";
import { button, byId, el } from "./dom.js";
import { change, chosenSize, ladderAt, state, withSize } from "./store.js";

// Edits within this time are one.
const EDIT_MS = 120;

let last = "";
// The numbers that were requested for last, shown or on their way, as far as the rung has them.
let requested = {};
// The kernel that the fields are of, and the numbers of it that were refused.
let fieldsOf = null;
let refusal = null;

/** Numbers {shape, arch, tile} of a rung do not fit: the fields say why. */
export function refuse(path, { shape, arch, tile }, error) {
  const changes = { ...(shape && { shape }), ...(arch && { arch }), ...(Object.keys(tile).length && { tile }) };
  refusal = { path, step: "", changes, error };
}

let edit = 0;

/** Have the kernel with other numbers. @param {any} numbers */
function changed({ shape, arch, tile }) {
  clearTimeout(edit);
  edit = setTimeout(() => {
    edit = 0;
    refusal = null;
    const ladder = ladderAt(state.path).name;
    change({ tile: tile || {}, arch: arch || "", sizes: withSize(ladder, shape) });
  }, EDIT_MS);
}

/** Show the numbers of a kernel in the fields, and beside them why others were refused. The same rung keeps
 * its fields, and with them what is being typed. */
export function showFields(kernel) {
  const { record, path } = kernel;
  const box = byId("fields");
  // A kernel in a file has no numbers to change.
  box.hidden = !page.live || Boolean(record.levels);
  if (box.hidden) return;
  fieldsOf = kernel;
  if (refusal) refusal.step ||= state.step;
  // What was refused of another step does not concern this one.
  if (refusal?.path !== path || refusal.step !== state.step) refusal = null;
  const shape = chosenSize(record.ladder);
  const own = {
    ...(shape && { shape }),
    ...(state.arch && { arch: state.arch }),
    ...(Object.keys(state.tile).length && { tile: state.tile }),
  };
  const changes = refusal?.changes || own;
  const { message: problem = "", field = "" } = refusal?.error || {};
  if (!edit) requested = fitted(changes, record);
  const values = new Map([
    ...record.axes.map((axis, at) => [`shape.${axis}`, (requested.shape || record.shape)[at]]),
    ["arch", requested.arch || record.arch],
    ...Object.entries(record.tile).map(([name, value]) => [name, requested.tile?.[name] ?? value]),
  ]);
  const of = [path, ...values.keys()].join();
  if (box.dataset.of !== of) {
    const inside = box.contains(document.activeElement) && document.activeElement.getAttribute("name");
    const fields = [...values.keys()].map((name) => fieldOf(name, page.archs[record.target]));
    box.replaceChildren(
      el(
        "h2",
        "Try other numbers",
        button("Reset", () => changed({})),
      ),
      el("form", { onsubmit: (event) => event.preventDefault() }, fields),
    );
    box.dataset.of = of;
    if (inside) inputOf(inside)?.focus();
  }
  const beside = problem ? place(record, field) : "";
  for (const [name, value] of values) fillField(inputOf(name), value, name === beside);
  byId("fields-problem")?.remove();
  if (problem) {
    const text = el("p", { id: "fields-problem", class: "problem", role: "alert" }, problem, fitting(problem, changes));
    if (beside) inputOf(beside).closest("label").after(text);
    else box.lastChild.append(text);
  }
  const reset = box.querySelector("button");
  const written = !Object.keys(changes).length;
  if (written && reset === document.activeElement) inputOf([...values.keys()][0]).focus();
  reset.disabled = written;
}

/** Of numbers those that a rung has: a link may name others. */
function fitted({ shape, arch, tile }, record) {
  const found = {};
  if (shape) found.shape = record.shape.map((extent, at) => shape[at] ?? extent);
  if (page.archs[record.target].includes(arch)) found.arch = arch;
  const known = Object.entries(tile || {}).filter(([name]) => Object.hasOwn(record.tile, name));
  if (known.length) found.tile = Object.fromEntries(known);
  return found;
}

const inputOf = (name) => byId("fields").querySelector(`[name="${CSS.escape(name)}"]`);

function fieldOf(name, archs) {
  const onchange = (event) => edited(name, event.target);
  const options = archs.map((one) => el("option", one));
  return el(
    "label",
    el("span", name.replace(/^shape\./, "")),
    name === "arch" ? el("select", { name, onchange }, options) : el("input", { name, type: "number", step: 1, onchange }),
  );
}

/** Show a value in its field, unless something else is being typed there, or was that is no number. */
function fillField(input, value, wrong) {
  input.closest("label").classList.toggle("wrong", wrong);
  input.ariaInvalid = wrong ? "true" : null;
  if (wrong) input.setAttribute("aria-describedby", "fields-problem");
  else input.removeAttribute("aria-describedby");
  const typed = input === document.activeElement && input.type === "number" && input.value !== input.defaultValue;
  if (typed || (input.type === "number" && !Number.isFinite(value))) return;
  input.defaultValue = String(value);
  if (input.value !== String(value)) input.value = String(value);
}

/** Ask for the kernel with a field's value; what is no number is refused by the server. */
function edited(name, input) {
  const { record } = fieldsOf;
  last = name;
  input.defaultValue = input.value;
  const axis = record.axes.findIndex((one) => `shape.${one}` === name);
  if (name === "arch") requested = { ...requested, arch: input.value };
  else if (axis >= 0) requested = { ...requested, shape: (requested.shape || record.shape).with(axis, input.valueAsNumber) };
  else requested = { ...requested, tile: { ...requested.tile, [name]: input.valueAsNumber } };
  changed(requested);
}

/** The shape that a refusal names, to be taken. */
function fitting(problem, changes) {
  const fits = /shape that fits is ([\d,]+)/.exec(problem)?.[1].split(",").map(Number);
  const { record } = fieldsOf;
  if (fits?.length !== record.axes.length) return "";
  const take = () => changed({ ...changes, shape: fits });
  return button(`Take ${fits.join(" x ")}`, take, { class: "fits" });
}

function place(record, field) {
  if (field === "shape" && !last.startsWith("shape.")) return inputOf(last) ? last : `shape.${record.axes[0]}`;
  const known = ["arch", ...record.axes.map((axis) => `shape.${axis}`), ...Object.keys(record.tile)];
  return known.includes(field) ? field : known.includes(last) ? last : "";
}
