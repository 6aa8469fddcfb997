// A guided tour of a ladder: a bar that says what a stop is about, and what to do there.

import { marked, prose } from "./blocks.js";
import { page } from "./data.js";
import { button, byId, el, redraw } from "./dom.js";
import { plural } from "./format.js";
import { panes } from "./links.js";
import { change, rungAt, say, state } from "./store.js";

const ladderOf = (path) => page.ladders.find((one) => path.startsWith(`${one.name}:`) || path === one.name);

/** The stops of a ladder that this page has the rungs of, each with its rung and step. */
function stopsOf(ladder) {
  return (ladder?.tour || []).flatMap((stop) => {
    const [name, step] = stop.at.split(":");
    const rung = rungAt(`${ladder.name}:${name}`);
    return rung ? [{ ...stop, rung, step: rung.steps.find((one) => one.key === step) }] : [];
  });
}

/** The ladder that is shown, by its rung or at a glance; else the first that has a tour. */
function ladderHere() {
  const here = ladderOf(state.overview === null ? state.path : state.overview);
  return stopsOf(here).length ? here : page.ladders.find((one) => stopsOf(one).length);
}

/** To the next or the previous stop; to the first if no tour is open. */
export function goOn(by) {
  const ladder = ladderHere();
  const stops = stopsOf(ladder);
  const to = state.tour === null ? 1 : state.tour + by;
  const stop = stops[to - 1];
  if (stop) location.hash = `${ladder.name}:${stop.at}@${stop.panes}&tour=${to}`;
  else if (to > stops.length) endTour();
}

/** Take the bar away; the view stays. */
export function endTour() {
  if (state.tour === null) return;
  change({ tour: null });
  byId("tour-button").focus();
}

/** The bar of the stop that the view is at; at the stop's own step, the line to look at. */
export function showTour() {
  const box = byId("tour");
  const stops = state.tour === null || state.overview !== null ? [] : stopsOf(ladderOf(state.path));
  const stop = stops[state.tour - 1];
  if (!stop && state.tour !== null && state.overview === null) {
    if (stops.length) say(`The tour of this ladder has ${plural(stops.length, "stop")}, counted from 1.`);
    change({ tour: null });
  }
  byId("tour-button").hidden = !ladderHere();
  box.hidden = !stop;
  if (!stop) return;
  redraw(box, () => box.replaceChildren(...stopParts(stop, stops)));
  if (state.path !== stop.rung.path || state.step !== stop.step.key || state.right.line) return;
  // Keys are for the pane that the stop is about.
  state.side = "right";
  const [first] = stop.look ? panes.right.where((row) => row.text.includes(stop.look)) : [];
  if (first !== undefined) panes.right.move(first);
}

function stopParts(stop, stops) {
  const last = state.tour === stops.length;
  return [
    el(
      "div.tour-text",
      { "aria-live": "polite" },
      el("b", `${state.tour} of ${stops.length}: ${stop.rung.name}, ${stop.step.name}. `),
      el("span.tour-own", stop.rung.summary, " ", prose(stop.step.why)),
      el("p", marked(stop.say)),
    ),
    el(
      "div.tour-turn",
      button(["Previous ", el("kbd", "G")], () => goOn(-1), { disabled: state.tour === 1, "aria-keyshortcuts": "Shift+G" }),
      button(["Next ", el("kbd", "g")], () => goOn(1), { disabled: last, "aria-keyshortcuts": "g" }),
      button("End", endTour, { "aria-label": "End the tour" }),
    ),
  ];
}
