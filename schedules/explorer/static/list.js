// The list of ladders, rungs and the chosen rung's steps.

import { page } from "./data.js";
import { byId, el, redraw } from "./dom.js";
import { conditions, measuredAt } from "./figures.js";
import { time } from "./format.js";
import { shown } from "./kernel.js";
import { named } from "./route.js";
import { linkTo, state } from "./store.js";

// The rung and the step that the list shows.
let listed = "";

export function showList() {
  const list = byId("ladders");
  const stepping = Boolean(document.activeElement?.closest("a.step"));
  redraw(list, () => list.replaceChildren(...page.ladders.map(ladderItem)));
  const current = list.querySelector("a.step[aria-current]");
  if (stepping) current?.focus({ preventScroll: true });
  // When the kernel is there, the bars above have their height.
  const now = [state.path, state.step, shown.kernel?.path].join();
  if (now === listed) return;
  listed = now;
  const ladder = list.querySelector("a.rung[aria-current]")?.closest("details");
  if (ladder) ladder.open = true;
  // When all of the page is as it will be: it is laid out once.
  if (current) queueMicrotask(() => reveal(byId("list"), current));
}

/**
 * Scroll a box as little as shows an element of it. scrollIntoView would have the next Tab begin at
 * the element, and the header be the last to be reached.
 */
function reveal(box, element) {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= Math.ceil(outer.top - inner.top);
  else if (inner.bottom > outer.bottom) box.scrollTop += Math.ceil(inner.bottom - outer.bottom);
}

function ladderItem(ladder) {
  const glance = el("a.glance", { href: `#overview:${named(ladder.name)}` }, "times and roofline");
  return el(
    "details",
    // One's own files are what is looked for.
    { open: Boolean(ladder.own) },
    el("summary", el("b", ladder.name), el("span", ladder.title)),
    el(
      "ol.rungs",
      ladder.rungs.length > 1 ? el("li", glance) : "",
      ladder.rungs.map((one) => rungItem(ladder, one)),
    ),
  );
}

function rungItem(ladder, one) {
  const here = one.path === state.path;
  const attributes = { class: "rung", "data-path": one.path, "aria-current": here ? "true" : null, title: one.summary };
  const number = el("span.index", String(one.index).padStart(2, "0"));
  const step = ({ key, name, why }) =>
    el("li", linkTo(one.path, key, { class: "step", "aria-current": key === state.step ? "step" : null, title: why }, name));
  return el(
    "li",
    linkTo(one.path, "", attributes, number, el("span.name", one.name), figureOf(ladder, one.path)),
    here ? el("ol.steps", one.steps.map(step)) : "",
  );
}

/** The measured time of a rung, at the page's key; nothing where there is none. */
function figureOf(ladder, path) {
  if (path === shown.kernel?.path && shown.kernel.record.written === false && state.overview === null)
    return el("span.figure", { title: "not timed with these numbers" });
  const row = measuredAt(ladder, path);
  return el("span.figure", row ? { title: `measured at ${conditions(ladder)}` } : {}, row ? time(row.time_us) : "");
}
