// An operand of wgmma, or a box of TMA, as a picture: eight of its lines above, where their 16-byte
// pieces lie in the 32 banks below, core matrix by core matrix.

import { bankNumbers, LANES, placed, ROW, ranges, side, stepped } from "./bankpicture.js";
import { el } from "./dom.js";
import { count, plural } from "./format.js";

const PIECE = 16;
// Banks that a piece lies in.
const BANKS_EACH = PIECE / 4;

/** The pieces {line, piece, byte, pass} of a tile, with its swizzle or without it. */
function piecesOf(tile, plain) {
  const [places, passes] = plain ? [tile.pieces_without, tile.passes_without] : [tile.pieces, tile.passes];
  return places.flatMap((row, line) => row.map((byte, piece) => ({ line, piece, byte, pass: passes[line][piece] })));
}

const bankOf = (byte) => Math.floor((byte % ROW) / 4);

/** As `requestPicture`: `passes` are wavefronts of the shown lines' core matrices. */
export function tilePicture(tile, plain) {
  const pieces = piecesOf(tile, plain);
  const passes = Math.max(...pieces.map((one) => one.pass)) + 1;
  const rows = [...new Set(pieces.map((one) => Math.floor(one.byte / ROW)))].sort((a, b) => a - b);
  // The names of the pieces, the lines, room, the numbers of the banks, and their rows.
  const gap = tile.pieces.length + 2;
  const first = gap + 2;
  const cells = pieces.map((one) => {
    const title = `line ${one.line}, piece ${one.piece}: byte ${count(one.byte)}, banks ${banksOf(one)}`;
    const cell = (row, column) => {
      const where = placed(row, column, BANKS_EACH, { "--shade": `${8 + 5 * (one.piece % 8)}%` });
      return el("span", { ...where, title }, `${one.line}.${one.piece}`);
    };
    const below = first + rows.indexOf(Math.floor(one.byte / ROW));
    return { ...one, kind: "piece", drawn: [cell(2 + one.line, one.piece * BANKS_EACH), cell(below, bankOf(one.byte))] };
  });
  const drawing = el(
    "div.request",
    { role: "img" },
    side(1, "line"),
    tile.pieces[0].map((_, piece) => el("span.bank", placed(1, piece * BANKS_EACH, BANKS_EACH), `piece ${piece}`)),
    tile.pieces.map((_, line) => side(2 + line, line)),
    el("div.room", placed(gap, 0)),
    bankNumbers(gap + 1),
    rows.map((row, at) => [side(first + at, `+${count(row * ROW)}`), el("div.ground", placed(first + at, 0, LANES))]),
    cells.map((one) => one.drawn),
  );
  function says(mine, pass) {
    const which = ranges(mine.map((one) => one.line));
    const banks = ranges([...new Set(mine.flatMap(banksIn))].sort((a, b) => a - b));
    return `Wavefront ${pass + 1} of ${passes}: piece ${mine[0].piece} of line${mine.length > 1 ? "s" : ""} ${which}, banks ${banks}.`;
  }
  return stepped({ drawing, cells, passes, joined: ({ drawn }) => [drawn], says, summary: tileSummary(tile, plain) });
}

const banksIn = (one) => Array.from({ length: BANKS_EACH }, (_, part) => bankOf(one.byte) + part);
const banksOf = (one) => ranges(banksIn(one));

/** The wavefronts of reading all of its core matrices. */
function tileSummary(tile, plain) {
  const taken = plain ? tile.wavefronts_without : tile.wavefronts;
  const how = plain || !tile.swizzle ? "Without a swizzle" : `Swizzle of ${tile.swizzle} bytes`;
  const each = Number((taken / tile.matrices).toPrecision(3));
  return `${how}: ${plural(tile.matrices, "core matrix").replace("matrixs", "matrices")} of eight lines by one piece, ${plural(each, "wavefront")} each, ${count(taken)} in all.`;
}

/** What the instruction is given: for beneath the picture. */
export function tileTold(tile) {
  const what = tile.operand === "box" ? "box" : `operand ${tile.operand}`;
  const offsets = tile.operand === "box" ? "" : ` Leading offset ${count(tile.leading)} B, stride ${count(tile.stride)} B.`;
  const others = tile.lines > tile.pieces.length ? ` The picture shows the first ${tile.pieces.length} lines.` : "";
  return (
    `${tile.count} ${tile.instruction} in the code: the ${what} has ${count(tile.lines)} lines of ${count(tile.line_bytes)} bytes.` +
    `${offsets}${others} How the unit itself reads is not documented; one core matrix at a time is counted, as ldmatrix reads it.`
  );
}

/** For a choice among several. */
export const tileName = (tile) =>
  `${tile.instruction}${tile.operand === "box" ? "" : ` ${tile.operand}`}: pieces ${ranges(piecesRead(tile))}`;

const piecesRead = (tile) => tile.passes[0].map((pass, piece) => (pass < 0 ? -1 : piece)).filter((piece) => piece >= 0);
