// One warp's request as a picture: 32 lanes above, the memory they ask for below, a row of 32 banks
// (shared memory) or a line of four sectors (global memory) per row, wavefront by wavefront.

import { el, svg } from "./dom.js";
import { count, plural } from "./format.js";

export const LANES = 32;
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

// --- drawing --------------------------------------------------------------------------------------

/** Attributes of what lies in the grid: at a row, in a column from 0, -1 for the names at the left. */
export const placed = (row, column, wide = 1, style = {}) => ({
  style: { "grid-area": `${row} / ${column + 2} / auto / span ${wide}`, ...style },
});

/** A row's name. */
export const side = (row, text) => el("span.side", placed(row, -1), text);

/** The numbers of the banks, in a row. */
export const bankNumbers = (row) => [
  side(row, "bank"),
  ...Array.from({ length: LANES }, (_, bank) => el("span.bank", placed(row, bank), bank)),
];

// Colours of wavefronts; the ninth has the first one's again.
const HUES = [212, 28, 130, 330, 265, 55, 178, 0];
const hue = (pass) => ({ "--hue": HUES[pass % HUES.length] });

/**
 * A picture of cells {pass, kind, drawn: elements} whose wavefronts, or sectors, are stepped through, as {drawing,
 * passes, show(pass), says(pass), summary}. They count from 0; -1 shows all. `joined(cell)` are pairs of elements that
 * a line joins in the shown one, through the picture's `.room`; `says(cells, pass)` the words for these.
 */
export function stepped({ drawing, cells, passes, joined, says, summary, unit = "wavefront" }) {
  const room = drawing.querySelector(".room");
  const lines = svg("svg.links");
  drawing.append(lines);
  const served = (pass) => (pass < 0 ? [] : cells.filter((one) => one.pass === pass));
  function told(pass) {
    if (pass < 0) return summary;
    return pass >= passes ? `Done after ${plural(passes, unit)}.` : says(served(pass), pass);
  }
  function line([from, to]) {
    const [left, right] = [from, to].map((one) => one.offsetLeft + one.offsetWidth / 2);
    const { offsetTop: top, offsetHeight: high } = room;
    return svg("path", { d: `M${left} ${from.offsetTop + from.offsetHeight}V${top}L${right} ${top + high}V${to.offsetTop}` });
  }
  function show(pass) {
    for (const { pass: at, kind, drawn } of cells) {
      const state = at < 0 ? "off" : pass < 0 ? "" : at === pass ? "now" : at < pass ? "done" : "waits";
      for (const part of drawn) part.setAttribute("class", `cell ${kind} ${state}`);
    }
    const pairs = served(pass).flatMap(joined);
    lines.replaceChildren(...pairs.map(line));
    for (const one of drawing.querySelectorAll(".lane"))
      one.classList.toggle(
        "now",
        pairs.some(([from]) => from === one),
      );
    drawing.setAttribute("aria-label", told(pass));
  }
  show(-1);
  return { drawing, passes, show, says: told, summary };
}

// The rows above the memory: the lanes, room for lines, the numbers of banks, how often each serves.
const [LANE, GAP, HEAD, ASKED] = [1, 2, 3, 4];

