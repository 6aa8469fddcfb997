// Memory accesses: the cost of a request, and the minimum.

import { accessesOf } from "./banks.js";
import { n, row, says, section, table } from "./blocks.js";
import { gradeOf } from "./costs.js";
import { button, el } from "./dom.js";
import { count, short } from "./format.js";
import { seeBanks } from "./store.js";

// Rows of a kernel's table at first, and at every click more.
const MOST_ACCESSES = 100;

/** Wavefronts or sectors of an access, and the minimum; null if they are not known. */
function sumsOf(one) {
  const shared = one.scope === "shared";
  const sums = shared ? [one.wavefronts, one.least_wavefronts] : [one.sectors, one.least_sectors];
  return sums.includes(null) ? null : sums;
}

/** The grade of each access, by its excess as a share of all accesses of its memory. */
function gradesOf(accesses) {
  const all = { shared: 0, global: 0 };
  for (const one of accesses) all[one.scope] += sumsOf(one)?.[0] || 0;
  return accesses.map((one) => {
    const sums = sumsOf(one);
    return sums && one.requests ? gradeOf(sums[0] - sums[1], all[one.scope]) : "";
  });
}

/** The worst of a line's accesses, for its mark in the CUDA: 'warn' or 'bad'. */
export function conflictsByLine(details) {
  const found = new Map();
  const all = accessesOf(details);
  gradesOf(all).forEach((grade, at) => {
    const { line } = all[at];
    if (line && (grade === "bad" || (grade === "warn" && found.get(line) !== "bad"))) found.set(line, grade);
  });
  return found;
}

/** The cost of a request, with the minimum if that is lower; for wgmma and TMA the swizzle. */
function perRequest(one) {
  if (one.tiles?.length) return one.tiles[0].swizzle ? `swizzle ${one.tiles[0].swizzle}` : "no swizzle";
  const shared = one.scope === "shared";
  const value = shared ? one.wavefronts_per_request : one.sectors_per_request;
  const least = shared ? one.least_wavefronts_per_request : one.least_sectors_per_request;
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
 * the code; `before` has {name, accesses} of the previous rung, null for none.
 */
export function accesses(kernels, show, before) {
  const all = kernels.flatMap((kernel) => kernel.accesses);
  const grades = gradesOf(all);
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
    const cost = () => button(text, open, { class: `cost ${grades[number]}`, title: told, "aria-label": `${text}: ${told}` });
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

  /** A button for the rest: thousands of rows take the browser seconds, so they come by the hundred. */
  const rest = (others, body) => {
    if (!others.length) return "";
    const more = button("", () => {
      body().append(...others.splice(0, MOST_ACCESSES).map(line));
      tell();
    });
    const tell = () => {
      const many = others.reduce((sum, group) => sum + group.length, 0);
      more.hidden = !many;
      more.textContent = `${count(many)} more: show ${Math.min(MOST_ACCESSES, others.length)}`;
    };
    tell();
    return says(more);
  };

  // Conflicts of the previous rung, if both have one kernel and the same shape.
  const [earlier] = kernels.length === 1 && before?.accesses.length === 1 ? before.accesses : [];
  const was = (name, sum) => {
    const old = earlier?.totals[name];
    return old?.wavefronts && old.conflicts !== sum.conflicts ? el("span.muted", ` (${short(old.conflicts)})`) : "";
  };
  const total = ([name, sum]) => [
    name,
    el(sum.conflicts ? "td.n.bad" : "td.n", sum.wavefronts ? short(sum.conflicts) : "", was(name, sum)),
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
      sums.some(([name, sum]) => was(name, sum)) ? says(`In brackets: ${before.name}, the previous rung.`) : "",
      every,
      rest(groups.slice(MOST_ACCESSES), () => every.querySelector("tbody")),
      kernel.problem ? says(kernel.problem) : "",
    ];
  };
  const exact = kernels.filter((kernel) => kernel.reason).map((kernel) => `${kernel.exact ? "Exact" : "Not exact"}: ${kernel.reason}.`);
  const numbered = notes.map((note, at) => el("p", el("sup", String(at + 1)), ` ${note}`));
  const remarks = [PER_REQUEST, ...exact].map((text) => el("p", text));
  return section("Memory accesses", kernels.map(one), el("details.notes.says", el("summary", "Notes"), remarks, numbered));
}
