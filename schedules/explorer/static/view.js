// What is chosen, what it led to, and the address, which says the same.

import { page } from "./data.js";
import { byId } from "./dom.js";
import { hashOf } from "./route.js";

export const SIDES = ["left", "right"];
export const rungs = [];

/** Ladders of a user's files, ahead of all others; in place of those there were before. */
export function learn(ladders) {
  page.ladders = [...ladders, ...page.ladders.filter((one) => !one.own)];
  rungs.splice(0, rungs.length, ...page.ladders.flatMap((ladder) => ladder.rungs));
}
learn([]);

/** A pane's view; `pin` is the path and the step that it stays at, null where it goes along. */
export const plain = (level) => ({ level, at: 0, diff: false, base: "step", line: 0, pin: null });

// What is chosen; a link says the same.
export const view = {
  path: "",
  step: "",
  changes: {},
  left: plain("tir"),
  right: plain("cuda"),
  // The ladder that is shown at a glance, '' for all; null where a rung is shown.
  overview: null,
  // The access whose banks are shown.
  banks: null,
  // The stop of the ladder's tour, from 1; null where none is under way.
  tour: null,
};
// What it led to: the rung's record and the changes it has, the step's number and details, and each
// side's texts.
export const now = { record: null, changes: {}, at: 0, details: null, sides: {}, pins: {}, before: null, side: "left" };

/** What a side shows: the step that is chosen, or the one it is pinned to. */
export const shownIn = (side) => (view[side].pin && now.pins[side]) || now;

/** The side that goes along; the right one where both do, or none. */
export const freeSide = () => (view.right.pin && !view.left.pin ? "left" : "right");

let written = "";

/** Put the view into the address; as one to come back from, or in place of the one there. */
export function remember(anew = false) {
  written = hashOf(view);
  if (location.hash === written) return;
  if (anew) history.pushState(null, "", written);
  else history.replaceState(null, "", written);
}

/** Whether the address is not the view's: a link was followed, or the browser went back. */
export const elsewhere = () => location.hash !== written;

// --- other steps ----------------------------------------------------------------------------------

let onanother = () => {};

/** `listener` is called when the view is of another step. */
export function shownBy(listener) {
  onanother = listener;
}

/** Show a step; the panes keep their levels. */
export function goTo(path, step) {
  if (path !== view.path) view.changes = keptChanges(path);
  Object.assign(view, { path, step, banks: null, overview: null });
  for (const side of SIDES) {
    if (view[side].pin) continue;
    view[side].line = 0;
    if (view[side].level === "primitive") view[side] = plain("tir");
  }
  history.pushState(null, "", hashOf(view));
  byId("message").textContent = "";
  onanother();
}

/** Live, another rung of the ladder has the same size and architecture. */
function keptChanges(path) {
  const ladderOf = (one) => one.slice(0, one.indexOf(":"));
  if (ladderOf(path) !== ladderOf(view.path)) return {};
  const { shape, arch } = view.changes;
  return { ...(shape && { shape }), ...(arch && { arch }) };
}

/** Go to a step and keep the rest of the view; a click with a modifier key is the browser's. */
export function follow(event, path, step) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  goTo(path, step);
}

export function nextStep(by) {
  const at = rungs.findIndex((one) => one.path === view.path);
  if (at < 0) return goTo(rungs[0].path, "");
  const steps = rungs[at].steps;
  const to = steps.findIndex((step) => step.key === view.step) + by;
  if (to >= 0 && to < steps.length) return goTo(view.path, steps[to].key);
  const other = rungs[at + by];
  if (other) goTo(other.path, other.steps.at(by > 0 ? 0 : -1).key);
}

export function nextRung(by) {
  const other = rungs[rungs.findIndex((one) => one.path === view.path) + by];
  if (other) goTo(other.path, "");
}
