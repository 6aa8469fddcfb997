// The exercises, on the first view of the live page: what is asked, the file to edit, hints one at a
// time, and how to run it.

import { section } from "./blocks.js";
import { page } from "./data.js";
import { el } from "./dom.js";
import { follow, rungs } from "./view.js";

/** The section of all exercises, '' where the page has none. */
export function exercises() {
  if (!page.exercises?.length) return "";
  return section(
    "Exercises",
    el("p", { class: "muted" }, "Schedules to write: run as machine code, counted and predicted on this machine, without a GPU."),
    ...page.exercises.map(exercise),
  );
}

function exercise(one) {
  const command = `schedules exercise ${one.number}`;
  return el(
    "details",
    { class: "exercise" },
    el("summary", {}, `${one.number}. ${one.title}`),
    ...one.statement.split("\n\n").map((text) => el("p", {}, coded(text))),
    el("p", {}, el("code", {}, command), ` writes ${one.file} into the folder that you are in; once it is there, it grades it.`),
    el("details", {}, el("summary", {}, "The file to edit"), el("pre", {}, one.problem)),
    hintOf(one.hints, 0),
    el("p", {}, "The same in a ladder: ", ladderPlace(one.see)),
  );
}

/** A hint, and inside it the next one. */
function hintOf(hints, at) {
  if (at === hints.length) return "";
  return el("details", { class: "hint" }, el("summary", {}, `Hint ${at + 1} of ${hints.length}`), el("p", {}, coded(hints[at])), hintOf(hints, at + 1));
}

function ladderPlace(see) {
  const [ladder, name, step = ""] = see.split(":");
  const path = `${ladder}:${name}`;
  if (!rungs.some((one) => one.path === path)) return el("code", {}, see);
  return el("a", { href: `#${see}`, onclick: (event) => follow(event, path, step) }, see);
}

const coded = (text) =>
  text.split(/(`[^`]+`)/).map((part) => (/^`/.test(part) ? el("code", {}, part.slice(1, -1)) : part));
