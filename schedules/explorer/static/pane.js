// A pane of code. Only the lines on screen are in the document, so that 10 MB scroll like 10 KB.

import { METRICS, SHORT } from "./costs.js";
import { el, redraw } from "./dom.js";
import { percent, plural } from "./format.js";
import { change, state } from "./store.js";
import { shown, tokens } from "./tokens.js";

const LINE = 17;
const AROUND = 12;
// Selected lines that are kept when they are scrolled out of view.
const MOST_SELECTED = 2000;

export class Pane {
  /** `onmove(row)` is called when the cursor moves to another row, by key or by click, `onfold` with a row
   * whose loop is to be folded or unfolded. */
  constructor(view, onmove, onfold) {
    this.view = view;
    this.onmove = onmove;
    this.onfold = onfold;
    this.onshow = () => {};
    this.rows = [];
    this.level = "tir";
    this.cursor = -1;
    this.linked = new Set();
    this.found = "";
    // Scroll position and visible height: reading them from the browser forces a layout after every
    // change.
    this.top = 0;
    this.height = 0;
    this.moving = false;
    this.spacer = el("div", { class: "spacer" });
    this.ruler = el("div", { class: "ruler", "aria-hidden": "true" });
    this.head = el("div", { class: "cost-head code" });
    view.append(this.spacer);
    view.parentElement.append(this.ruler, this.head);
    view.addEventListener("scroll", () => {
      if (!this.moving) this.top = view.scrollTop;
      this.later();
    });
    view.addEventListener("keydown", (event) => this.key(event));
    view.addEventListener("click", (event) => this.click(event));
    view.addEventListener("copy", (event) => this.copied(event));
    new ResizeObserver(() => {
      this.height = view.clientHeight;
      this.drawRuler();
      this.later();
    }).observe(view);
  }

  /** Rows {text, kind, number, changed}; `stay` keeps the place in the text. */
  show(rows, level, stay = false) {
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
    this.spacer.style.height = `${rows.length * LINE}px`;
    this.spacer.style.minWidth = `calc(${widest + this.digits + 6 + (this.bars ? 5 + 6 * this.bars.shares.length : 0)}ch)`;
    this.toTop(stay ? this.top : 0, !stay);
    this.drawRuler();
    this.draw();
    this.onshow();
  }

  /** Rows to highlight, and the one to scroll to. */
  link(rows, seen = -1) {
    this.linked = rows;
    if (seen >= 0 && seen < this.rows.length) this.reveal(seen);
    this.drawRuler();
    this.draw();
  }

  /** Put the cursor on a row without telling anybody. */
  place(row) {
    this.cursor = row;
    if (row >= 0) this.reveal(row);
    this.draw();
  }

  reveal(row) {
    const top = row * LINE;
    const height = this.seen();
    if (top < this.top + LINE || top > this.top + height - 3 * LINE) this.toTop(top - height / 3);
  }

  /** Scroll after all rows are set, so that the page is laid out once. */
  toTop(top, left = false) {
    this.top = Math.min(Math.max(0, top), Math.max(0, this.rows.length * LINE - this.seen()));
    this.leftmost ||= left;
    if (this.moving) return;
    this.moving = true;
    queueMicrotask(() => {
      this.moving = false;
      this.view.scrollTop = this.top;
      if (this.leftmost) this.view.scrollLeft = 0;
      this.leftmost = false;
    });
  }

  /** How high the text is seen; before the browser has said so, it is asked. */
  seen() {
    this.height ||= this.view.clientHeight;
    return this.height;
  }

