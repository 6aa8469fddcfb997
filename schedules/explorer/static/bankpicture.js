// One warp's request as a picture: 32 lanes above, the memory they ask for below, a row of 32 banks
// (shared memory) or a line of four sectors (global memory) per row, wavefront by wavefront.

import { svg } from "./dom.js";
import { count, plural } from "./format.js";

export const LANES = 32;
export const CELL = 18;
export const MARGIN = 74;
export const CELL_HIGH = 16;
export const ROOM = 44;
export const ROW = 128;
const SECTOR = 32;

/** '0-3, 7' of sorted numbers. */
export function ranges(numbers) {
  const parts = [];
  for (const one of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === one - 1) last[1] = one;
    else parts.push([one, one]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}

/** The words of a request as {word, lanes, pass}; a word fetched by several wavefronts once for each. */
function wordsOf(request, shared) {
  const sectors = [...new Set(bytesOf(request).map((byte) => Math.floor(byte / SECTOR)))].sort((a, b) => a - b);
  const found = new Map();
  request.lanes.forEach((byte, lane) => {
    if (byte < 0) return;
    for (let part = 0; part < Math.max(1, request.width / 4); part++) {
      const word = Math.floor(byte / 4) + part;
      const pass = shared ? parseInt(request.wavefront[lane][part], 36) : sectors.indexOf(Math.floor((4 * word) / SECTOR));
      const key = `${word} ${pass}`;
      if (!found.has(key)) found.set(key, { word, pass, lanes: [] });
      if (found.get(key).lanes.at(-1) !== lane) found.get(key).lanes.push(lane);
    }
  });
  return [...found.values()].sort((a, b) => a.word - b.word || a.pass - b.pass);
}

const bytesOf = (request) => request.lanes.filter((byte) => byte >= 0);

/** How many different words each bank serves. */
function wordsByBank(words) {
  const banks = Array.from({ length: LANES }, () => new Set());
  for (const { word } of words) banks[word % LANES].add(word);
  return banks.map((one) => one.size);
}

export const rect = (name, x, y, width, height) => svg("rect", { class: name, x, y, width, height });
export const label = (name, x, y, text) => svg("text", { class: name, x, y }, text);
export const columnOf = (number) => MARGIN + number * CELL;

// Lines of a cell's text, and letters that fit across it.
const TEXT_HIGH = 11;
const FITTING = 3;

/** How high the part of a cell is that lists these lanes, a line for each range of them. */
const partHigh = (lanes) => CELL_HIGH + TEXT_HIGH * (ranges(lanes).split(", ").length - 1);

/** Where each word's parts lie, one below the other, and how high each row of banks is for that. */
function layout(words) {
  const rows = [...new Set(words.map(bankRow))].sort((a, b) => a - b);
  const highs = new Map(rows.map((row) => [row, CELL_HIGH]));
  const filled = new Map();
  const parts = words.map((one) => {
    const from = filled.get(one.word) || 0;
    const high = partHigh(one.lanes);
    filled.set(one.word, from + high);
    highs.set(bankRow(one), Math.max(highs.get(bankRow(one)), from + high));
    return { ...one, from, high };
  });
  return { rows, highs: rows.map((row) => highs.get(row)), parts };
}

const bankRow = ({ word }) => Math.floor((4 * word) / ROW);

/** The part of a cell for one wavefront: which lanes it serves with this word. */
function cellPart({ lanes, pass, high }, x, y, shared) {
  const told = `lane${lanes.length > 1 ? "s" : ""} ${ranges(lanes)}`;
  const line = (text, at) => {
    const made = label("", x + CELL / 2 - 0.5, y + 11 + at * TEXT_HIGH, text);
    if (text.length > FITTING) {
      made.setAttribute("textLength", CELL - 2.5);
      made.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    return made;
  };
  return svg(
    "g",
    svg("title", shared ? `wavefront ${pass + 1}: ${told}` : told),
    rect("", x, y, CELL - 1, high - 1),
    ...ranges(lanes).split(", ").map(line),
  );
}

// Colours of wavefronts; the ninth has the first one's again.
const HUES = [212, 28, 130, 330, 265, 55, 178, 0];

/** An element with the colour of its wavefront. */
function hued(element, pass) {
  element.style.setProperty("--hue", HUES[pass % HUES.length]);
  return element;
}

/**
 * A picture of cells {pass, kind, drawn: elements} whose wavefronts, or sectors, are stepped through, as {drawing,
 * passes, show(pass), says(pass), summary}. They count from 0; -1 shows all. `paths(cell)` are the lines drawn to the
 * cells of the shown one, `says(cells, pass)` the words for these.
 */
export function stepped({ drawing, links, cells, passes, paths, says, summary, unit = "wavefront" }) {
  const served = (pass) => (pass < 0 ? [] : cells.filter((one) => one.pass === pass));
  function told(pass) {
    if (pass < 0) return summary;
    return pass >= passes ? `Done after ${plural(passes, unit)}.` : says(served(pass), pass);
  }
  function show(pass) {
    for (const { pass: at, kind, drawn } of cells) {
      const state = at < 0 ? "off" : pass < 0 ? "" : at === pass ? "now" : at < pass ? "done" : "waits";
      for (const part of drawn) part.setAttribute("class", `cell ${kind} ${state}`);
    }
    links.replaceChildren(...served(pass).flatMap((one) => paths(one).map((d) => svg("path", { d }))));
    drawing.setAttribute("aria-label", told(pass));
  }
  show(-1);
  return { drawing, passes, show, says: told, summary };
}

/** A picture of a warp's request, of shared or of global memory. */
export function requestPicture(request, shared) {
  const words = wordsOf(request, shared);
  const { rows, highs, parts } = layout(words);
  const first = CELL_HIGH + ROOM + (shared ? 2 : 1) * CELL_HIGH;
  const tops = highs.map((_, at) => highs.slice(0, at).reduce((sum, high) => sum + high, first));
  const height = highs.reduce((sum, high) => sum + high, first) + 2;
  const links = svg("g.links");
  const lanes = Array.from({ length: LANES }, (_, lane) => {
    const by = shared ? new Set(request.wavefront[lane]) : new Set();
    const one = by.size === 1 ? parseInt([...by][0], 36) : 0;
    const made = svg(
      request.lanes[lane] < 0 ? "g.lane.off" : by.size === 1 ? "g.lane.wave" : "g.lane",
      rect("", columnOf(lane), 0, CELL - 2, CELL_HIGH),
      label("", columnOf(lane) + CELL / 2 - 1, 11.5, String(lane)),
    );
    return hued(made, one);
  });
  const cells = parts.map((one) => {
    const x = columnOf(one.word % LANES);
    const y = tops[rows.indexOf(bankRow(one))] + one.from;
    return { ...one, kind: shared ? "wave" : "", drawn: [hued(cellPart(one, x, y, shared), one.pass)], x: x + CELL / 2 - 0.5, y };
  });
  const drawing = svg(
    "svg.request",
    { viewBox: `0 0 ${columnOf(LANES) + 2} ${height}`, role: "img" },
    label("side", MARGIN - 6, 11.5, "lane"),
    lanes,
    frames(rows, tops, highs, shared, words),
    rows.map((row, at) => label("side", MARGIN - 6, tops[at] + 11, `+${count(request.base + row * ROW)}`)),
    links,
    heads(request, words, shared),
    cells.map((one) => one.drawn),
  );
  const paths = ({ lanes: served, x, y }) =>
    served.map((lane) => `M${columnOf(lane) + CELL / 2 - 1} ${CELL_HIGH}L${x} ${CELL_HIGH + ROOM}V${y}`);
  function says(mine, pass) {
    const some = [...new Set(mine.flatMap((one) => one.lanes))].sort((a, b) => a - b);
    const who = `lane${some.length > 1 ? "s" : ""} ${ranges(some)}`;
    if (!shared) {
      const begin = Math.min(...mine.map((one) => one.word));
      const used = new Set(mine.map((one) => one.word)).size;
      return `Sector ${pass + 1} of ${request.taken}, at byte ${count(request.base + 4 * (begin - (begin % 8)))}: ${who} use${some.length > 1 ? "" : "s"} ${4 * used} of its 32 bytes.`;
    }
    const banks = ranges([...new Set(mine.map((one) => one.word % LANES))].sort((a, b) => a - b));
    return `Wavefront ${pass + 1} of ${request.taken}: ${who}, banks ${banks}.`;
  }
  const found = stepped({
    ...{ drawing, links, cells, paths, says, passes: request.taken },
    summary: summary(request, words, shared),
    unit: shared ? "wavefront" : "sector",
  });
  return {
    ...found,
    show(pass) {
      found.show(pass);
      const busy = new Set(cells.filter((one) => one.pass === pass).flatMap((one) => one.lanes));
      for (const [lane, one] of lanes.entries()) one.classList.toggle("now", busy.has(lane));
    },
  };
}

/** Of each bank: in how many wavefronts it serves a word, and whether it has a conflict, two
 * different words for lanes that are served together. */
function bankLoads(request, words) {
  const size = groupSize(request);
  return Array.from({ length: LANES }, (_, bank) => {
    const mine = words.filter(({ word }) => word % LANES === bank);
    const groups = new Map();
    for (const { lanes, pass } of mine) {
      for (const lane of lanes) {
        const group = Math.floor(lane / size);
        groups.set(group, (groups.get(group) || new Set()).add(pass));
      }
    }
    return { wavefronts: new Set(mine.map((one) => one.pass)).size, bad: [...groups.values()].some((one) => one.size > 1) };
  });
}

/** Lanes that are served together; twice as many where a load's pairs of lanes share addresses. */
function groupSize(request) {
  if (request.name.startsWith("LDSM")) return 8;
  const size = Math.min(LANES, (LANES * 4) / request.width);
  const groups = new Set(request.lanes.flatMap((byte, lane) => (byte < 0 ? [] : [Math.floor(lane / size)])));
  return request.least < groups.size ? 2 * size : size;
}

/** The banks' numbers and in how many wavefronts each serves a word; of global memory the sectors. */
function heads(request, words, shared) {
  const at = CELL_HIGH + ROOM;
  if (!shared) {
    return Array.from({ length: ROW / SECTOR }, (_, sector) =>
      label("bank", columnOf(sector * 8 + 4), at + 11, `sector of 32 bytes`),
    ).concat(label("side", MARGIN - 6, at + 11, "byte"));
  }
  return bankLoads(request, words)
    .flatMap(({ wavefronts, bad }, bank) => [
      label("bank", columnOf(bank) + CELL / 2 - 0.5, at + 11, String(bank)),
      label(bad ? "asked bad" : "asked", columnOf(bank) + CELL / 2 - 0.5, at + CELL_HIGH + 11, wavefronts ? String(wavefronts) : ""),
    ])
    .concat(label("side", MARGIN - 6, at + 11, "bank"), label("side", MARGIN - 6, at + CELL_HIGH + 11, "wavefronts"));
}

/** Empty cells behind the words: a row of banks, or the sectors of a line. */
function frames(rows, tops, highs, shared, words) {
  const sectors = new Set(words.map(({ word }) => Math.floor((4 * word) / SECTOR)));
  return rows.flatMap((row, at) => {
    const y = tops[at];
    if (shared) return [rect("row", MARGIN, y, LANES * CELL - 1, highs[at] - 1)];
    return Array.from({ length: ROW / SECTOR }, (_, part) =>
      rect(sectors.has((row * ROW) / SECTOR + part) ? "row sector" : "row", columnOf(part * 8), y, 8 * CELL - 1, highs[at] - 1),
    );
  });
}

/** Who is served together: what the width of an access decides. */
function together(request) {
  if (request.name.startsWith("LDSM")) return "the eight rows of a matrix are served together";
  if (request.width <= 4) return "all 32 lanes are served together";
  return request.width === 8 ? "half warps are served together" : "quarter warps are served together";
}

/** The cost of a unit of work, by which accesses of different widths compare. */
function perWord(request) {
  const words = Math.max(1, request.width / 4);
  return `${plural(Number((request.taken / words).toPrecision(3)), "wavefront")} per word of each lane`;
}

function summary(request, words, shared) {
  const different = new Set(words.map((one) => one.word)).size;
  if (!shared) {
    const bytes = bytesOf(request).length * request.width;
    return `${request.taken} sectors of 32 bytes for ${count(bytes)} bytes; the minimum is ${request.least}.`;
  }
  const banks = wordsByBank(words);
  const most = Math.max(...banks);
  const where = banks.filter((one) => one === most).length;
  return (
    `${different} words in ${banks.filter(Boolean).length} banks` +
    (where === LANES ? `, ${most} in each` : `, ${most} in ${where === 1 ? "one of them" : `each of ${where}`}`) +
    `; ${together(request)}: ${plural(request.taken, "wavefront")}, ${request.least} without conflicts; ${perWord(request)}.`
  );
}
