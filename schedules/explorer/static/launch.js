// The launch as a picture: a block's tile of the output, by the warp and the thread that computes it.

import { colour, el } from "./dom.js";
import { count, plural } from "./format.js";

const WARP = 32;
// The picture's most and least extent, in pixels.
const MOST = 268;
const LEAST = 36;
// Of eight warps those in the darker colour: neighbours differ, in rows of two and of four.
const DARK = new Set([1, 3, 4, 6]);

/** 'threadIdx 3, 4' of a thread's number. */
function coordinates(number, block) {
  const [x, y] = block;
  const parts = [number % x, Math.floor(number / x) % y, Math.floor(number / (x * y))];
  const axes = ["x", "y", "z"].filter((_, at) => block[at] > 1);
  return axes.map((axis) => `${axis} = ${parts[["x", "y", "z"].indexOf(axis)]}`).join(", ");
}

/** The picture and the sentences under it; the thread is chosen by pointer or arrow keys. */
export function launchPicture(picture) {
  const [rows, columns] = picture.tile.length > 1 ? picture.tile : [1, picture.tile[0]];
  const owner = picture.owner;
  const threads = picture.block.reduce((a, b) => a * b, 1);
  const warpOf = (number) => Math.floor(number / WARP);
  const says = el("p.says", { "aria-live": "polite" });
  let current = owner.find((number) => number >= 0) ?? 0;
  const scale = Math.min(MOST / columns, MOST / rows);
  // An element is a pixel; a tile of a few rows would be a hair.
  const size = (extent) => `${Math.max(LEAST, extent * scale)}px`;
  const drawing = el("canvas", {
    width: columns,
    height: rows,
    style: { width: size(columns), height: size(rows) },
    tabindex: 0,
    role: "img",
    "aria-label": `Which thread ${picture.who} which element of a block's tile of ${picture.output}; arrow keys choose the thread`,
    onpointermove: pointed,
    onclick: pointed,
    onkeydown: key,
  });
  const pen = drawing.getContext("2d");

  /** Draw the elements of some warps: the chosen thread's, those of its warp, the others. */
  function paint(drawn) {
    const [thread, lanes, others] = ["linked-mark", "accent", "quiet"].map(colour);
    for (const [at, number] of owner.entries()) {
      const warp = warpOf(number);
      if (number < 0 || !drawn(warp)) continue;
      if (number === current) [pen.fillStyle, pen.globalAlpha] = [thread, 1];
      else if (warp === warpOf(current)) [pen.fillStyle, pen.globalAlpha] = [lanes, 0.52];
      else [pen.fillStyle, pen.globalAlpha] = [others, DARK.has(warp % 8) ? 0.42 : 0.26];
      pen.clearRect(at % columns, Math.floor(at / columns), 1, 1);
      pen.fillRect(at % columns, Math.floor(at / columns), 1, 1);
    }
  }

  function choose(number) {
    const warp = warpOf(number);
    const previous = warpOf(current);
    current = number;
    paint((one) => one === warp || one === previous);
    const mine = owner.flatMap((one, at) => (one === number ? at : []));
    // Each tile has one element with none of the thread's above it or on its left.
    const tiles = mine.filter((at) => owner[at - columns] !== number && (at % columns === 0 || owner[at - 1] !== number)).length;
    const where = coordinates(number, picture.block);
    const together = picture.shared.length ? ` with all of ${picture.shared.join(", ")}` : "";
    says.replaceChildren(
      el("i.lanes"),
      el("b", `warp ${warp}, `),
      el("i.thread"),
      el("b", `lane ${number % WARP}`),
      ` (${where})${together} ${picture.who} ${plural(mine.length, "element")}` +
        (tiles > 1 && mine.length > tiles ? ` in ${tiles} thread tiles` : ""),
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

  paint(() => true);
  choose(current);
  const tile = picture.tile.map(count).join(" x ");
  const moves = picture.moves.filter((move) => move.extent > 1).map((move) => `${move.axis} (${count(move.extent)}) ${moveText(move)}`);
  const [indices, axes] = picture.tile.length > 1 ? ["i, j", ", i downwards, j to the right"] : ["i", ""];
  return el(
    "div.picture",
    el("div.caption", `${picture.output}[${indices}]: a block's tile of ${tile}${axes}`),
    drawing,
    says,
    moves.length ? el("p.says", `${moves.join("; ")}.`) : "",
  );
}

/** What the next block along an axis does to the tile. */
function moveText({ by, beyond }) {
  const units = by.length > 1 ? ["row", "column"] : ["element"];
  const within = by.flatMap((many, at) => (many ? plural(many, units[at]) : []));
  const others = beyond.map(([axis, many]) => `${many} in dimension ${axis}, which the picture does not show`);
  return within.length + others.length
    ? `moves it by ${[...within, ...others].join(" and ")}`
    : "does not move it: these blocks share the tile";
}
