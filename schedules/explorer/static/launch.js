// The launch as a picture: a block's tile of the output, by the warp and the thread that computes it.

import { el, svg } from "./dom.js";
import { count, plural } from "./format.js";

const WARP = 32;
const MOST_WIDE = 268;
const MOST_TALL = 268;
// Of eight warps those in the darker colour: neighbours differ, in rows of two and of four.
const DARK = new Set([1, 3, 4, 6]);

/** Rectangles [row, column, height, width] that cover the elements where `holds` is true. */
function rectangles(rows, columns, holds) {
  const open = new Map();
  const found = [];
  for (let row = 0; row <= rows; row++) {
    const runs = new Map();
    for (let at = 0; row < rows && at < columns; at++) {
      if (!holds(row * columns + at)) continue;
      const begin = at;
      while (at < columns && holds(row * columns + at)) at++;
      runs.set(`${begin} ${at}`, [row, begin, 1, at - begin]);
    }
    for (const [key, one] of open) {
      if (runs.has(key)) {
        one[2]++;
        runs.set(key, one);
      } else found.push(one);
    }
    open.clear();
    for (const [key, one] of runs) open.set(key, one);
  }
  return found;
}

/** 'threadIdx 3, 4' of a thread's number. */
function coordinates(number, block) {
  const [x, y] = block;
  const parts = [number % x, Math.floor(number / x) % y, Math.floor(number / (x * y))];
  const axes = ["x", "y", "z"].filter((_, at) => block[at] > 1);
  return axes.map((axis, _at) => `${axis} = ${parts[["x", "y", "z"].indexOf(axis)]}`).join(", ");
}

/** The picture and the sentences under it; the thread is chosen by pointer or arrow keys. */
export function launchPicture(picture) {
  const [rows, columns] = picture.tile.length > 1 ? picture.tile : [1, picture.tile[0]];
  const owner = picture.owner;
  const threads = picture.block.reduce((a, b) => a * b, 1);
  const warps = Math.ceil(threads / WARP);
  const scale = Math.min(MOST_WIDE / columns, MOST_TALL / rows);
  let across = scale;
  let down = scale;
  // A tile of a few rows would be a hair: draw its elements taller than wide.
  if (rows * down < 36) down = Math.min(36 / rows, 36);
  if (columns * across < 36) across = 36 / columns;
  const width = columns * across;
  const height = rows * down;
  const box = ([row, column, tall, wide], name) =>
    svg("rect", {
      class: name,
      x: (column * across).toFixed(2),
      y: (row * down).toFixed(2),
      width: (wide * across).toFixed(2),
      height: (tall * down).toFixed(2),
    });
  const warpOf = (number) => Math.floor(number / WARP);
  const tints = [];
  for (let warp = 0; warp < warps; warp++) {
    const mine = rectangles(rows, columns, (at) => owner[at] >= 0 && warpOf(owner[at]) === warp);
    tints.push(...mine.map((one) => box(one, DARK.has(warp % 8) ? "warp odd" : "warp")));
  }
  const lanes = svg("g");
  const chosen = svg("g");
  const says = el("p.says", { "aria-live": "polite" });
  let current = owner.find((number) => number >= 0) ?? 0;

  function choose(number) {
    current = number;
    const warp = warpOf(number);
    lanes.replaceChildren(
      ...rectangles(rows, columns, (at) => owner[at] >= 0 && warpOf(owner[at]) === warp).map((one) => box(one, "lanes")),
    );
    const mine = rectangles(rows, columns, (at) => owner[at] === number);
    chosen.replaceChildren(...mine.map((one) => box(one, "thread")));
    const elements = owner.filter((one) => one === number).length;
    const where = coordinates(number, picture.block);
    const together = picture.shared.length ? ` with all of ${picture.shared.join(", ")}` : "";
    says.replaceChildren(
      el("i.lanes"),
      el("b", `warp ${warp}, `),
      el("i.thread"),
      el("b", `lane ${number % WARP}`),
      ` (${where})${together} ${picture.who} ${count(elements)} element${elements === 1 ? "" : "s"}` +
        (mine.length > 1 && elements > mine.length ? ` in ${mine.length} thread tiles` : ""),
    );
  }

  function pointed(event) {
    const area = drawing.getBoundingClientRect();
    const column = Math.floor(((event.clientX - area.left) / area.width) * columns);
    const row = Math.floor(((event.clientY - area.top) / area.height) * rows);
    const number = owner[row * columns + column];
    if (number >= 0 && number !== current) choose(number);
  }

  function key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: WARP, ArrowUp: -WARP }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const owners = new Set(owner);
    for (let next = current + by; next >= 0 && next < threads; next += Math.sign(by)) {
      if (owners.has(next)) return choose(next);
    }
  }

  const drawing = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      tabindex: 0,
      role: "img",
      "aria-label": `Which thread ${picture.who} which element of a block's tile of ${picture.output}; arrow keys choose the thread`,
      onpointermove: pointed,
      onclick: pointed,
      onkeydown: key,
    },
    tints,
    lanes,
    chosen,
  );
  choose(current);
  const tile = picture.tile.map(count).join(" x ");
  const moves = picture.moves.filter((move) => move.extent > 1).map((move) => `${move.axis} (${count(move.extent)}) ${moveText(move)}`);
  return el(
    "div.picture",
    el(
      "div.caption",
      `${picture.output}[${picture.tile.length > 1 ? "i, j" : "i"}]: a block's tile of ${tile}${picture.tile.length > 1 ? ", i downwards, j to the right" : ""}`,
    ),
    drawing,
    says,
    moves.length ? el("p.says", `${moves.join("; ")}.`) : "",
  );
}

/** What the next block along an axis does to the tile. */
function moveText({ by, beyond = [] }) {
  const selects = beyond.map(
    ([axis, elements]) =>
      `${elements === 1 ? "selects" : `moves by ${elements}`} the index of dimension ${axis}, which the picture does not show`,
  );
  if (by.some(Boolean)) selects.unshift(`moves it by ${shift(by)}`);
  return selects.join(" and ") || "does not move it: these blocks share the tile";
}

function shift(by) {
  if (by.length === 1) return plural(by[0], "element");
  const words = [by[0] ? plural(by[0], "row") : "", by[1] ? plural(by[1], "column") : ""].filter(Boolean);
  return words.join(" and ");
}