  /** Go to the next or previous row that begins a change, or a highlighted range. */
  change(step) {
    const changes = this.rows.some((_, at) => this.marked(at));
    const marked = (at) => (changes ? this.marked(at) : this.linked.has(at));
    const begins = (at) => marked(at) && !marked(at - 1);
    let at = this.cursor >= 0 ? this.cursor : Math.floor(this.top / LINE) - step;
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
    const page = Math.max(1, Math.floor(this.seen() / LINE) - 2);
    const first = Math.ceil(this.top / LINE);
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

  /** A selection as lines of text, which a browser would run together, without their numbers. */
  copied(event) {
    const [from, to] = this.selected();
    if (from < 0) return;
    const range = getSelection().getRangeAt(0);
    const lines = [...this.spacer.children].filter(({ row }) => row >= from && row <= to);
    const texts = lines.map((line) => {
      const part = range.cloneRange();
      const [margin] = line.children;
      if (!line.contains(range.startContainer) || margin.contains(range.startContainer)) part.setStartAfter(margin);
      if (!line.contains(range.endContainer)) part.setEndAfter(line.lastChild);
      return part.toString();
    });
    event.clipboardData.setData("text/plain", texts.join("\n"));
    event.preventDefault();
  }

  later() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.scrolled();
    });
  }

  /** The rows in view and some around them, [first, behind the last]. */
  range() {
    const first = Math.max(0, Math.floor(this.top / LINE) - AROUND);
    return [first, Math.min(this.rows.length, Math.ceil((this.top + this.seen()) / LINE) + AROUND)];
  }

  draw() {
    const [first, last] = this.range();
    const lines = document.createDocumentFragment();
    for (let at = first; at < last; at++) lines.append(this.line(at));
    this.spacer.replaceChildren(lines);
  }

  /** Lines that come into view are added, those that leave it go, unless their text is selected. */
  scrolled() {
    const [first, last] = this.range();
    const [from, to] = this.selected();
    for (const line of [...this.spacer.children]) {
      const { row } = line;
      if ((row < first || row >= last) && (row < from || row > to)) line.remove();
    }
    let next = this.spacer.firstElementChild;
    for (let at = first; at < last; at++) {
      while (next && next.row < at) next = next.nextElementSibling;
      if (next?.row !== at) this.spacer.insertBefore(this.line(at), next);
    }
  }

  /** The rows that a selection of text within this pane begins and ends in. */
  selected() {
    const selection = getSelection();
    const rowOf = (/** @type {any} */ node) => (this.spacer.contains(node) ? (node.parentElement.closest(".line")?.row ?? -1) : -1);
    const ends = [rowOf(selection.anchorNode), rowOf(selection.focusNode)];
    const outside = selection.isCollapsed || ends.includes(-1) || Math.abs(ends[0] - ends[1]) > MOST_SELECTED;
    return outside ? [-1, -1] : ends.sort((a, b) => a - b);
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
    if (row.conflict) names.push(row.conflict === "bad" ? "conflicts" : "strays");
    const sign = this.signs ? row.kind : "";
    const number = el("span", { class: "number" }, String(row.label).padStart(this.digits) + sign);
    const margin = el("span", { class: "margin" }, number);
    if (this.bars) margin.append(this.bar(row.bar), ...this.shares(row.bar));
    if (this.loops) margin.append(el("span", { class: "fold" }, row.body ? (row.folded ? "▸" : "▾") : " "));
    const made = el("div", { class: names.join(" ") }, margin);
    for (const [kind, text] of tokens(shown(row.text, this.level), this.level)) {
      if (kind) made.append(el("span", { class: `t-${kind}` }, text));
      else made.append(text);
    }
    if (row.folded) made.append(el("span", { class: "muted" }, ` ... ${plural(row.body, "line")}`));
    made.row = at;
    made.style.top = `${at * LINE}px`;
    return made;
  }

  /** A line's share of each cost, in percent. */
  shares(bar) {
    return this.bars.shares.map(([name], at) => {
      const share = bar ? 100 * bar.shares[at][1] : 0;
      return el("span", { class: `cost ${name === this.bars.metric ? "chosen" : ""}` }, share >= 0.05 ? share.toFixed(1) : "");
    });
  }

  /** The names of the costs above their columns: a click sorts the lines by one, another one ends that. */
  drawHead() {
    const { bars } = this;
    this.view.parentElement.classList.toggle("costed", Boolean(bars));
    this.head.hidden = !bars;
    const button = ([name]) => {
      const is = name === bars.metric;
      const attributes = {
        type: "button",
        class: `cost ${is ? "chosen" : ""}`,
        "aria-pressed": String(is && state.sorted),
        title: `Percent of ${METRICS[name]}: sort the lines by it`,
        onclick: () => change({ metric: name, sorted: !is || !state.sorted }),
      };
      return el("button", attributes, SHORT[name]);
    };
    const margin = " ".repeat(this.digits + (this.signs ? 1 : 0));
    const parts = bars ? [margin, this.bar(null), ...bars.shares.map(button)] : [];
    redraw(this.head, () => this.head.replaceChildren(el("span", { class: "margin" }, parts)));
  }

  /** A line's share of the cost in the margin; the part above the minimum has another colour. */
  bar(bar) {
    const box = el("span", { class: "cost-bar" });
    if (!bar?.length) return box;
    const part = (name, length) => {
      const made = el("i", { class: name });
      made.style.width = `${(100 * length).toFixed(1)}%`;
      box.append(made);
    };
    part("", bar.length);
    box.title = `${percent(bar.share)} of ${METRICS[bar.metric]}`;
    if (bar.excess > 0.005) {
      part("beyond", bar.length * bar.excess);
      box.title += `, ${percent(bar.excess)} of that above the minimum`;
    }
    return box;
  }

  drawRuler() {
    const height = this.seen();
    const marks = new Map();
    const scale = Math.min(LINE, height / Math.max(1, this.rows.length));
    this.rows.forEach((row, at) => {
      const kind = this.linked.has(at) ? "linked" : row.kind === "-" ? "removed" : row.kind === "+" || row.changed ? "added" : "";
      if (kind) marks.set(`${Math.floor((at * scale) / 2)} ${kind}`, kind);
    });
    this.ruler.replaceChildren(
      ...[...marks].map(([at, kind]) => {
        const mark = el("i", { class: kind });
        mark.style.top = `${parseInt(at, 10) * 2}px`;
        return mark;
      }),
    );
  }
}
