// Live only: shape, arch and tile numbers as fields. A number that does not fit is refused beside
// its field, and the kernel shown stays the last one that fitted.

import { page } from "./data.js";
import { button, byId, el, redraw } from "./dom.js";
import { shown } from "./kernel.js";
import { change, chosenSize, ladderAt, state, withSize } from "./store.js";

// The field that was changed last, and the numbers that were refused.
let last = "";
let refusal = null;

/** Numbers {shape, arch, tile} of a rung do not fit: the fields say why. */
export function refuse(path, changes, error) {
  refusal = { path, step: "", changes, error };
}

/** Have the kernel with other numbers. */
function have({ shape = null, arch = "", tile = {} }) {
  refusal = null;
  change({ tile, arch, sizes: withSize(ladderAt(state.path).name, shape) });
}

/** The chosen numbers of a rung, or those that were refused. */
const chosenOf = ({ ladder }) => refusal?.changes || { shape: chosenSize(ladder), arch: state.arch, tile: state.tile };

/** Show the numbers of a kernel in the fields, and beside them why others were refused. The same rung keeps
 * its fields, and with them what is being typed. */
export function showFields({ record, path }) {
  const box = byId("fields");
  // A kernel in a file has no numbers to change.
  box.hidden = !page.live || Boolean(record.levels);
  if (box.hidden) return;
  if (refusal) refusal.step ||= state.step;
  // What was refused of another step does not concern this one.
  if (refusal?.path !== path || refusal.step !== state.step) refusal = null;
  const archs = page.archs[record.target];
  const { shape, arch, tile } = chosenOf(record);
  const values = new Map([
    ...record.axes.map((axis, at) => [`shape.${axis}`, shape?.[at] ?? record.shape[at]]),
    ["arch", archs.includes(arch) ? arch : record.arch],
    ...Object.entries(record.tile).map(([name, value]) => [name, tile[name] ?? value]),
  ]);
  const of = [path, ...values.keys()].join();
  if (box.dataset.of !== of) {
    const fields = [...values.keys()].map((name) => fieldOf(name, archs));
    const title = el(
      "h2",
      "Try other numbers",
      button("Reset", () => have({})),
    );
    const form = el("form", { onsubmit: (event) => event.preventDefault() }, fields);
    redraw(box, () => box.replaceChildren(title, form));
    box.dataset.of = of;
  }
  const { message: problem = "", field = "" } = refusal?.error || {};
  const beside = problem ? place(record, field) : "";
  for (const [name, value] of values) fillField(inputOf(name), value, name === beside);
  byId("fields-problem")?.remove();
  if (!problem) return;
  const text = el("p", { id: "fields-problem", class: "problem", role: "alert" }, problem);
  if (beside) inputOf(beside).closest("label").after(text);
  else box.lastChild.append(text);
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
  input.ariaInvalid = wrong ? "true" : null;
  const typed = input === document.activeElement && input.type === "number" && input.value !== input.defaultValue;
  if (typed || (input.type === "number" && !Number.isFinite(value))) return;
  input.defaultValue = String(value);
  input.value = String(value);
}

/** Ask for the kernel with a field's value; what is no number is refused by the server. */
function edited(name, input) {
  const { record } = shown.kernel;
  last = name;
  input.defaultValue = input.value;
  const { tile, ...chosen } = chosenOf(record);
  // A link may have named numbers that the rung does not have.
  const known = Object.fromEntries(Object.entries(tile).filter(([one]) => Object.hasOwn(record.tile, one)));
  const axis = record.axes.indexOf(name.replace(/^shape\./, ""));
  if (name === "arch") have({ ...chosen, tile: known, arch: input.value });
  else if (name.startsWith("shape."))
    have({ ...chosen, tile: known, shape: (chosen.shape || record.shape).with(axis, input.valueAsNumber) });
  else have({ ...chosen, tile: { ...known, [name]: input.valueAsNumber } });
}

function place(record, field) {
  if (field === "shape" && !last.startsWith("shape.")) return inputOf(last) ? last : `shape.${record.axes[0]}`;
  const known = ["arch", ...record.axes.map((axis) => `shape.${axis}`), ...Object.keys(record.tile)];
  return known.includes(field) ? field : known.includes(last) ? last : "";
}
