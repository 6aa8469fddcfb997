// One warp's request as a picture: 32 lanes above, the memory they ask for below, a row of 32 banks
// (of shared memory) or a line of four sectors (of global memory) a row, pass by pass.

import { count, plural, svg } from "./dom.js";

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

/** The words of a request {word, lanes, pass}, a word that several lanes share once a pass. */
function wordsOf(request, shared) {
  const sectors = [...new Set(bytesOf(request).map((byte) => Math.floor(byte / SECTOR)))].sort((a, b) => a - b);
  const found = new Map();
  request.lanes.forEach((byte, lane) => {
    if (byte < 0) return;
    for (let part = 0; part < Math.max(1, request.width / 4); part++) {
      const word = Math.floor(byte / 4) + part;
      const pass = shared
        ? parseInt(request.wavefront[lane][part], 36)
        : sectors.indexOf(Math.floor((4 * word) / SECTOR));
      const key = `${word} ${pass}`;
      if (!found.has(key)) found.set(key, { word, pass, lanes: [] });
      if (found.get(key).lanes.at(-1) !== lane) found.get(key).lanes.push(lane);
    }
  });
  return [...found.values()];
}

const bytesOf = (request) => request.lanes.filter((byte) => byte >= 0);

/** How many different words each bank is asked for. */
function wordsByBank(words) {
  const banks = Array.from({ length: LANES }, () => new Set());
  for (const { word } of words) banks[word % LANES].add(word);
  return banks.map((one) => one.size);
}

export const rect = (name, x, y, width, height) => svg("rect", { class: name, x, y, width, height });
export const label = (name, x, y, text) => svg("text", { class: name, x, y }, text);
export const columnOf = (number) => MARGIN + number * CELL;

/** What lanes a cell stands for, as far as there is room. */
function lanesText(lanes) {
  if (lanes.length === 1) return String(lanes[0]);
  return `${lanes.length}×`;
}

/**
 * A picture with `passes`, `show(pass)`, and what is to be said: of a pass `says(pass)`, of the
 * whole `summary`. Passes count from 0; -1 shows all.
 */
export function requestPicture(request, shared) {
  const words = wordsOf(request, shared);
  const passes = request.taken;
  const rows = [...new Set(words.map(({ word }) => Math.floor((4 * word) / ROW)))].sort((a, b) => a - b);
  const top = CELL_HIGH + ROOM + (shared ? 2 : 1) * CELL_HIGH;
  const height = top + rows.length * CELL_HIGH + 2;
  const links = svg("g", { class: "links" });
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    svg(
      "g",
      { class: request.lanes[lane] < 0 ? "lane off" : "lane" },
      rect("", columnOf(lane), 0, CELL - 2, CELL_HIGH),
      label("", columnOf(lane) + CELL / 2 - 1, 11.5, String(lane)),
    ),
  );
  const cells = words.map((one) => {
    const x = columnOf(one.word % LANES);
    const y = top + rows.indexOf(Math.floor((4 * one.word) / ROW)) * CELL_HIGH;
    const cell = svg(
      "g",
      { class: "cell" },
      svg("title", {}, `lane${one.lanes.length > 1 ? "s" : ""} ${ranges(one.lanes)}`),
      rect("", x, y, CELL - 1, CELL_HIGH - 1),
      label("", x + CELL / 2 - 0.5, y + 11, lanesText(one.lanes)),
    );
    return { ...one, cell, x: x + CELL / 2 - 0.5, y };
  });
  const drawing = svg(
    "svg",
    { class: "request", viewBox: `0 0 ${columnOf(LANES) + 2} ${height}`, role: "img" },
    label("side", MARGIN - 6, 11.5, "lane"),
    ...lanes,
    ...frames(rows, top, shared, words),
    ...rows.map((row, at) =>
      label("side", MARGIN - 6, top + at * CELL_HIGH + 11, `+${count(request.base + row * ROW)}`),
    ),
    links,
    ...heads(words, shared, request.least),
    ...cells.map((one) => one.cell),
  );

  function show(pass) {
    const mine = cells.filter((one) => one.pass === pass);
    for (const one of cells) {
      const state = pass < 0 ? "" : one.pass === pass ? " now" : one.pass < pass ? " done" : " waits";
      one.cell.setAttribute("class", `cell${state}`);
    }
    const busy = new Set(mine.flatMap((one) => one.lanes));
    lanes.forEach((one, lane) => one.classList.toggle("now", busy.has(lane)));
    links.replaceChildren(
      ...mine.flatMap((one) =>
        one.lanes.map((lane) =>
          svg("path", { d: `M${columnOf(lane) + CELL / 2 - 1} ${CELL_HIGH}L${one.x} ${CELL_HIGH + ROOM}V${one.y}` }),
        ),
      ),
    );
    drawing.setAttribute("aria-label", says(pass));
  }

  function says(pass) {
    if (pass < 0) return whole;
    if (pass >= passes) return `Done after ${plural(passes, shared ? "wavefront" : "sector")}.`;
    const mine = words.filter((one) => one.pass === pass);
    const some = [...new Set(mine.flatMap((one) => one.lanes))].sort((a, b) => a - b);
    const who = `lane${some.length > 1 ? "s" : ""} ${ranges(some)}`;
    if (!shared) {
      const first = Math.min(...mine.map((one) => one.word));
      const used = new Set(mine.map((one) => one.word)).size;
      return `Sector ${pass + 1} of ${passes}, at byte ${count(request.base + 4 * (first - (first % 8)))}: ${who} use ${4 * used} of its 32 bytes.`;
    }
    const banks = ranges([...new Set(mine.map((one) => one.word % LANES))].sort((a, b) => a - b));
    return `Wavefront ${pass + 1} of ${passes}: ${who}, banks ${banks}.`;
  }

  const whole = summary(request, words, shared);
  show(-1);
  return { drawing, passes, show, says, summary: whole };
}

