// Search: ladders, rungs, steps and their reasons, the lines of both panes, and all that finds.js has.

import { byId, el } from "./dom.js";
import { queryWords, ranked } from "./ranking.js";

const MOST = 60;
// What a word of a line counts: more than in a text, less than in a heading.
const LITERAL = 4;

export class Search {
  /** `actions` are go(path, step), lines(), line(side, row), texts() to be ranked,
   * and finds(fits) for passes and other levels. */
  constructor(page, actions) {
    this.actions = actions;
    this.page = page;
    this.dialog = byId("search");
    this.input = byId("search-input");
    this.list = byId("search-results");
    this.input.addEventListener("input", () => this.find());
    this.input.addEventListener("keydown", (event) => this.key(event));
  }

  /** Rungs and steps; the user's own files may have changed since the last search. */
  entries() {
    return this.page.ladders.flatMap((ladder) =>
      ladder.rungs.flatMap((rung) => [
        this.entry(ladder.name, rung.path, rung.path, rung.name, rung.summary),
        ...rung.steps.map((step) => this.entry(rung.path, `${rung.path}:${step.name}`, rung.path, step.name, step.why, step.key)),
      ]),
    );
  }

  /** A rung counts for more than its steps. */
  entry(page, name, path, title, about, step = "") {
    return { page, name, title, about, text: about, weight: step ? 0 : 1, run: () => this.actions.go(path, step) };
  }

  open() {
    this.dialog.showModal();
    this.input.select();
    this.find();
  }

  find() {
    const words = queryWords(this.input.value);
    const told = ranked([...this.entries(), ...this.actions.texts()], words, MOST);
    this.results = [...told, ...this.literal()].sort((a, b) => b.score - a.score);
    this.chosen = 0;
    this.draw();
  }

  /** What has every word as it was typed: lines of both panes, passes, other levels. */
  literal() {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const fits = (text) => words.every((word) => text.includes(word));
    const lines = this.actions.lines().flatMap(({ side, name, rows }) =>
      rows
        .map((row, at) => ({ row, at }))
        .filter(({ row }) => fits(row.text.toLowerCase()))
        .slice(0, MOST)
        .map(({ row, at }) => ({
          name: `${name}, line ${row.number || "-"}`,
          about: row.text.trim(),
          code: true,
          run: () => this.actions.line(side, at),
        })),
    );
    return [...lines, ...this.actions.finds(fits)].map((one) => ({ ...one, score: LITERAL * words.length }));
  }

  draw() {
    this.list.replaceChildren(
      ...this.results.map((one, at) =>
        el(
          "li",
          { role: "option", id: `result-${at}`, "aria-selected": at === this.chosen ? "true" : "false", onclick: () => this.run(at) },
          el("b", {}, one.name),
          el("span", { class: one.code ? "code" : "" }, one.about),
        ),
      ),
    );
    const words = this.input.value.trim();
    byId("search-count").textContent = words ? `${this.results.length} found` : "";
    this.input.setAttribute("aria-activedescendant", this.results.length ? `result-${this.chosen}` : "");
    this.list.children[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && this.results.length) {
      event.preventDefault();
      this.chosen = (this.chosen + by + this.results.length) % this.results.length;
      this.draw();
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.run(this.chosen);
    }
  }

  run(at) {
    const one = this.results[at];
    if (!one) return;
    this.dialog.close();
    one.run();
  }
}
