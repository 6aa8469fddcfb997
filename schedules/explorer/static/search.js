// Search: rungs, steps and their reasons, the words of the help, passes and what they add, the lines of all levels.

import { applied, linesOf } from "./data.js";
import { byId, el } from "./dom.js";
import { freeSide, shown } from "./kernel.js";
import { choose, showAt } from "./sides.js";
import { goTo, plain, rungs, state } from "./store.js";
import { levels, NAMES, textAt } from "./texts.js";

const MOST = 60;
// Lines of a level that are listed.
const MOST_LISTED = 8;
// --- how well a text answers a query --------------------------------------------------------------

// Words that questions are made of, whatever they are about.
const FILLERS = new Set(
  (
    "a an and are be can did do does for from get how i in is it its my of on or should the this to what when where which why with " +
    "help helps make makes mean means need needs remove removes use uses work works"
  ).split(" "),
);

/** 'conflicts' and 'conflict' alike; names and mnemonics stay whole. */
const stem = (word) => (/^[a-z]{5,}$/.test(word) ? word.replace(/(?:ing|ed|es|e|s)$/, "") : word);

/** The words of a query or a question that matter; all of them if none does. */
function queryWords(text) {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^["'`(]+|["'`)?!,;]+$/g, ""))
    .filter(Boolean);
  const telling = words.filter((word) => !FILLERS.has(word));
  return (telling.length ? telling : words).map(stem);
}

/** A score: a whole word of the title counts most, then the name, then the text. One word of four may be missing; 0 if
 * more are. */
function score({ name, title, about }, words) {
  const [where, body] = [name, about].map((one) => one.toLowerCase());
  const named = new Set(title.toLowerCase().split(/\W+/).map(stem));
  const parts = words.map((word) => (named.has(word) ? 8 + 4 / named.size : where.includes(word) ? 4 : body.includes(word) ? 1 : 0));
  const missing = parts.filter((one) => !one).length;
  return missing > words.length / 4 ? 0 : parts.reduce((sum, one) => sum + one, -4 * missing);
}

// --- what can be found ----------------------------------------------------------------------------

/** Rungs, steps and terms {name, title, about, run} to be ranked. */
function entries() {
  const rung = ({ path, name, summary, steps }) => [
    { name: path, title: name, about: summary, run: () => goTo(path, "") },
    ...steps.map((step) => ({ name: `${path}:${step.name}`, title: step.name, about: step.why, run: () => goTo(path, step.key) })),
  ];
  const terms = [...byId("help").querySelectorAll("dl:last-of-type dt")].map((term) => {
    const [title, about] = [term.textContent, term.nextElementSibling.textContent];
    return { name: `term: ${title}`, title, about, run: () => byId("help").showModal() };
  });
  return [...rungs.flatMap(rung), ...terms];
}

/** Lines of the shown kernel's levels. */
function levelLines(fits) {
  const some = levels(shown.kernel.record).filter((level) => level !== "pass");
  return some.flatMap((level) => {
    const lines = textAt(shown.kernel, plain(level))?.lines || [];
    const found = lines.flatMap((line, at) => (fits(line.toLowerCase()) ? at : []));
    return found.slice(0, MOST_LISTED).map((at) => ({
      name: `${NAMES[level]}, line ${at + 1}`,
      about: lines[at].trim(),
      code: true,
      run: () => showAt(level, at + 1),
    }));
  });
}

/** Passes by their names, and those that add a line. */
function addingPasses(fits) {
  const { record, at: step, details } = shown.kernel;
  let lines = linesOf(record.steps[step].texts.tir || "");
  return (details?.passes || []).flatMap((one, at) => {
    const before = new Set(lines.map((line) => line.trim()));
    lines = applied(lines, one.delta);
    const name = one.name.split(".").at(-1);
    const added = lines.findIndex((line) => fits(line.toLowerCase()) && !before.has(line.trim()));
    if (added < 0 && !fits(`pass ${name}`.toLowerCase())) return [];
    const side = freeSide() === "left" || state.left.pin ? freeSide() : "left";
    return {
      name: `pass ${at + 1}, ${name}${added < 0 ? "" : ", adds"}`,
      about: added < 0 ? `+${one.added} -${one.removed}` : lines[added].trim(),
      code: added >= 0,
      run: () => choose(side, { ...plain("pass"), at: at + 1, diff: true, line: added + 1 }),
    };
  });
}

/** What has every word as it was typed: more than a word in a text, less than one in a title. */
function literal(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length || !shown.kernel || state.overview !== null) return [];
  const fits = (line) => words.every((word) => line.includes(word));
  return [levelLines, addingPasses].flatMap((some) => some(fits)).map((one) => ({ ...one, score: 4 * words.length }));
}

// --- the dialog -----------------------------------------------------------------------------------

const dialog = byId("search");
const input = byId("search-input");
const list = byId("search-results");
let results = [];
let chosen = 0;

export function openSearch() {
  dialog.showModal();
  input.select();
  find();
}

function find() {
  const words = queryWords(input.value);
  const told = words.length ? entries().map((one) => ({ ...one, score: score(one, words) })) : [];
  const found = [...told, ...literal(input.value)].filter((one) => one.score > 0);
  results = found.sort((a, b) => b.score - a.score).slice(0, MOST);
  chosen = 0;
  draw();
}

function draw() {
  const item = (one, at) => {
    const attributes = { role: "option", id: `result-${at}`, "aria-selected": String(at === chosen), onclick: () => run(at) };
    return el("li", attributes, el("b", one.name), el(one.code ? "span.code" : "span", one.about));
  };
  list.replaceChildren(...results.map(item));
  byId("search-count").textContent = input.value.trim() ? `${results.length} found` : "";
  input.setAttribute("aria-activedescendant", results.length ? `result-${chosen}` : "");
  list.children[chosen]?.scrollIntoView({ block: "nearest" });
}

function run(at) {
  if (!results[at]) return;
  dialog.close();
  results[at].run();
}

input.addEventListener("input", find);
input.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!(by && results.length) && event.key !== "Enter") return;
  event.preventDefault();
  if (event.key === "Enter") return run(chosen);
  chosen = (chosen + by + results.length) % results.length;
  draw();
});
