// The page's one state. It holds a key (kernel, step, numbers, size, device, compiler, regime) and what
// the panes and dialogs show of it. Every view is a function of the state; the address says the same.

import { folded } from "./blocks.js";
import { askAgain, page } from "./data.js";
import { byId, el } from "./dom.js";
import { hashOf, named } from "./route.js";

/**
 * @typedef {{path: string, step: string, saved?: boolean}} Pin a step that a pane stays at; `saved`: as it
 *   was before the last save
 * @typedef {{level: string, at: number, diff: boolean, base: string, line: number, pin: Pin | null}} PaneState
 */

export const SIDES = ["left", "right"];
/** The two ways in which `schedules bench` times a kernel. */
export const REGIMES = { sustained: "launches back to back", cold: "single launches" };

/** A pane that shows a level and goes along with the step. @param {string} level @returns {PaneState} */
export const plain = (level) => ({ level, at: 0, diff: false, base: "step", line: 0, pin: null });

export const state = {
  // The key. `sizes` are chosen sizes by ladder; '' for device and compiler stands for the usual one.
  path: "",
  step: "",
  tile: {},
  arch: "",
  sizes: {},
  device: "",
  compiler: "",
  regime: "sustained",
  // What is shown of it. `overview` is the ladder at a glance, '' for all, null where a rung is shown.
  left: plain("tir"),
  right: plain("cuda"),
  overview: null,
  banks: null,
  tour: null,
  pipeline: false,
  // What a link does not say: the pane that keys go to, the margins' metric and whether lines are sorted
  // by it, folded loops, the details' tab.
  side: "left",
  metric: "",
  sorted: false,
  folded: new Set(),
  byInstruction: false,
  tab: "Cost",
  codes: false,
};

/** All rungs of the page, in order. */
export const rungs = [];

/** Ladders of a user's files, ahead of all others; in place of those there were before. */
export function learn(ladders) {
  page.ladders = [...ladders, ...page.ladders.filter((one) => !one.own)];
  rungs.splice(0, rungs.length, ...page.ladders.flatMap((ladder) => ladder.rungs));
}
learn([]);

export const rungAt = (path) => rungs.find((one) => one.path === path);
export const ladderAt = (path) => page.ladders.find((one) => one.name === rungAt(path)?.ladder);
/** A ladder's chosen size, else the usual one; null where each rung has its own. */
export const sizeOf = (ladder) => chosenSize(ladder.name) || ladder.usual?.shape || null;

/** The size that was chosen for a ladder, null for none; names of files may be those of any object's properties. */
export const chosenSize = (name) => (Object.hasOwn(state.sizes, name) ? state.sizes[name] : null);

/** The chosen sizes, with another one for a ladder, null for the usual one. */
export function withSize(name, size) {
  const others = Object.entries(state.sizes).filter(([one]) => one !== name);
  return Object.fromEntries(size ? [...others, [name, size]] : others);
}

// --- changes --------------------------------------------------------------------------------------

let written = "";
let drawing = false;
let draw = () => {};

/** `drawer` shows the state; it is called once after any number of changes. */
export function drawnBy(drawer) {
  draw = drawer;
}

/** Show the state, as soon as whoever runs now is done. */
export function redrawn() {
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    draw();
  });
}

/** Change the state, the address and the views; with `anew` the browser can come back to it. */
export function change(changes, anew = false) {
  Object.assign(state, changes);
  remember(anew);
  redrawn();
}

/** Change a pane. */
export const changePane = (side, changes) => change({ [side]: { ...state[side], ...changes } });

/** Change what the views have already: a selected line, what a link had wrong. */
export function correct(changes) {
  Object.assign(state, changes);
  remember();
}

/** Put the state into the address; as one to come back from, or in place of the one there. */
function remember(anew = false) {
  const ladder = state.overview === null ? ladderAt(state.path)?.name : state.overview;
  written = hashOf(state, chosenSize(ladder));
  if (location.hash === written) return;
  if (anew) history.pushState(null, "", written);
  else history.replaceState(null, "", written);
}

/** Whether the address is not the state's: a link was followed, or the browser went back. */
export const elsewhere = () => location.hash !== written;

/** Say something above the panes, '' for nothing. */
export const say = (text) => byId("message").replaceChildren(...(text ? [folded(text)] : []));

/** Show the banks of an access; "worst": of the one that costs most. */
export function seeBanks(at) {
  askAgain();
  change({ banks: at });
}

// --- other steps ----------------------------------------------------------------------------------

/** Show a step; the panes keep their levels, a comparison ends with the kernel that it is of. */
export function goTo(path, step) {
  const changes = { path, step, banks: null, pipeline: false, overview: null };
  const other = path !== state.path;
  if (other) changes.tile = {};
  if (other && ladderAt(path) !== ladderAt(state.path)) changes.arch = "";
  const compared = other && state.left.pin && state.right.base === "pane";
  for (const side of SIDES) {
    const pane = compared ? plain(state[side].level) : state[side];
    const free = !pane.pin;
    changes[side] = free && pane.level === "primitive" ? plain("tir") : { ...pane, line: free ? 0 : pane.line };
  }
  say("");
  change(changes, true);
}

/** Attributes of a link to a step that keeps the rest of the view; a click with a modifier key is the browser's. */
export function leadingTo(path, step = "") {
  const onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    goTo(path, step);
  };
  return { href: `#${named(path)}${step && `:${step}`}`, onclick };
}

/** A link to a step; to the last one for ''. */
export const linkTo = (path, step, attributes, ...children) => el("a", { ...leadingTo(path, step), ...attributes }, ...children);

export function nextStep(by) {
  const at = rungs.findIndex((one) => one.path === state.path);
  if (at < 0) return goTo(rungs[0].path, "");
  const { steps } = rungs[at];
  const to = steps.findIndex((step) => step.key === state.step) + by;
  if (to >= 0 && to < steps.length) return goTo(state.path, steps[to].key);
  const other = rungs[at + by];
  if (other) goTo(other.path, other.steps.at(by > 0 ? 0 : -1).key);
}

export function nextRung(by) {
  const other = rungs[rungs.findIndex((one) => one.path === state.path) + by];
  if (other) goTo(other.path, "");
}
