// A pane of code. Only the lines on screen are in the document, so that 10 MB scroll like 10 KB.

import { METRICS, SHORT } from "./costs.js";
import { button, el, redraw } from "./dom.js";
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
    this.spacer = el("div.spacer");
    this.ruler = el("div.ruler", { "aria-hidden": "true" });
    this.head = el("div.cost-head.code");
    view.append(this.spacer);
    this.printed = el("pre.printed");
    view.parentElement.append(this.ruler, this.head, this.printed);
    // Paper has no scroll bars: the whole text is printed.
    addEventListener("beforeprint", () => this.print());
    addEventListener("afterprint", () => this.printed.replaceChildren());
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
    this.spacer.style.minWidth = `calc(${widest + this.digits + 6 + (this.bars ? 5 + 7 * this.bars.shares.length + (this.bars.timed ? 19 : 0) : 0)}ch)`;
    this.toTop(stay ? this.top : 0, !stay);
    this.drawRuler();
    this.draw();
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

  print() {
    const text = (row) => `${row.kind === " " ? "" : `${row.kind} `}${shown(row.text, this.level)}\n`;
    const line = (row) => (row.kind === " " ? text(row) : el(row.kind === "+" ? "ins" : "del", text(row)));
    this.printed.append(...this.rows.map(line));
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
    const number = el("span.number", String(row.label).padStart(this.digits) + sign);
    const margin = el("span.margin", number);
    if (this.bars) margin.append(this.bar(row.bar), ...this.shares(row.bar), ...this.stalls(row.bar));
    if (this.loops) margin.append(el("span.fold", row.body ? (row.folded ? "▸" : "▾") : " "));
    const made = el("div", { class: names.join(" ") }, margin);
    for (const [kind, text] of tokens(shown(row.text, this.level), this.level)) {
      if (kind) made.append(el("span", { class: `t-${kind}` }, text));
      else made.append(text);
    }
    if (row.folded) made.append(el("span.muted", ` ... ${plural(row.body, "line")}`));
    made.row = at;
    made.style.top = `${at * LINE}px`;
    return made;
  }

  /** A line's share of each cost, in percent. */
  shares(bar) {
    return this.bars.shares.map(([name], at) => {
      const share = bar ? 100 * bar.shares[at][1] : 0;
      return el("span", { class: `cost ${name} ${name === this.bars.metric ? "chosen" : ""}` }, share >= 0.05 ? share.toFixed(1) : "");
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
    const parts = bars ? [margin, this.bar(null), ...bars.shares.map(named), bars.timed ? el("span.stall", "stalls") : ""] : [];
    redraw(this.head, () => this.head.replaceChildren(el("span.margin", parts)));
  }

  /** A line's share of the cost in the margin; the part above the minimum has another colour. */
  bar(bar) {
    const box = el("span.cost-bar");
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
