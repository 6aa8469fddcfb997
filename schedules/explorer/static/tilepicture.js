// An operand of wgmma, or a box of TMA, as a picture: eight of its lines above, where their 16-byte
// pieces lie in the 32 banks below, core matrix by core matrix.

import { CELL, CELL_HIGH, columnOf, LANES, label, MARGIN, ROOM, ROW, ranges, rect, stepped } from "./bankpicture.js";
import { svg } from "./dom.js";
import { count, plural } from "./format.js";

const PIECE = 16;
// Banks that a piece lies in.
const BANKS_EACH = PIECE / 4;
const PIECE_WIDE = BANKS_EACH * CELL;

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
  const lines = tile.pieces.length;
  const first = CELL_HIGH;
  const top = first + lines * CELL_HIGH + ROOM + CELL_HIGH;
  const links = svg("g.links");
  const cells = pieces.map((one) => {
    const above = { x: columnOf(one.piece * BANKS_EACH), y: first + one.line * CELL_HIGH };
    const below = { x: columnOf(bankOf(one.byte)), y: top + rows.indexOf(Math.floor(one.byte / ROW)) * CELL_HIGH };
    const title = `line ${one.line}, piece ${one.piece}: byte ${count(one.byte)}, banks ${banksOf(one)}`;
    return { ...one, above, below, kind: "piece", drawn: [above, below].map((at) => cell(one, at, title)) };
  });
  const drawing = svg(
    "svg.request.tile",
    { viewBox: `0 0 ${columnOf(LANES) + 2} ${top + rows.length * CELL_HIGH + 2}`, role: "img" },
    label("side", MARGIN - 6, 11, "line"),
    tile.pieces[0].map((_, piece) => label("bank", columnOf(piece * BANKS_EACH) + PIECE_WIDE / 2, 11, `piece ${piece}`)),
    tile.pieces.map((_, line) => label("side", MARGIN - 6, first + line * CELL_HIGH + 11, String(line))),
    label("side", MARGIN - 6, top - CELL_HIGH + 11, "bank"),
    Array.from({ length: LANES }, (_, bank) => label("bank", columnOf(bank) + CELL / 2 - 0.5, top - CELL_HIGH + 11, String(bank))),
    rows.map((_, at) => rect("row", MARGIN, top + at * CELL_HIGH, LANES * CELL - 1, CELL_HIGH - 1)),
    rows.map((row, at) => label("side", MARGIN - 6, top + at * CELL_HIGH + 11, `+${count(row * ROW)}`)),
    links,
    cells.map((one) => one.drawn),
  );
  const paths = ({ above, below }) => [
    `M${above.x + PIECE_WIDE / 2} ${above.y + CELL_HIGH - 1}V${first + lines * CELL_HIGH}L${below.x + PIECE_WIDE / 2} ${top - CELL_HIGH}V${below.y}`,
  ];
  function says(mine, pass) {
    const which = ranges(mine.map((one) => one.line));
    const banks = ranges([...new Set(mine.flatMap(banksIn))].sort((a, b) => a - b));
    return `Wavefront ${pass + 1} of ${passes}: piece ${mine[0].piece} of line${mine.length > 1 ? "s" : ""} ${which}, banks ${banks}.`;
  }
  return stepped({ drawing, links, cells, passes, paths, says, summary: tileSummary(tile, plain) });
}

const banksIn = (one) => Array.from({ length: BANKS_EACH }, (_, part) => bankOf(one.byte) + part);
const banksOf = (one) => ranges(banksIn(one));

function cell(one, { x, y }, title) {
  const made = svg(
    "g",
    svg("title", title),
    rect("", x, y, PIECE_WIDE - 1, CELL_HIGH - 1),
    label("", x + PIECE_WIDE / 2 - 0.5, y + 11, `${one.line}.${one.piece}`),
  );
  made.style.setProperty("--shade", `${8 + 5 * (one.piece % 8)}%`);
  return made;
}

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
