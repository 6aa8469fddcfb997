// A pane of code: a box for every fifty lines, which has them while it is in view, so that 10 MB scroll like 10 KB.

import { costText, METRICS, SHORT } from "./costs.js";
import { button, el, redraw } from "./dom.js";
import { plural } from "./format.js";
import { change, state } from "./store.js";
import { shown, tokens } from "./tokens.js";

const LINE = 17;
// Lines of a box, and those beyond the visible ones that are there.
const BOX = 50;
const AROUND = 12;

export class Pane {
  /** `onmove(row)` is called when the cursor moves to another row, by key or by click, `onfold` with a row
   * whose loop is to be folded or unfolded. */
  constructor(view, onmove, onfold) {
    this.view = view;
    this.onmove = onmove;
    this.onfold = onfold;
    this.rows = [];
    this.boxes = [];
    this.level = "tir";
    this.cursor = -1;
    this.linked = new Set();
    this.sheet = el("div.sheet");
    this.head = el("div.cost-head.code");
    view.append(this.sheet);
    view.parentElement.append(this.head);
    // Paper has no scroll bars: the whole text is printed.
    addEventListener("beforeprint", () => {
      for (const [at, box] of this.boxes.entries()) this.fill(box, at);
    });
    addEventListener("afterprint", () => this.draw());
    view.addEventListener("scroll", () => this.draw(false));
    view.addEventListener("keydown", (event) => this.key(event));
    view.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(() => this.draw()).observe(view);
  }

  /** Rows {text, kind, number, changed}; `stay` keeps the place in the text. */
  show(rows, level, stay = false) {
    const top = stay ? this.view.scrollTop : 0;
    this.rows = rows;
    this.level = level;
    this.cursor = -1;
    this.linked = new Set();
    let widest = 0;
    for (const row of rows) widest = Math.max(widest, shown(row.text, level).length);
    this.digits = Math.max(2, String(rows.length).length);
    this.bars = rows.find((row) => row.bar)?.bar;
    this.signs = rows.some((row) => row.kind !== " ");
    this.loops = rows.some((row) => row.body);
    this.drawHead();
    const high = (at) => ({ style: { height: `${LINE * Math.min(BOX, rows.length - at * BOX)}px` } });
    this.boxes = Array.from({ length: Math.ceil(rows.length / BOX) }, (_, at) => el("div", high(at)));
    this.sheet.replaceChildren(...this.boxes);
    this.sheet.style.minWidth = `calc(${widest + this.digits + 6 + (this.bars ? 7 * this.bars.shares.length + (this.bars.timed ? 21 : 0) : 0)}ch)`;
    this.view.scrollTop = top;
    if (!stay) this.view.scrollLeft = 0;
    this.draw();
  }

  /** The places of the rows that pass a test. */
  where(test) {
    return this.rows.flatMap((row, at) => (test(row) ? at : []));
  }

  /** Rows to highlight, and the one to scroll to. */
  link(rows, seen = -1) {
    this.linked = rows;
    if (seen >= 0 && seen < this.rows.length) this.reveal(seen);
    this.draw();
  }

  /** Put the cursor on a row without telling anybody. */
  place(row) {
    this.cursor = row;
    if (row >= 0) this.reveal(row);
    this.draw();
  }

  reveal(row) {
    const { scrollTop: top, clientHeight: height } = this.view;
    const at = row * LINE;
    if (at < top + LINE || at > top + height - 3 * LINE) this.view.scrollTop = at - height / 3;
  }

  /** Go to the next or previous row that begins a change, or a highlighted range. */
  change(step) {
    const changes = this.rows.some((_, at) => this.marked(at));
    const marked = (at) => (changes ? this.marked(at) : this.linked.has(at));
    const begins = (at) => marked(at) && !marked(at - 1);
    let at = this.cursor >= 0 ? this.cursor : Math.floor(this.view.scrollTop / LINE) - step;
    for (at += step; at >= 0 && at < this.rows.length; at += step) {
      if (begins(at)) return this.move(at);
    }
  }

  marked(at) {
    const row = this.rows[at];
    return Boolean(row && (row.kind !== " " || row.changed));
  }

