// The exercises, on the first view of the live page: what is asked, a schedule to edit, its grade,
// hints one at a time. What was done is kept by the server, a text by the browser.

import { section } from "./blocks.js";
import { exercisesDone, page, request } from "./data.js";
import { byId, el } from "./dom.js";
import { count } from "./format.js";
import { forget, kept } from "./kept.js";
import { follow, rungAt } from "./store.js";
import { tokens } from "./tokens.js";

/** The section of all exercises, '' where the page has none. */
export function exercises() {
  if (!page.exercises?.length) return "";
  return section(
    "Exercises",
    el(
      "p",
      { class: "muted" },
      "Each exercise teaches one technique. The simulator runs your schedule on this CPU, counts its memory transactions and predicts its time; no GPU is needed.",
    ),
    ...page.exercises.map(exercise),
  );
}

function exercise(one) {
  const command = `schedules exercise ${one.number}`;
  const state = el("span", { class: "state" });
  const shown = el(
    "details",
    { class: "exercise" },
    el("summary", {}, `${one.number}. ${one.title} `, state),
    ...one.statement.split("\n\n").map((text) => el("p", {}, coded(text))),
    page.gradable
      ? editor(one, () => tell(one, state))
      : el("details", {}, el("summary", {}, "The file to edit"), el("pre", {}, one.problem)),
    hintOf(one, 0),
    el(
      "p",
      {},
      page.gradable ? "In a shell: " : "",
      el("code", {}, command),
      ` writes ${one.file} into the current folder; run it again to grade the file.`,
    ),
    el("p", {}, "In a ladder: ", ladderPlace(one.see)),
  );
  tell(one, state);
  return shown;
}

let done = null;

/** Say beside a title what was done, as the server has it. */
async function tell(one, state) {
  done ||= exercisesDone();
  const known = (await done.catch(() => ({})))[one.name];
  const parts = !known
    ? []
    : [known.done && "done", known.tries && tries(known.tries), known.hints && `${known.hints} of ${one.hints.length} hints`];
  state.textContent = parts.filter(Boolean).join(", ");
  state.classList.toggle("good", Boolean(known?.done));
}

const tries = (number) => `${count(number)} ${number === 1 ? "try" : "tries"}`;

/** The schedule to edit, and its grade; the text stays in this browser. */
function editor(one, told) {
  const key = `exercise ${one.name}`;
  const text = el("textarea", {
    wrap: "off",
    spellcheck: "false",
    "aria-label": `Schedule of exercise ${one.number}`,
    oninput: () => {
      kept(key, text.value);
      coloured();
    },
    onkeydown: indented,
  });
  // The text in colours lies beneath the one that is edited.
  const colours = el("pre", { "aria-hidden": "true" });
  function coloured() {
    const lines = text.value.split("\n");
    text.rows = lines.length + 1;
    text.cols = Math.max(80, ...lines.map((line) => line.length + 2));
    const pieces = (line) => tokens(line, "tir").map(([kind, piece]) => (kind ? el("span", { class: `t-${kind}` }, piece) : piece));
    const rows = lines.map((line, at) => [el("span", { class: "number" }, String(at + 1).padStart(3)), ...pieces(line), "\n"]);
    colours.replaceChildren(...rows.flat());
  }
  text.value = kept(key) ?? one.problem;
  coloured();
  const grade = el("div", { class: "grade", role: "status" });
  const button = el("button", { type: "button", onclick: () => graded() }, "Grade it");
  const anew = el("button", { type: "button", onclick: () => begin() }, "Reset");
  function begin() {
    forget(key);
    text.value = one.problem;
    coloured();
    grade.replaceChildren();
  }
  async function graded() {
    button.disabled = true;
    grade.replaceChildren(el("p", {}, "Simulating; this takes some seconds ..."));
    try {
      grade.replaceChildren(...gradeLines(await request({ grade: one.name, text: text.value })));
      done = null;
      told();
    } catch (error) {
      grade.replaceChildren(el("p", { class: "bad" }, error.message));
    } finally {
      button.disabled = false;
      byId("status").textContent = "";
    }
  }
  return el("div", { class: "editor" }, el("div", { class: "coloured" }, colours, text), el("p", {}, button, " ", anew), grade);
}

/** A new line begins below the one before. */
function indented(event) {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
  const { value, selectionStart: at } = event.target;
  const line = value.slice(value.lastIndexOf("\n", at - 1) + 1, at);
  event.preventDefault();
  // What is inserted by the browser it can take back.
  document.execCommand("insertText", false, `\n${/^ */.exec(line)[0]}`);
}

/** One line per check, with advice for the first that failed. */
function gradeLines(grade) {
  const mark = (passed, text, otherwise = "") =>
    el(
      "p",
      { class: passed === null ? "muted" : passed ? "good" : "bad" },
      el("b", {}, passed === null ? "–" : passed ? "yes" : "no"),
      ` ${text}`,
      otherwise ? el("span", {}, `: ${otherwise}`) : "",
    );
  if (grade.wrong.length) return [mark(false, "correct results in the simulator", grade.wrong[0])];
  return [
    mark(true, `correct results in the simulator, worst error ${grade.worst.toFixed(2)} of tolerance`),
    ...grade.checks.map((one) =>
      mark(
        one.value === null ? null : one.passed,
        `${one.value === null ? "" : `${figure(one.value)} `}${one.text} (${one.bound})`,
        one.otherwise,
      ),
    ),
    el("p", {}, grade.passed ? "Passed." : "Not yet."),
  ];
}

/** As the command line writes it: counts whole, what is no count in four digits. */
const figure = (value) => (Number.isInteger(value) || value >= 10000 ? count(Math.round(value)) : count(Number(value.toPrecision(4))));

/** A hint, and inside it the next one. */
function hintOf(one, at) {
  if (at === one.hints.length) return "";
  const looked = (event) => event.target === shown && shown.open && exercisesDone({ hint: one.name, number: at + 1 }).catch(() => null);
  const shown = el(
    "details",
    { class: "hint", ontoggle: looked },
    el("summary", {}, `Hint ${at + 1} of ${one.hints.length}`),
    el("p", {}, coded(one.hints[at])),
    hintOf(one, at + 1),
  );
  return shown;
}

function ladderPlace(see) {
  const [ladder, name, step = ""] = see.split(":");
  const path = `${ladder}:${name}`;
  if (!rungAt(path)) return el("code", {}, see);
  return el("a", { href: `#${see}`, onclick: (event) => follow(event, path, step) }, see);
}

const coded = (text) =>
  text.split(/(`[^`]+`|\*\w+\*)/).map((part) => {
    const kind = { "`": "code", "*": "em" }[/^[`*].+[`*]$/.test(part) && part[0]];
    return kind ? el(kind, {}, part.slice(1, -1)) : part;
  });
