// Keys and buttons.

import { byId } from "./dom.js";
import { nextTab } from "./info.js";
import { kept } from "./kept.js";
import { shownIn } from "./kernel.js";
import { panes } from "./links.js";
import { openSearch } from "./search.js";
import { choose, copy, hottestRow, toggleBase, toggleDiff, togglePin } from "./sides.js";
import { change, nextRung, nextStep, SIDES, say, seeBanks, state } from "./store.js";
import { levels } from "./texts.js";
import { endTour, goOn } from "./tour.js";

function focusedSide() {
  const pane = document.activeElement?.closest?.(".pane");
  return pane ? pane.id : state.side;
}

function hide(name) {
  const hidden = document.body.classList.toggle(name);
  byId(`${name}-button`).setAttribute("aria-pressed", String(!hidden));
}

const otherSide = (side) => (side === "left" ? "right" : "left");

/** What keys do; those of a pane for its side. A button with the key's name in `data-key` does the same. */
const KEYS = {
  j: () => nextStep(1),
  k: () => nextStep(-1),
  l: () => nextRung(1),
  h: () => nextRung(-1),
  "]": () => nextRung(1),
  "[": () => nextRung(-1),
  d: toggleDiff,
  D: toggleBase,
  n: (side) => panes[side].change(1),
  p: (side) => panes[side].change(-1),
  o: toOverview,
  b: (side) => {
    state.side = side;
    seeBanks("worst");
  },
  x: toHottest,
  c: () => change({ codes: !state.codes }),
  i: nextTab,
  f: togglePin,
  g: () => goOn(1),
  G: () => goOn(-1),
  Escape: endTour,
  "/": openSearch,
  "?": () => byId("help").showModal(),
  t: () => document.documentElement.classList.toggle("other-theme"),
  ",": () => hide("no-list"),
  ".": () => hide("no-details"),
  m: (side) => {
    document.body.classList.remove(`only-${otherSide(side)}`);
    document.body.classList.toggle(`only-${side}`);
  },
  w: (side) => byId(`${otherSide(side)}-code`).focus(),
};
// What the overview has keys for.
const EVERYWHERE = new Set(["o", "g", "/", "?", "t", ",", ".", "j", "l", "]"]);
for (let digit = 1; digit <= 6; digit++) {
  KEYS[digit] = (side) => {
    const level = levels(shownIn(side).record)[digit - 1];
    if (level) choose(side, { level, at: 0, line: 0 });
  };
}

addEventListener("keydown", (/** @type {any} */ event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  // Until the next frame, the focus is still in a dialog that was just closed.
  const closed = event.target.closest("dialog:not([open])");
  if (!closed && event.target.closest("input, select, textarea, dialog")) return;
  if (event.key.length === 1 && !keysOn.checked) return;
  const action = KEYS[event.key];
  if (!action || (state.overview !== null && !EVERYWHERE.has(event.key))) return;
  event.preventDefault();
  action(focusedSide());
});

for (const one of /** @type {any} */ (document.querySelectorAll("[data-key]"))) {
  one.addEventListener("click", (event) => {
    event.preventDefault();
    KEYS[one.dataset.key](one.closest(".pane")?.id);
  });
}

// Keys of one character can be left to other programs such as speech input.
const keysOn = byId("keys-on");
keysOn.checked = kept("keys") !== "off";
keysOn.addEventListener("change", () => kept("keys", keysOn.checked ? "on" : "off"));

byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId(state.overview === null ? "right-code" : "glance").focus();
});

/** To the hottest line, or instruction, of the pane. */
function toHottest(side) {
  const most = hottestRow(panes[side].rows);
  if (most >= 0) panes[side].move(most);
}

function toOverview() {
  say("");
  change({ overview: "", banks: null }, true);
}

for (const side of SIDES) {
  const frame = byId(side);
  frame.querySelector(".copy").addEventListener("click", () => copy(side));
  frame.querySelector(".against").addEventListener("change", (event) => choose(side, { base: event.target.value, line: 0 }));
  frame.querySelector(".metric").addEventListener("change", (event) => change({ metric: event.target.value }));
  frame.addEventListener("focusin", () => (state.side = side));
}
// On a telephone the list would be all that is seen at first.
if (matchMedia("(max-width: 900px)").matches) hide("no-list");
