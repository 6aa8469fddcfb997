// Search: rungs, steps and their reasons, the words of the help, passes and what they add, the lines of all levels.

import { applied, linesOf, page } from "./data.js";
import { byId, el } from "./dom.js";
import { freeSide, shown } from "./kernel.js";
import { panes } from "./links.js";
import { choose } from "./sides.js";
import { goTo, plain, SIDES, state } from "./store.js";
import { levels, NAMES, textAt } from "./texts.js";

const MOST = 60;
// Lines of a level that no pane shows, or of one pass, that are listed.
const MOST_LISTED = 8;
// What a word of a line counts: more than in a text, less than in a heading.
const LITERAL = 4;

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

/** A score: a word of the title counts most, then the place, then the text. One word of four may be missing; 0 if
 * more are. */
function score({ title, place, about, weight }, words) {
  const [heading, where, body] = [title, `${place}:${title}`, about].map((one) => one.toLowerCase());
  const named = new Set(heading.split(/\W+/).filter(Boolean).map(stem));
  let [sum, exact, missing] = [0, 0, 0];
  for (const word of words) {
    if (named.has(word)) exact++;
    else if (heading.includes(word)) sum += 4;
    else if (where.includes(word)) sum += 3;
    else if (body.includes(word)) sum += 1;
    else missing++;
  }
  if (!words.length || missing > words.length / 4) return 0;
  const found = sum + 8 * exact + (4 * exact) / (named.size || 1) - 4 * missing;
  return found > 0 ? found + weight : 0;
}

// --- what can be found ----------------------------------------------------------------------------

/** Rungs, steps and words {name, place, title, about, weight, run} to be ranked; a rung counts for more than its steps. */
function entries() {
  const rung = (ladder, { path, name, summary, steps }) => [
    { name: path, place: ladder.name, title: name, about: summary, weight: 1, run: () => goTo(path, "") },
    ...steps.map((step) => ({
      name: `${path}:${step.name}`,
      place: path,
      title: step.name,
      about: step.why,
      weight: 0,
      run: () => goTo(path, step.key),
    })),
  ];
  const words = [...byId("help").querySelectorAll("dl:last-of-type dt")].map((term) => ({
    name: `term: ${term.textContent}`,
    place: "term",
    title: term.textContent,
    about: term.nextElementSibling.textContent,
    weight: 0,
    run: () => byId("help").showModal(),
  }));
  return [...page.ladders.flatMap((ladder) => ladder.rungs.flatMap((one) => rung(ladder, one))), ...words];
}

/** Lines of both panes. */
function paneLines(fits) {
  return SIDES.flatMap((side) => {
    const found = panes[side].rows.flatMap((row, at) => (fits(row.text.toLowerCase()) ? { row, at } : []));
    const open = (at) => () => {
      byId(`${side}-code`).focus();
      panes[side].move(at);
    };
    const name = (row) => `${NAMES[state[side].level]}, line ${row.number || "-"}`;
    return found.slice(0, MOST).map(({ row, at }) => ({ name: name(row), about: row.text.trim(), code: true, run: open(at) }));
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

/** Lines of levels that no pane shows. */
function otherLines(fits) {
  const seen = new Set(SIDES.map((side) => state[side].level));
  const others = levels(shown.kernel.record).filter((level) => level !== "pass" && !seen.has(level));
  return others.flatMap((level) => {
    const lines = textAt(shown.kernel, plain(level))?.lines || [];
    const found = lines.flatMap((line, at) => (fits(line.toLowerCase()) ? at : []));
    return found.slice(0, MOST_LISTED).map((at) => ({
      name: `${NAMES[level]}, line ${at + 1}`,
      about: lines[at].trim(),
      code: true,
      run: () => choose(freeSide(), { ...plain(level), line: at + 1 }),
    }));
  });
}

/** What has every word as it was typed. */
function literal(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length || !shown.kernel || state.overview !== null) return [];
  const fits = (line) => words.every((word) => line.includes(word));
  const found = [paneLines, addingPasses, otherLines].flatMap((some) => some(fits));
  return found.map((one) => ({ ...one, score: LITERAL * words.length }));
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
  const told = entries().map((one) => ({ ...one, score: score(one, words) }));
  const best = told.filter((one) => one.score > 0).sort((a, b) => b.score - a.score);
  results = [...best.slice(0, MOST), ...literal(input.value)].sort((a, b) => b.score - a.score);
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