/** A picture of a warp's request, of shared or of global memory. */
export function requestPicture(request, shared) {
  const words = wordsOf(request, shared);
  const rowOf = (word) => Math.floor((4 * word) / ROW);
  const rows = [...new Set(words.map(({ word }) => rowOf(word)))].sort((a, b) => a - b);
  const first = (shared ? ASKED : HEAD) + 1;
  const lanes = request.lanes.map((byte, lane) => {
    const by = shared ? new Set(request.wavefront[lane]) : new Set();
    const one = by.size === 1 ? parseInt([...by][0], 36) : 0;
    const name = byte < 0 ? "span.lane.off" : by.size === 1 ? "span.lane.wave" : "span.lane";
    return el(name, placed(LANE, lane, 1, hue(one)), lane);
  });
  const cells = words.map((one) => {
    const title = (shared ? `wavefront ${one.pass + 1}: ` : "") + lanesOf(one.lanes);
    return { ...one, kind: shared ? "wave" : "", drawn: [el("span", { title, style: hue(one.pass) }, ranges(one.lanes))] };
  });
  // A word that several wavefronts fetch has a cell for each, one below the other.
  const boxes = [...Map.groupBy(cells, ({ word }) => word)].map(([word, some]) =>
    el(
      "div",
      placed(first + rows.indexOf(rowOf(word)), word % LANES),
      some.map(({ drawn }) => drawn),
    ),
  );
  const drawing = el(
    "div.request",
    { role: "img" },
    side(LANE, "lane"),
    lanes,
    el("div.room", placed(GAP, 0)),
    shared ? bankHeads(request, words) : sectorHeads(),
    rows.map((row, at) => [side(first + at, `+${count(request.base + row * ROW)}`), grounds(row, first + at, shared, words)]),
    boxes,
  );
  const joined = ({ lanes: served, drawn }) => served.map((lane) => [lanes[lane], drawn[0]]);
  function says(mine, pass) {
    const some = [...new Set(mine.flatMap((one) => one.lanes))].sort((a, b) => a - b);
    if (!shared) {
      const begin = Math.min(...mine.map((one) => one.word));
      const used = new Set(mine.map((one) => one.word)).size;
      return `Sector ${pass + 1} of ${request.taken}, at byte ${count(request.base + 4 * (begin - (begin % 8)))}: ${lanesOf(some)} use${some.length > 1 ? "" : "s"} ${4 * used} of its 32 bytes.`;
    }
    const banks = ranges([...new Set(mine.map((one) => one.word % LANES))].sort((a, b) => a - b));
    return `Wavefront ${pass + 1} of ${request.taken}: ${lanesOf(some)}, banks ${banks}.`;
  }
  const unit = shared ? "wavefront" : "sector";
  return stepped({ drawing, cells, passes: request.taken, joined, says, summary: summary(request, words, shared), unit });
}

const lanesOf = (lanes) => `lane${lanes.length > 1 ? "s" : ""} ${ranges(lanes)}`;

/** The banks' numbers and in how many wavefronts each serves a word. */
function bankHeads(request, words) {
  const asked = ({ wavefronts, bad }, bank) => el(bad ? "span.asked.bad" : "span.asked", placed(ASKED, bank), wavefronts || "");
  return [...bankNumbers(HEAD), side(ASKED, "wavefronts"), ...bankLoads(request, words).map(asked)];
}

const SECTORS = Array.from({ length: ROW / SECTOR }, (_, at) => at);
const sectorHeads = () => [side(HEAD, "byte"), ...SECTORS.map((at) => el("span.bank", placed(HEAD, 8 * at, 8), "sector of 32 bytes"))];

/** What lies behind the words: a row of banks, or the sectors of a line. */
function grounds(row, at, shared, words) {
  if (shared) return el("div.ground", placed(at, 0, LANES));
  const used = new Set(words.map(({ word }) => Math.floor((4 * word) / SECTOR)));
  return SECTORS.map((part) => el(used.has((row * ROW) / SECTOR + part) ? "div.ground.sector" : "div.ground", placed(at, 8 * part, 8)));
}

/** Of each bank: how many words it serves, in how many wavefronts, and whether it has a conflict, two
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
    const different = new Set(mine.map((one) => one.word)).size;
    return { different, wavefronts: new Set(mine.map((one) => one.pass)).size, bad: [...groups.values()].some((one) => one.size > 1) };
  });
}

/** Lanes that are served together; twice as many where a load's pairs of lanes share addresses. */
function groupSize(request) {
  if (request.name.startsWith("LDSM")) return 8;
  const size = Math.min(LANES, (LANES * 4) / request.width);
  const groups = new Set(request.lanes.flatMap((byte, lane) => (byte < 0 ? [] : [Math.floor(lane / size)])));
  return request.least < groups.size ? 2 * size : size;
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
  const banks = bankLoads(request, words).map((one) => one.different);
  const most = Math.max(...banks);
  const where = banks.filter((one) => one === most).length;
  return (
    `${different} words in ${banks.filter(Boolean).length} banks` +
    (where === LANES ? `, ${most} in each` : `, ${most} in ${where === 1 ? "one of them" : `each of ${where}`}`) +
    `; ${together(request)}: ${plural(request.taken, "wavefront")}, ${request.least} without conflicts; ${perWord(request)}.`
  );
}
