// Memory accesses: the cost of a request, and the minimum.

import { costOf, excess } from "./banks.js";
import { n, row, says, section, table } from "./blocks.js";
import { button, el } from "./dom.js";
import { count, short } from "./format.js";
import { seeBanks } from "./store.js";

// Rows of a kernel's table at first: thousands take the browser seconds.
const MOST_ACCESSES = 100;

/** The cost of a request, with the minimum if that is lower; for wgmma and TMA the swizzle. */
function perRequest(one) {
  if (one.tiles?.length) return one.tiles[0].swizzle ? `swizzle ${one.tiles[0].swizzle}` : "no swizzle";
  const { each: value, leastEach: least } = costOf(one);
  if (value === null || least === null) return "";
  const digits = (figure) => String(Number(figure.toPrecision(3)));
  return value === least ? digits(value) : `${digits(value)} (${digits(least)})`;
}

const PER_REQUEST =
  "Cost of a warp's request: wavefronts for shared memory, sectors (32 bytes) for global memory; in " +
  "brackets the minimum, if it is lower. ×: number of requests.";

/** Groups of neighbours that differ only in their line and in the constants of their index. */
function alike(accesses) {
  const groups = [];
  let last = "";
  for (const one of accesses) {
    const { scope, kind, way, instructions, requests, note } = one;
    const index = one.expression.replace(/\d+/g, "#").replace(/ \+ #(?=\])/g, "");
    const like = JSON.stringify([scope, kind, way, instructions, requests, note, perRequest(one), index]);
    if (like === last) groups.at(-1).push(one);
    else groups.push([one]);
    last = like;
  }
  return groups;
}

/**
 * Every access of shared and global memory, and the sums over the launch. `show(group)` shows accesses in
 * the code.
 */
export function accesses(kernels, show) {
  const all = kernels.flatMap((kernel) => kernel.accesses);
  const notes = [...new Set(all.map((one) => one.note).filter(Boolean))];
  const numbers = new Map(all.map((one, at) => [one, at]));

  /** A row of accesses that are alike; its cost opens the picture of the first. */
  const line = (group) => {
    const [one] = group;
    const number = numbers.get(one);
    const idle = one.requests === 0;
    const text = perRequest(one) || "not known";
    const told = `See the ${one.tiles?.length ? "lines" : "lanes"} and their ${one.scope === "shared" ? "banks" : "sectors"}`;
    const open = (event) => {
      event.stopPropagation();
      seeBanks(number);
    };
    const cost = () => button(text, open, { class: excess(one) > 0 ? "cost bad" : "cost", title: told, "aria-label": `${text}: ${told}` });
    const code = Object.entries(one.instructions).map(([name, often]) => `, ${often} ${name}`);
    const noted = one.note ? el("sup", String(notes.indexOf(one.note) + 1)) : "";
    const cells = [
      n(
        one.line ? el("button", { "aria-label": `Show line ${one.line}` }, one.line) : el("span", { title: "its line is not known" }, "-"),
        group.length > 1 ? el("span.alike", `${count(group.length)} alike`) : "",
      ),
      el(
        "td.what",
        el("code", { title: one.expression }, one.expression),
        el("span", `${one.scope} ${one.kind}${one.way ? `, ${one.way}` : ""}`, code, noted),
      ),
      n(idle ? "-" : cost(), el("span", one.requests === null ? "" : `× ${short(one.requests)}`)),
    ];
    const of = group.map((each) => numbers.get(each)).join(" ");
    return row(cells, { class: idle ? "aside access" : "access", "data-access": of, onclick: () => show(group) });
  };

  /** A button for the rows that are not there at first. */
  const rest = (others, every) => {
    const all = ({ target }) => {
      every.querySelector("tbody").append(...others.map(line));
      target.remove();
    };
    return button(`${count(others.flat().length)} more`, all);
  };

  const total = ([name, sum]) => [
    name,
    el(sum.conflicts ? "td.n.bad" : "td.n", sum.wavefronts ? short(sum.conflicts) : ""),
    n(sum.sectors ? short(sum.sectors) : ""),
    n(sum.bytes ? short(sum.bytes).replace(/[kMGT]?$/, " $&B") : ""),
  ];
  const one = (kernel) => {
    const groups = alike(kernel.accesses);
    const sums = Object.entries(kernel.totals);
    const every = table(["line", "access", "per\u00a0request"], groups.slice(0, MOST_ACCESSES).map(line), "Memory accesses");
    return [
      kernels.length > 1 ? el("p.caption", kernel.kernel) : "",
      table(["over the launch", "conflicts", "sectors", "bytes"], sums.map(total), "Totals"),
      every,
      groups.length > MOST_ACCESSES ? says(rest(groups.slice(MOST_ACCESSES), every)) : "",
      kernel.problem ? says(kernel.problem) : "",
    ];
  };
  const exact = kernels.filter((kernel) => kernel.reason).map((kernel) => `${kernel.exact ? "Exact" : "Not exact"}: ${kernel.reason}.`);
  const numbered = notes.map((note, at) => el("p", el("sup", String(at + 1)), ` ${note}`));
  const remarks = [PER_REQUEST, ...exact].map((text) => el("p", text));
  return section("Memory accesses", kernels.map(one), el("details.notes.says", el("summary", "Notes"), remarks, numbered));
}