  move(row) {
    if (!this.rows.length) return;
    this.place(Math.min(Math.max(row, 0), this.rows.length - 1));
    this.onmove(this.cursor);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.view.clientHeight / LINE) - 2);
    const first = Math.ceil(this.view.scrollTop / LINE);
    const from = this.cursor < 0 ? first - 1 : this.cursor;
    const row = this.rows[this.cursor];
    if (row?.body && event.key === (row.folded ? "ArrowRight" : "ArrowLeft")) {
      event.preventDefault();
      return this.onfold(row);
    }
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page, Home: 0, End: this.rows.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    this.move(to);
  }

  click(event) {
    // A click that ends a selection of text is not meant for the line.
    if (String(getSelection())) return;
    const box = this.view.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top + this.view.scrollTop) / LINE);
    if (row < 0 || row >= this.rows.length) return;
    this.move(row);
    if (event.target.closest(".fold") && this.rows[row].body) this.onfold(this.rows[row]);
  }

  /** Draw the boxes in view, or with `again` false those that have just come into it; the others are emptied, unless a
   * text is selected. */
  draw(again = true) {
    const top = this.view.scrollTop - AROUND * LINE;
    const bottom = this.view.scrollTop + this.view.clientHeight + AROUND * LINE;
    const selected = !getSelection().isCollapsed;
    this.boxes.forEach((box, at) => {
      const seen = (at + 1) * BOX * LINE > top && at * BOX * LINE < bottom;
      if (seen && (again || !box.hasChildNodes())) this.fill(box, at);
      if (!seen && !selected && box.hasChildNodes()) box.replaceChildren();
    });
  }

  fill(box, at) {
    const rows = this.rows.slice(at * BOX, (at + 1) * BOX);
    box.replaceChildren(...rows.map((_, which) => this.line(at * BOX + which)));
  }

  line(at) {
    const row = this.rows[at];
    const names = ["line"];
    if (row.kind === "+") names.push("added");
    if (row.kind === "-") names.push("removed");
    if (row.changed) names.push("changed");
    if (row.gone) names.push("gone");
    if (this.linked.has(at)) names.push("linked");
    if (at === this.cursor) names.push("cursor");
    const sign = this.signs ? row.kind : "";
    const number = el("span.number", String(row.label).padStart(this.digits) + sign);
    const margin = el("span.margin", number);
    if (this.bars) margin.append(...this.shares(row.bar), ...this.stalls(row.bar));
    if (this.loops) margin.append(el("span.fold", row.body ? (row.folded ? "▸" : "▾") : " "));
    const made = el("div", { class: names.join(" ") }, margin);
    for (const [kind, text] of tokens(shown(row.text, this.level), this.level)) {
      if (kind) made.append(el("span", { class: `t-${kind}` }, text));
      else made.append(text);
    }
    if (row.folded) made.append(el("span.muted", ` ... ${plural(row.body, "line")}`));
    // Of an empty line, a selection has the end.
    if (!row.text) made.append("\n");
    return made;
  }

  /** A line's share of each cost, in percent; beneath the chosen one a bar, in another colour above the minimum. */
  shares(bar) {
    return this.bars.shares.map(([name], at) => {
      const share = bar ? 100 * bar.shares[at][1] : 0;
      const is = name === this.bars.metric;
      const parts = is && bar?.length ? { "--long": bar.length, "--beyond": bar.length * bar.excess } : {};
      const attributes = { class: `cost ${name} ${is ? "chosen" : ""}`, style: parts, title: is ? costText(bar) : null };
      return el("span", attributes, share >= 0.05 ? share.toFixed(1) : "");
    });
  }

  /** Why a line's warps stall, where a time is predicted; the smaller reasons in the tooltip. */
  stalls(bar) {
    if (!this.bars.timed) return [];
    const [most = ""] = bar?.stalls.split(", ") || [];
    return [el("span.stall", { title: bar?.stalls || null }, most)];
  }

  /** The names of the costs above their columns: a click sorts the lines by one, another one ends that. */
  drawHead() {
    const { bars } = this;
    this.view.parentElement.classList.toggle("costed", Boolean(bars));
    this.head.hidden = !bars;
    const named = ([name]) => {
      const is = name === bars.metric;
      const attributes = {
        class: `cost ${name} ${is ? "chosen" : ""}`,
        "aria-pressed": String(is && state.sorted),
        title: `Percent of ${METRICS[name]}: sort the lines by it`,
      };
      return button(SHORT[name], () => change({ metric: name, sorted: !is || !state.sorted }), attributes);
    };
    const margin = " ".repeat(this.digits + (this.signs ? 1 : 0));
    const parts = bars ? [margin, ...bars.shares.map(named), bars.timed ? el("span.stall", "stalls") : ""] : [];
    redraw(this.head, () => this.head.replaceChildren(el("span.margin", parts)));
  }
}
