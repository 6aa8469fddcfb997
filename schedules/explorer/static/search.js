// Search: ladders, rungs, steps and their reasons, the lines of both panes, and all that finds.js has.

import { byId, el } from "./dom.js";

const MOST = 60;

export class Search {
  /** `actions` are go(path, step), lines(), line(side, row), finds(fits) for the rest, and ready(),
   * a promise that the rest is there. */
  constructor(page, actions) {
    this.actions = actions;
    this.page = page;
    this.dialog = byId("search");
    this.input = byId("search-input");
    this.list = byId("search-results");
    this.input.addEventListener("input", () => this.find());
    this.input.addEventListener("keydown", (event) => this.key(event));
  }

  /** Rungs and steps: what a file of the user's has may be another than before. */
  entries() {
    return this.page.ladders.flatMap((ladder) =>
      ladder.rungs.flatMap((rung) => [
        { path: rung.path, step: "", name: rung.path, about: rung.summary },
        ...rung.steps.map((step) => ({
          path: rung.path,
          step: step.key,
          name: `${rung.path}:${step.name}`,
          about: step.why,
        })),
      ]),
    );
  }

  open() {
    this.dialog.showModal();
    this.input.select();
    this.find();
    this.actions.ready().then(() => this.dialog.open && this.find());
  }

  find() {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.results = [];
    if (words.length) {
      const fits = (text) => words.every((word) => text.includes(word));
      for (const entry of this.entries()) {
        if (this.results.length >= MOST) break;
        if (fits(`${entry.name} ${entry.about}`.toLowerCase())) {
          this.results.push({ ...entry, run: () => this.actions.go(entry.path, entry.step) });
        }
      }
      // The name says more than the reason does.
      const rank = (one) => (fits(one.name.toLowerCase()) ? 0 : 1);
      this.results.sort((a, b) => rank(a) - rank(b));
      for (const { side, name, rows } of this.actions.lines()) {
        let found = 0;
        for (let at = 0; at < rows.length && found < MOST; at++) {
          if (!fits(rows[at].text.toLowerCase())) continue;
          found++;
          this.results.push({
            name: `${name}, line ${rows[at].number || "-"}`,
            about: rows[at].text.trim(),
            code: true,
            run: () => this.actions.line(side, at),
          });
        }
      }
    }
    if (words.length) {
      const fits = (text) => words.every((word) => text.includes(word));
      this.results.push(...this.actions.finds(fits));
    }
    this.chosen = 0;
    this.draw();
  }

  draw() {
    this.list.replaceChildren(
      ...this.results.map((one, at) =>
        el(
          "li",
          {
            role: "option",
            id: `result-${at}`,
            "aria-selected": at === this.chosen ? "true" : "false",
            onclick: () => this.run(at),
          },
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
