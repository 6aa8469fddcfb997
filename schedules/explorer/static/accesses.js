// Memory accesses: the cost of a request, and the minimum.

import { accessesOf } from "./banks.js";
import { section, table } from "./blocks.js";
import { gradeOf } from "./costs.js";
import { el } from "./dom.js";
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
export function gradesOf(accesses) {
  const all = { shared: 0, global: 0 };
  for (const one of accesses) all[one.scope] += sumsOf(one)?.[0] || 0;
  return accesses.map((one) => {
    const sums = sumsOf(one);
    return sums && one.requests ? gradeOf(sums[0] - sums[1], all[one.scope]) : "";
  });
}

/** The cost of a request, with the minimum if that is lower; for wgmma and TMA the swizzle. */
function perRequest(one) {
  if (one.tiles?.length) return one.tiles[0].swizzle ? `swizzle ${one.tiles[0].swizzle}` : "no swizzle";
  const shared = one.scope === "shared";
  const value = shared ? one.wavefronts_per_request : one.sectors_per_request;
  const least = shared ? one.least_wavefronts_per_request : one.least_sectors_per_request;
  if (value === null || least === null) return "";
  return value === least ? digits(value) : `${digits(value)} (${digits(least)})`;
}

const digits = (value) => String(Number(value.toPrecision(3)));

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

/** ', 2 LDS.128': the instructions. */
const code = (one) =>
  Object.entries(one.instructions)
    .map(([name, often]) => `, ${often} ${name}`)
    .join("");

/** A button with the cost of a request that opens its picture, or the reason why there is none. */
function price(one, text, grade, open) {
  const what = one.scope === "shared" ? "banks" : "sectors";
  const whose = one.tiles?.length ? "lines" : "lanes";
  const attributes = {
    type: "button",
    class: `cost ${grade}`,
    title: `See the ${whose} and their ${what}`,
    "aria-label": `${text}: see the ${whose} and their ${what}`,
    onclick: (event) => {
      event.stopPropagation();
      open();
    },
  };
  return el("button", attributes, text);
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
    const like = JSON.stringify([
      scope,
      kind,
      way,
      instructions,
      requests,
      note,
      perRequest(one),
      one.expression.replace(/\d+/g, "#").replace(/ \+ #(?=\])/g, ""),
    ]);
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
  const groups = kernels.map((kernel) => alike(kernel.accesses));
  const notes = [...new Set(all.map((one) => one.note).filter(Boolean))];
  const numbers = new Map(all.map((one, at) => [one, at]));
  const row = (group) => {
    const [one] = group;
    const text = perRequest(one);
    const number = numbers.get(one);
    const grade = grades[number];
    const idle = one.requests === 0;
    return el(
      "tr",
      {
        class: idle ? "aside access" : "access",
        "data-access": group.map((each) => numbers.get(each)).join(" "),
        onclick: () => show(group),
      },
      el(
        "td",
        { class: "n" },
        one.line
          ? el("button", { type: "button", "aria-label": `Show line ${one.line}` }, one.line)
          : el("span", { title: "its line is not known" }, "-"),
        group.length > 1 ? el("span", { class: "alike" }, `${count(group.length)} alike`) : "",
      ),
      el(
        "td",
        { class: "what" },
        el("code", { title: one.expression }, one.expression),
        el(
          "span",
          {},
          `${one.scope} ${one.kind}${one.way ? `, ${one.way}` : ""}${code(one)}`,
          one.note ? el("sup", {}, String(notes.indexOf(one.note) + 1)) : "",
        ),
      ),
      el(
        "td",
        { class: "n" },
        idle ? "-" : price(one, text || "not known", grade, () => seeBanks(number)),
        el("span", {}, one.requests === null ? "" : `× ${short(one.requests)}`),
      ),
    );
  };
  // Thousands of rows take the browser seconds, so they come by the hundred.
  function rest(others) {
    const many = () => others.reduce((sum, group) => sum + group.length, 0);
    if (!others.length) return "";
    const button = el("button", { type: "button", class: "more" });
    const told = () => (button.textContent = `${count(many())} more: show ${Math.min(MOST_ACCESSES, others.length)}`);
    button.addEventListener("click", () => {
      const body = button.closest("section").querySelectorAll('[aria-label="Memory accesses"] tbody');
      [...body].at(-1).append(...others.splice(0, MOST_ACCESSES).map(row));
      if (others.length) told();
      else button.remove();
    });
    told();
    return el("p", { class: "says" }, button);
  }

  // Conflicts of the previous rung, if both have one kernel and the same shape.
  const [earlier] = kernels.length === 1 && before?.accesses.length === 1 ? before.accesses : [];
  const was = (name, sum) => {
    const old = earlier?.totals[name];
    return old?.wavefronts && old.conflicts !== sum.conflicts ? el("span", { class: "muted" }, ` (${short(old.conflicts)})`) : "";
  };
  return section(
    "Memory accesses",
    kernels.map((kernel, at) => [
      kernels.length > 1 ? el("p", { class: "caption" }, kernel.kernel) : "",
      table(
        ["over the launch", "conflicts", "sectors", "bytes"],
        Object.entries(kernel.totals).map(([name, sum]) =>
          el(
            "tr",
            {},
            el("td", {}, name),
            el("td", { class: sum.conflicts ? "n bad" : "n" }, sum.wavefronts ? short(sum.conflicts) : "", was(name, sum)),
            el("td", { class: "n" }, sum.sectors ? short(sum.sectors) : ""),
            el("td", { class: "n" }, sum.bytes ? short(sum.bytes).replace(/[kMGT]?$/, " $&B") : ""),
          ),
        ),
        "Totals",
      ),
      earlier && kernels.some((kernel) => Object.entries(kernel.totals).some(([name, sum]) => was(name, sum)))
        ? el("p", { class: "says" }, `In brackets: ${before.name}, the previous rung.`)
        : "",
      table(["line", "access", "per\u00a0request"], groups[at].slice(0, MOST_ACCESSES).map(row), "Memory accesses"),
      rest(groups[at].slice(MOST_ACCESSES)),
      kernel.problem ? el("p", { class: "says" }, kernel.problem) : "",
    ]),
    el(
      "details",
      { class: "notes says" },
      el("summary", {}, "Notes"),
      el("p", {}, PER_REQUEST),
      kernels.filter((kernel) => kernel.reason).map((kernel) => el("p", {}, `${kernel.exact ? "Exact" : "Not exact"}: ${kernel.reason}.`)),
      notes.map((note, at) => el("p", {}, el("sup", {}, String(at + 1)), ` ${note}`)),
    ),
  );
}
