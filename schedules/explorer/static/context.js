// The conditions of the page's times: one size per ladder, one device, one regime, for all views.

import { page } from "./data.js";
import { byId, el, redraw } from "./dom.js";
import { now, rungs, view } from "./view.js";

// The two ways in which `schedules bench` times a kernel.
export const REGIMES = { sustained: "launches back to back", cold: "single launches" };
export const context = { device: "", regime: "sustained", shapes: Object.create(null) };
// The overview's data of each rung, by path; undefined while it is loading.
export const seen = new Map();

let onchange = () => {};

/** `listener` is called when another device or regime is chosen. */
export function contextBy(listener) {
  onchange = listener;
}

export const onCpu = (ladder) => ladder.rungs.length > 0 && ladder.rungs.every((one) => one.target !== "cuda");

/** GPUs with recorded times, the ladders' usual one first. */
export function devices() {
  const found = Object.entries(page.devices?.ceilings || {}).filter(([, one]) => one.copy_gbps !== undefined);
  const often = (device) => page.ladders.filter((one) => one.usual?.device === device).length;
  return found.map(([device]) => device).sort((a, b) => often(b) - often(a));
}

/** The device of a ladder's times: a CPU's ladder has its own. */
export function deviceOf(ladder) {
  if (onCpu(ladder)) return ladder.usual?.device || "";
  context.device ||= devices()[0] || "";
  return context.device;
}

export const shapeOf = (ladder) => context.shapes[ladder.name] || ladder.usual?.shape || [];

/** A recorded row as the chosen regime has it; null where it was not timed in that. */
export function asTimed(row) {
  if (!row || context.regime === "sustained") return row || null;
  if (!row.cold_us) return null;
  const faster = row.time_us / row.cold_us;
  const rates = { tflops: row.tflops * faster, gbps: row.gbps * faster };
  return { ...row, ...rates, time_us: row.cold_us, libraries: row.cold_libraries };
}

/** What was measured of a rung at its ladder's size, on the device, in the regime; null for nothing. */
export function measuredAt(ladder, path) {
  const [device, shape] = [deviceOf(ladder), String(shapeOf(ladder))];
  return asTimed(seen.get(path)?.rows.find((one) => one.device === device && String(one.shape) === shape));
}

/** The bar with these conditions, on every view. */
export function showContext() {
  const one = view.overview === null ? rungs.find(({ path }) => path === view.path) : null;
  const ladder = page.ladders.find(({ name }) => name === (one ? one.ladder : view.overview));
  const box = byId("context");
  const fixed = ladder && onCpu(ladder) ? [deviceOf(ladder)] : devices();
  const shape = ladder ? shapeOf(ladder) : [];
  const parts = [
    ladder ? fact("size", shape.length ? shape.join(" x ") : "the file's own") : fact("size", "each ladder's own"),
    contextChoice("device", fixed.map((name) => [name, name]), ladder ? deviceOf(ladder) : context.device || fixed[0], (to) => (context.device = to)),
    contextChoice("times", Object.entries(REGIMES), context.regime, (to) => (context.regime = to)),
    ...compiledBy(one, one ? [one] : ladder ? ladder.rungs : rungs),
  ];
  redraw(box, () => box.replaceChildren(...parts.filter(Boolean)));
}

/** Whose code of `some` rungs was timed, and whose of `one` is shown; the two may differ. */
function compiledBy(one, some) {
  const rows = some.flatMap(({ path }) => seen.get(path)?.rows || []);
  const timed = [...new Set(rows.map((row) => row.compiler).filter(Boolean))];
  const shown = one && now.record?.path === one.path ? now.details?.compiler : "";
  return [
    timed.length && fact("timed", `compiled by ${timed.join(", ")}`),
    shown && fact("code shown", `compiled by ${shown}`),
  ];
}

const fact = (name, value) => el("span", {}, el("b", {}, name), ` ${value}`);

function contextChoice(name, options, value, set) {
  if (!options.length) return "";
  const choose = (event) => {
    set(event.target.value);
    onchange();
  };
  const select = el("select", { onchange: choose }, options.map(([key, text]) => el("option", { value: key, selected: key === value }, text)));
  return el("label", {}, el("b", {}, name), " ", select);
}