/** The banks' numbers and how many words each is asked for; of global memory the sectors. */
function heads(words, shared, least) {
  const at = CELL_HIGH + ROOM;
  if (!shared) {
    return Array.from({ length: ROW / SECTOR }, (_, sector) =>
      label("bank", columnOf(sector * 8 + 4), at + 11, `sector of 32 bytes`),
    ).concat(label("side", MARGIN - 6, at + 11, "byte"));
  }
  return wordsByBank(words).flatMap((asked, bank) => [
    label("bank", columnOf(bank) + CELL / 2 - 0.5, at + 11, String(bank)),
    label(asked > least ? "asked bad" : "asked", columnOf(bank) + CELL / 2 - 0.5, at + CELL_HIGH + 11, asked ? String(asked) : ""),
  ]).concat(label("side", MARGIN - 6, at + 11, "bank"), label("side", MARGIN - 6, at + CELL_HIGH + 11, "words"));
}

/** Empty cells behind the words: a row of banks, or the sectors of a line. */
function frames(rows, top, shared, words) {
  const sectors = new Set(words.map(({ word }) => Math.floor((4 * word) / SECTOR)));
  return rows.flatMap((row, at) => {
    const y = top + at * CELL_HIGH;
    if (shared) return [rect("row", MARGIN, y, LANES * CELL - 1, CELL_HIGH - 1)];
    return Array.from({ length: ROW / SECTOR }, (_, part) =>
      rect(
        sectors.has((row * ROW) / SECTOR + part) ? "row sector" : "row",
        columnOf(part * 8),
        y,
        8 * CELL - 1,
        CELL_HIGH - 1,
      ),
    );
  });
}

/** Who is served together: what the width of an access decides. */
function together(request) {
  if (request.name.startsWith("LDSM")) return "the eight rows of a matrix are served together";
  if (request.width <= 4) return "all 32 lanes are served together";
  return request.width === 8 ? "half warps are served together" : "quarter warps are served together";
}

function summary(request, words, shared) {
  const different = new Set(words.map((one) => one.word)).size;
  if (!shared) {
    const bytes = bytesOf(request).length * request.width;
    return `${request.taken} sectors of 32 bytes for ${count(bytes)} bytes; ${request.least} would do.`;
  }
  const banks = wordsByBank(words);
  const most = Math.max(...banks);
  const where = banks.filter((one) => one === most).length;
  return (
    `${different} words in ${banks.filter(Boolean).length} banks` +
    (where === LANES ? `, ${most} in each` : `, ${most} in ${where === 1 ? "one of them" : `each of ${where}`}`) +
    `; ${together(request)}: ${plural(request.taken, "wavefront")}, ${request.least} without conflicts.`
  );
}
