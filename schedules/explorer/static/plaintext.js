// A pane's text as a plain one: the browser selects it, searches it and wraps its lines.

import { byId, el } from "./dom.js";
import { panes } from "./links.js";
import { shown } from "./tokens.js";

// More lines than this are cut off: the browser would be busy for long.
const MOST_LINES = 20000;

/** Show a side's rows as plain text, or as before. */
export function togglePlain(side) {
  const box = byId(side).querySelector(".plain-text");
  setPlain(side, box.hidden);
  if (!box.hidden) box.focus();
}

function setPlain(side, is) {
  const box = byId(side).querySelector(".plain-text");
  const pane = panes[side];
  box.hidden = !is;
  pane.view.hidden = is;
  byId(side)
    .querySelector(".plain")
    .setAttribute("aria-pressed", is ? "true" : "false");
  if (is) fill(side);
}

function fill(side) {
  const { rows, level } = panes[side];
  const sign = (row) => (row.kind === " " ? "" : `${row.kind} `);
  const lines = rows
    .slice(0, MOST_LINES)
    .map((row) =>
      row.kind === " "
        ? `${shown(row.text, level)}\n`
        : el(row.kind === "+" ? "ins" : "del", {}, `${sign(row)}${shown(row.text, level)}\n`),
    );
  const rest = rows.length - MOST_LINES;
  byId(side)
    .querySelector(".plain-text")
    .replaceChildren(...lines, rest > 0 ? `... ${rest} more lines; Copy copies all lines.\n` : "");
}

// Paper has no scroll bars: the whole texts are printed.
addEventListener("beforeprint", () => Object.keys(panes).forEach(fill));

for (const [side, pane] of Object.entries(panes)) {
  pane.onshow = () => {
    if (!byId(side).querySelector(".plain-text").hidden) fill(side);
  };
}
