// The line between the panes, to be moved by pointer or arrow keys.

import { byId } from "./dom.js";

const splitter = byId("splitter");
const EDGES = [20, 80];

/** The left pane's part of both, in percent. */
function split(part) {
  const value = Math.min(Math.max(part, EDGES[0]), EDGES[1]);
  splitter.setAttribute("aria-valuenow", String(Math.round(value)));
  document.body.style.setProperty("--left", `${value}fr`);
  document.body.style.setProperty("--right", `${100 - value}fr`);
}

splitter.addEventListener("pointerdown", (event) => {
  splitter.setPointerCapture(event.pointerId);
  event.preventDefault();
});
splitter.addEventListener("pointermove", (event) => {
  if (!splitter.hasPointerCapture(event.pointerId)) return;
  const begin = byId("left").getBoundingClientRect().left;
  const end = byId("right").getBoundingClientRect().right;
  split((100 * (event.clientX - begin)) / (end - begin));
});
splitter.addEventListener("dblclick", () => split(50));
splitter.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -4, ArrowRight: 4 }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  split(Number(splitter.getAttribute("aria-valuenow")) + by);
});
