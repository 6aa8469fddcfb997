// The exercises, on the first view of the live page: the schedule to edit in colours, its grade, the hints that were
// looked at. What was done is kept by the server, a text by the browser.

import { exercisesDone, request } from "./data.js";
import { byId, el } from "./dom.js";
import { count, plural } from "./format.js";
import { kept } from "./kept.js";
import { tokens } from "./tokens.js";

let done = null;

/** Say beside each title what was done, as the server has it. */
export async function tellDone() {
  done ||= exercisesDone();
  const known = await done.catch(() => ({}));
  for (const box of boxes) {
    const one = known[box.dataset.name] || {};
    const hints = one.hints && `${one.hints} of ${plural(box.querySelectorAll(".hint").length, "hint")}`;
    const tries = one.tries && `${count(one.tries)} ${one.tries === 1 ? "try" : "tries"}`;
    const state = box.querySelector(".state");
    state.textContent = [one.done && "done", tries, hints].filter(Boolean).join(", ");
    state.classList.toggle("good", Boolean(one.done));
  }
}

/** The schedule to edit, and its grade; the text stays in this browser. */
function edit(box) {
  const { name } = box.dataset;
  const key = `exercise ${name}`;
  const [text, colours, grade] = ["textarea", ".coloured pre", ".grade"].map((part) => box.querySelector(part));
  // The text in colours lies beneath the one that is edited.
  function coloured() {
    const lines = text.value.split("\n");
    text.rows = lines.length + 1;
    text.cols = Math.max(80, ...lines.map((line) => line.length + 2));
    const pieces = (line) => tokens(line, "tir").map(([kind, piece]) => (kind ? el(`span.t-${kind}`, piece) : piece));
    const rows = lines.flatMap((line, at) => [el("span.number", String(at + 1).padStart(3)), ...pieces(line), "\n"]);
    colours.replaceChildren(...rows);
  }
  async function graded({ target }) {
    target.disabled = true;
    grade.replaceChildren(el("p", "Simulating; this takes some seconds ..."));
    try {
      grade.replaceChildren(...gradeLines(await request({ grade: name, text: text.value })));
      done = null;
      tellDone();
    } catch (error) {
      grade.replaceChildren(el("p.bad", error.message));
    } finally {
      target.disabled = false;
      byId("status").textContent = "";
    }
  }
  text.addEventListener("input", () => {
    kept(key, text.value);
    coloured();
  });
  box.querySelector(".grade-it").addEventListener("click", graded);
  box.querySelector(".reset").addEventListener("click", () => {
    kept(key, "");
    text.value = text.defaultValue;
    coloured();
    grade.replaceChildren();
  });
  text.value = kept(key) || text.defaultValue;
  coloured();
}

/** One line per check, with advice for the first that failed. */
function gradeLines(grade) {
  const mark = (passed, text, otherwise = "") => {
    const [kind, answer] = passed === null ? ["muted", "–"] : passed ? ["good", "yes"] : ["bad", "no"];
    return el(`p.${kind}`, el("b", answer), ` ${text}`, otherwise ? el("span", `: ${otherwise}`) : "");
  };
  if (grade.wrong.length) return [mark(false, "correct results in the simulator", grade.wrong[0])];
  return [
    mark(true, `correct results in the simulator, worst error ${grade.worst.toFixed(2)} of tolerance`),
    ...grade.checks.map((one, at) => mark(one.value === null ? null : one.passed, grade.lines[at], one.otherwise)),
    el("p", grade.passed ? "Passed." : "Not yet."),
  ];
}

/** @type {any[]} */
const boxes = [...document.querySelectorAll(".exercise")];
for (const box of boxes) {
  if (box.querySelector("textarea")) edit(box);
  for (const [at, hint] of box.querySelectorAll(".hint").entries()) {
    const looked = () => hint.open && exercisesDone({ hint: box.dataset.name, number: at + 1 }).catch(() => null);
    hint.addEventListener("toggle", looked);
  }
}
