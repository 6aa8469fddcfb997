// What the right side is made of: sections, facts, tables, prose.

import { el } from "./dom.js";

/** A part of the right side. */
export const section = (title, ...children) => el("section", {}, el("h2", {}, title), ...children);

/** Names and values; those without a value are left out. */
export function facts(pairs) {
  return el(
    "dl",
    {},
    pairs
      .filter(([, value]) => value !== "" && value !== null && value !== undefined)
      .flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
  );
}

/** A table that scrolls by itself; a `long` one at a limited height. */
export function table(heads, rows, caption = "", long = false) {
  return el(
    "div",
    { class: long ? "scrolls long" : "scrolls", tabindex: 0, role: "region", "aria-label": caption || heads.join(", ") },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          heads.map((head) => el("th", { scope: "col" }, head)),
        ),
      ),
      el("tbody", {}, rows),
    ),
  );
}

/** A text of many lines, such as an error of TVM, folded after the second. */
export function folded(text) {
  const lines = text.split("\n");
  if (lines.length < 4) return text;
  return el("details", {}, el("summary", {}, lines.slice(0, 2).join("\n")), lines.slice(2).join("\n"));
}

/** A text with what stands between backticks as code. */
export const prose = (text) => text.split(/`+([^`]+)`+/).map((part, at) => (at % 2 ? el("code", {}, part) : part));
