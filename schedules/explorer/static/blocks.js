// What the right side is made of: sections, facts, tables, prose.

import { el } from "./dom.js";

/** A part of the right side. */
export const section = (title, ...children) => el("section", el("h2", title), ...children);

/** A remark. */
export const says = (...children) => el("p.says", ...children);

/** What is wrong. */
export const problem = (...children) => el("p.problem", { role: "alert" }, ...children);

/** Names and values; those without a value are left out. */
export function facts(pairs) {
  const some = pairs.filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const rows = some.flatMap(([name, value]) => [el("dt", name), el("dd", value)]);
  return el("dl", rows);
}

/** A cell of figures. */
export const n = (...children) => el("td.n", ...children);

/** A table's row of cells, or of what is in them. */
export function row(cells, attributes = {}) {
  const all = cells.map((one) => (["TD", "TH"].includes(one?.tagName) ? one : el("td", one)));
  return el("tr", attributes, all);
}

/** A table that scrolls by itself. Rows are elements, or lists of cells. */
export function table(heads, rows, name = "") {
  const columns = heads.map((one) => el("th", { scope: "col" }, one));
  const body = rows.map((one) => (Array.isArray(one) ? row(one) : one));
  const made = el("table", el("thead", el("tr", columns)), el("tbody", body));
  return el("div.scrolls", { tabindex: 0, role: "region", "aria-label": name || heads.join(", ") }, made);
}

/** A text of many lines, such as an error of TVM, folded after the second. */
export function folded(text) {
  const lines = text.split("\n");
  if (lines.length < 4) return text;
  return el("details", el("summary", lines.slice(0, 2).join("\n")), lines.slice(2).join("\n"));
}

/** A text with what stands between backticks as code. */
export const prose = (text) => text.split(/`+([^`]+)`+/).map((part, at) => (at % 2 ? el("code", part) : part));

/** A text with `code`, *emphasis* and [keys] in it. */
export function marked(text) {
  return text.split(/(`[^`]+`|\*\w+\*|\[\S\])/).map((part, at) => {
    const kind = { "`": "code", "*": "em", "[": "kbd" }[at % 2 && part[0]];
    return kind ? el(kind, part.slice(1, -1)) : part;
  });
}
