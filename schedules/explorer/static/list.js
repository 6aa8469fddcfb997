// The list of ladders, rungs and the chosen rung's steps.

import { page } from "./data.js";
import { byId, el } from "./dom.js";
import { conditions, measuredAt } from "./figures.js";
import { time } from "./format.js";
import { shown } from "./kernel.js";
import { named } from "./route.js";
import { follow, rungAt, state } from "./store.js";

// The ladders, the rung and the step that the list shows.
let listed = [];

export function showList() {
  const list = byId("ladders");
  // When the kernel is there, the bars above have their height.
  const wanted = [page.ladders, state.path, state.step, shown.kernel?.path];
  if (listed[0] !== page.ladders) list.replaceChildren(...page.ladders.map(ladderItem));
  showFigures();
  if (wanted.every((one, at) => one === listed[at])) return;
  listed = wanted;
  const inside = document.activeElement?.closest("a.step");
  for (const link of list.querySelectorAll("a.rung")) {
    const here = link.dataset.path === state.path;
    if (here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    link.parentElement.querySelector("ol")?.remove();
    if (!here) continue;
    link.closest("details").open = true;
    link.parentElement.append(stepsOf(rungAt(state.path)));
  }
  const current = list.querySelector("a.step[aria-current]");
  if (inside) current?.focus({ preventScroll: true });
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

/** The measured time of each rung, at the page's key; nothing where there is none. */
function showFigures() {
  const changed = shown.kernel?.record.written === false && state.overview === null ? shown.kernel.path : "";
  for (const ladder of page.ladders) {
    for (const one of ladder.rungs) {
      const figure = byId("ladders").querySelector(`a.rung[data-path="${CSS.escape(one.path)}"] .figure`);
      const row = one.path === changed ? null : measuredAt(ladder, one.path);
      figure.textContent = row ? time(row.time_us) : "";
      figure.title = row ? `measured at ${conditions(ladder)}` : one.path === changed ? "not timed with these numbers" : "";
    }
  }
}

function ladderItem(ladder) {
  return el(
    "details",
    // One's own files are what is looked for.
    { open: Boolean(ladder.own) },
    el("summary", {}, el("b", {}, ladder.name), el("span", {}, ladder.title)),
    el(
      "ol",
      { class: "rungs" },
      ladder.rungs.length > 1
        ? el("li", {}, el("a", { class: "glance", href: `#overview:${named(ladder.name)}` }, "times and roofline"))
        : "",
      ladder.rungs.map((one) =>
        el(
          "li",
          {},
          el(
            "a",
            {
              class: "rung",
              href: `#${named(one.path)}`,
              "data-path": one.path,
              title: one.summary,
              onclick: (event) => follow(event, one.path, ""),
            },
            el("span", { class: "index" }, String(one.index).padStart(2, "0")),
            el("span", { class: "name" }, one.name),
            el("span", { class: "figure" }),
          ),
        ),
      ),
    ),
  );
}

function stepsOf(one) {
  return el(
    "ol",
    { class: "steps" },
    one.steps.map((step) =>
      el(
        "li",
        {},
        el(
          "a",
          {
            class: "step",
            href: `#${named(one.path)}:${step.key}`,
            "aria-current": step.key === state.step ? "step" : null,
            title: step.why,
            onclick: (event) => follow(event, one.path, step.key),
          },
          step.name,
        ),
      ),
    ),
  );
}
