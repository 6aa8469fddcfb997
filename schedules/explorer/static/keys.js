// Keys and buttons.

import { byId } from "./dom.js";
import { nextTab } from "./info.js";
import { kept } from "./kept.js";
import { shownIn } from "./kernel.js";
import { panes } from "./links.js";
import { openSearch } from "./search.js";
import { choose, copy, hottestRow, toggleBase, toggleDiff, togglePin } from "./sides.js";
import { change, nextRung, nextStep, SIDES, seeBanks, state } from "./store.js";
import { levels } from "./texts.js";
import { theme } from "./theme.js";
import { endTour, goOn } from "./tour.js";

function focusedSide() {
  const pane = document.activeElement?.closest?.(".pane");
  return pane ? pane.id : state.side;
}

function hide(name) {
  document.body.classList.toggle(name);
  byId(`${name}-button`).setAttribute("aria-pressed", document.body.classList.contains(name) ? "false" : "true");
}

const toggleCodes = () => change({ codes: !state.codes });

const KEYS = {
  j: () => nextStep(1),
  k: () => nextStep(-1),
  l: () => nextRung(1),
  h: () => nextRung(-1),
  "]": () => nextRung(1),
  "[": () => nextRung(-1),
  d: () => toggleDiff(focusedSide()),
  D: () => toggleBase(focusedSide()),
  n: () => panes[focusedSide()].change(1),
  p: () => panes[focusedSide()].change(-1),
  o: () => byId("overview-link").click(),
  b: () => {
    state.side = focusedSide();
    seeBanks("worst");
  },
  x: () => toHottest(),
  c: toggleCodes,
  i: nextTab,
  f: () => togglePin(focusedSide()),
  g: () => goOn(1),
  G: () => goOn(-1),
  Escape: () => endTour(),
  "/": openSearch,
  "?": () => help(),
  t: () => theme(),
  ",": () => hide("no-list"),
  ".": () => hide("no-details"),
  m: () => document.body.classList.toggle(focusedSide() === "left" ? "only-left" : "only-right"),
  w: () => byId(`${focusedSide() === "left" ? "right" : "left"}-code`).focus(),
};
// What the overview has keys for.
const EVERYWHERE = new Set(["o", "g", "/", "?", "t", ",", ".", "j", "l", "]"]);
for (let digit = 1; digit <= 6; digit++) {
  KEYS[digit] = () => {
    const level = levels(shownIn(focusedSide()).record)[digit - 1];
    if (level) choose(focusedSide(), { level, at: 0, line: 0 });
  };
}

addEventListener("keydown", (/** @type {any} */ event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  // Until the next frame, the focus is still in a dialog that was just closed.
  const closed = event.target.closest("dialog:not([open])");
  if (!closed && event.target.closest("input, select, textarea, dialog")) return;
  if (event.key.length === 1 && !byId("keys-on").checked) return;
  const action = KEYS[event.key];
  if (!action || (state.overview !== null && !EVERYWHERE.has(event.key))) return;
  event.preventDefault();
  if (event.key === "m") document.body.classList.remove(focusedSide() === "left" ? "only-right" : "only-left");
  action();
});

/** Keys of one character do something, or are left to other programs such as speech input. */
function characterKeys(on) {
  byId("keys-on").checked = on;
  document.body.classList.toggle("no-keys", !on);
}
characterKeys(kept("keys") !== "off");
byId("keys-on").addEventListener("change", (event) => {
  kept("keys", event.target.checked ? "on" : "off");
  characterKeys(event.target.checked);
});

byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId(state.overview === null ? "right-code" : "glance").focus();
});

/** To the hottest line, or instruction, of the pane. */
function toHottest() {
  const side = focusedSide();
  const { rows } = panes[side];
  const most = hottestRow(rows);
  if (most >= 0) panes[side].move(most);
}

function help() {
  const dialog = byId("help");
  if (dialog.open) return dialog.close();
  dialog.showModal();
  // A small window would begin at the switch, which has the focus.
  byId("help-title").scrollIntoView();
}

for (const side of SIDES) {
  const frame = byId(side);
  frame.querySelector(".diff").addEventListener("click", () => toggleDiff(side));
  frame.querySelector(".copy").addEventListener("click", () => copy(side));
  frame.querySelector(".codes").addEventListener("click", toggleCodes);
  frame.querySelector(".pin").addEventListener("click", () => togglePin(side));
  frame.querySelector(".against").addEventListener("change", (event) => choose(side, { base: event.target.value, line: 0 }));
  frame.querySelector(".metric").addEventListener("change", (event) => change({ metric: event.target.value }));
  frame.addEventListener("focusin", () => (state.side = side));
}

byId("search-button").addEventListener("click", openSearch);
byId("help-button").addEventListener("click", help);
byId("theme-button").addEventListener("click", theme);
byId("no-list-button").addEventListener("click", () => hide("no-list"));
byId("no-details-button").addEventListener("click", () => hide("no-details"));
// On a telephone the list would be all that is seen at first.
if (matchMedia("(max-width: 900px)").matches) hide("no-list");

byId("before-button").addEventListener("click", () => nextStep(-1));
byId("after-button").addEventListener("click", () => nextStep(1));
