// The exercises, on the first view of the live page: what is asked, a schedule to edit, its grade,
// hints one at a time. What was done is kept by the server, a text by the browser.

import { marked, section } from "./blocks.js";
import { exercisesDone, page, request } from "./data.js";
import { button, byId, el } from "./dom.js";
import { count } from "./format.js";
import { forget, kept } from "./kept.js";
import { linkTo, rungAt } from "./store.js";
import { tokens } from "./tokens.js";

const ABOUT =
  "Each exercise teaches one technique. The simulator runs your schedule on this CPU, counts its memory transactions " +
  "and predicts its time; no GPU is needed.";

/** The section of all exercises, '' where the page has none. */
export const exercises = () => (page.exercises?.length ? section("Exercises", el("p.muted", ABOUT), page.exercises.map(exercise)) : "");

function exercise(one) {
  const state = el("span.state");
  const writes = ` writes ${one.file} into the current folder; run it again to grade the file.`;
  tell(one, state);
  return el(
    "details.exercise",
    el("summary", `${one.number}. ${one.title} `, state),
    one.statement.split("\n\n").map((text) => el("p", marked(text))),
    page.gradable ? editor(one, () => tell(one, state)) : el("details", el("summary", "The file to edit"), el("pre", one.problem)),
    hintOf(one, 0),
    el("p", page.gradable ? "In a shell: " : "", el("code", `schedules exercise ${one.number}`), writes),
    el("p", "In a ladder: ", ladderPlace(one.see)),
  );
}

let done = null;

/** Say beside a title what was done, as the server has it. */
async function tell(one, state) {
  done ||= exercisesDone();
  const known = (await done.catch(() => ({})))[one.name] || {};
  const tries = known.tries && `${count(known.tries)} ${known.tries === 1 ? "try" : "tries"}`;
  const parts = [known.done && "done", tries, known.hints && `${known.hints} of ${one.hints.length} hints`];
  state.textContent = parts.filter(Boolean).join(", ");
  state.classList.toggle("good", Boolean(known.done));
}

/** The schedule to edit, and its grade; the text stays in this browser. */
function editor(one, told) {
  const key = `exercise ${one.name}`;
  const edited = () => {
    kept(key, text.value);
    coloured();
  };
  const attributes = { wrap: "off", spellcheck: "false", "aria-label": `Schedule of exercise ${one.number}` };
  const text = el("textarea", { ...attributes, oninput: edited, onkeydown: indented });
  // The text in colours lies beneath the one that is edited.
  const colours = el("pre", { "aria-hidden": "true" });
  function coloured() {
    const lines = text.value.split("\n");
    text.rows = lines.length + 1;
    text.cols = Math.max(80, ...lines.map((line) => line.length + 2));
    const pieces = (line) => tokens(line, "tir").map(([kind, piece]) => (kind ? el(`span.t-${kind}`, piece) : piece));
    const rows = lines.flatMap((line, at) => [el("span.number", String(at + 1).padStart(3)), ...pieces(line), "\n"]);
    colours.replaceChildren(...rows);
  }
  const grade = el("div.grade", { role: "status" });
  function begin() {
    forget(key);
    text.value = one.problem;
    coloured();
    grade.replaceChildren();
  }
  async function graded({ target }) {
    target.disabled = true;
    grade.replaceChildren(el("p", "Simulating; this takes some seconds ..."));
    try {
      grade.replaceChildren(...gradeLines(await request({ grade: one.name, text: text.value })));
      done = null;
      told();
    } catch (error) {
      grade.replaceChildren(el("p.bad", error.message));
    } finally {
      target.disabled = false;
      byId("status").textContent = "";
    }
  }
  text.value = kept(key) ?? one.problem;
  coloured();
  return el("div.editor", el("div.coloured", colours, text), el("p", button("Grade it", graded), " ", button("Reset", begin)), grade);
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
  const mark = (passed, text, otherwise = "") => {
    const [kind, answer] = passed === null ? ["muted", "–"] : passed ? ["good", "yes"] : ["bad", "no"];
    return el(`p.${kind}`, el("b", answer), ` ${text}`, otherwise ? el("span", `: ${otherwise}`) : "");
  };
  if (grade.wrong.length) return [mark(false, "correct results in the simulator", grade.wrong[0])];
  const value = (one) => (one.value === null ? "" : `${figure(one.value)} `);
  return [
    mark(true, `correct results in the simulator, worst error ${grade.worst.toFixed(2)} of tolerance`),
    ...grade.checks.map((one) => mark(one.value === null ? null : one.passed, `${value(one)}${one.text} (${one.bound})`, one.otherwise)),
    el("p", grade.passed ? "Passed." : "Not yet."),
  ];
}

/** As the command line writes it: counts whole, what is no count in four digits. */
const figure = (value) => (Number.isInteger(value) || value >= 10000 ? count(Math.round(value)) : count(Number(value.toPrecision(4))));

/** A hint, and inside it the next one. */
function hintOf(one, at) {
  if (at === one.hints.length) return "";
  const looked = (event) => event.target === shown && shown.open && exercisesDone({ hint: one.name, number: at + 1 }).catch(() => null);
  const title = el("summary", `Hint ${at + 1} of ${one.hints.length}`);
  const shown = el("details.hint", { ontoggle: looked }, title, el("p", marked(one.hints[at])), hintOf(one, at + 1));
  return shown;
}

function ladderPlace(see) {
  const [ladder, name, step = ""] = see.split(":");
  const path = `${ladder}:${name}`;
  return rungAt(path) ? linkTo(path, step, {}, see) : el("code", see);
}
