// The first view: every ladder with the times of its rungs, and how near they come to the ceilings.

import { prose, section } from "./blocks.js";
import { Abandoned, overviewOf, page } from "./data.js";
import { byId, el, short } from "./dom.js";
import { exercises } from "./exercises.js";
import { showFigure } from "./list.js";
import { sizes, time } from "./measured.js";
import { roofline } from "./roofline.js";
import { follow } from "./view.js";

// What is known of each rung, by path; undefined while it is on its way.
const seen = new Map();
// The device and, by ladder, the shape that are chosen.
const chosen = { device: "", shapes: {} };
let drawn = 0;
// Made once: a redrawn view keeps open what is.
let tasks = null;

/** Show one ladder, or all of them for ''. */
export async function showOverview(name) {
  const mine = ++drawn;
  const ladders = page.ladders.filter((one) => !name || one.name === name);
  draft(ladders);
  for (const ladder of ladders) {
    for (const rung of ladder.rungs) {
      if (seen.has(rung.path)) continue;
      // What was given up is asked for again next time.
      const found = await overviewOf(rung.path).catch((error) => (error instanceof Abandoned ? undefined : null));
      if (found === undefined) return;
      seen.set(rung.path, found);
      if (page.live && found?.figure) showFigure(rung, found.figure);
      if (mine !== drawn) return;
      // Live, they come one by one.
      if (page.live) draft(ladders);
    }
  }
  draft(ladders);
}

function draft(ladders) {
  const every = devicesOf(page.ladders);
  if (!every.includes(chosen.device)) chosen.device = every[0] || "";
  const box = byId("glance");
  box.replaceChildren(
    el(
      "div",
      { class: "overview-head" },
      ladders.length === 1 ? "" : el("h2", {}, "All ladders"),
      every.length ? choice("Device", every, chosen.device, (device) => (chosen.device = device)) : "",
      el("p", { class: "says" }, "Choose a rung, by its bar or its dot. Times are on a logarithmic scale: a bar half as long is much more than twice as fast."),
    ),
    ...ladders.map(ladderView),
    ladders.length === page.ladders.length ? (tasks ??= exercises()) : "",
  );

  function choice(name, options, value, set) {
    return chooser(name, options.map((one) => [one, one]), value, (to) => {
      set(to);
      draft(ladders);
    });
  }

  function ladderView(ladder) {
    const device = devicesOf([ladder]).includes(chosen.device) ? chosen.device : devicesOf([ladder])[0] || "";
    const shapes = shapesOf(ladder, device);
    const key = `${ladder.name} ${device}`;
    const usual = ladder.usual && String(ladder.usual.shape);
    const first = shapes.find((one) => String(one) === usual) || shapes.at(-1);
    const shape = shapes.find((one) => String(one) === chosen.shapes[key]) || first;
    const rows = ladder.rungs.map((rung, at) => rowOf(ladder, rung, at, device, shape));
    const limits = limitsOf(rows);
    return section(
      ladder.name,
      el("p", { class: "muted" }, ladder.title),
      shapes.length
        ? el(
            "p",
            { class: "overview-choice" },
            `${device}, `,
            chooser(`Shape of ${ladder.name}`, shapes.map((one) => [String(one), sizes(one)]), String(shape), (to) => {
              chosen.shapes[key] = to;
              draft(ladders);
            }),
          )
        : el("p", { class: "says" }, seen.size < 1 ? "Working ..." : "Nothing is measured or predicted of these."),
      el("div", { class: "overview-row" }, bars(rows, limits), rows.some((one) => one.measured) ? roofline(rows, device) : ""),
      legend(rows, limits),
    );
  }
}

const chooser = (name, options, value, onchange) =>
  el(
    "select",
    { "aria-label": name, onchange: (event) => onchange(event.target.value) },
    options.map(([key, text]) => el("option", { value: key, selected: key === value }, text)),
  );

/** Devices with a time for a rung of these ladders, those with most first. */
function devicesOf(ladders) {
  const often = new Map();
  for (const rung of ladders.flatMap((one) => one.rungs)) {
    const known = seen.get(rung.path);
    for (const one of [...(known?.rows || []), ...(known?.predicted || [])]) {
      often.set(one.device, (often.get(one.device) || 0) + 1);
    }
  }
  const first = ladders[0]?.usual?.device;
  return [...often.keys()].sort((a, b) => (b === first) - (a === first) || often.get(b) - often.get(a));
}

function shapesOf(ladder, device) {
  const found = new Map();
  for (const rung of ladder.rungs) {
    const known = seen.get(rung.path);
    for (const one of [...(known?.rows || []), ...(known?.predicted || [])]) {
      if (one.device === device) found.set(String(one.shape), one.shape);
    }
  }
  const size = (shape) => shape.reduce((a, b) => a * b, 1);
  return [...found.values()].sort((a, b) => size(a) - size(b));
}

/** A rung with what was measured and predicted of it on a device at a shape. */
function rowOf(ladder, rung, at, device, shape) {
  const known = seen.get(rung.path);
  const fits = (one) => one.device === device && String(one.shape) === String(shape);
  const measured = known?.rows.find(fits) || null;
  let predicted = known?.predicted.find(fits) || null;
  if (!predicted && measured?.predicted_us) {
    const [low, high] = page.devices.bands[device] || [1, 1];
    const us = measured.predicted_us;
    predicted = { us, low_us: low * us, high_us: high * us };
  }
  return { rung, known, measured, predicted, removed: removed(known, seen.get(ladder.rungs[at - 1]?.path)) };
}

const SUMS = [
  ["bank conflicts", "conflicts"],
  ["sectors of global memory", "sectors"],
  ["wavefronts of shared memory", "wavefronts"],
];

/** What the machine counts less than in the rung before, as words. */
function removed(now, before) {
  if (!now || !before || String(now.shape) !== String(before.shape)) return [];
  const sum = (known, name) => Object.values(known.totals).reduce((all, one) => all + (one[name] || 0), 0);
  if (!Object.keys(now.totals).length || !Object.keys(before.totals).length) return [];
  return SUMS.map(([words, name]) => [words, sum(before, name), sum(now, name)])
    .filter(([, was, is]) => Math.abs(was - is) > 0.05 * Math.max(was, is))
    .map(([words, was, is]) => `${words} ${short(was)} → ${is ? short(is) : "none"}`);
}

// --- bars -----------------------------------------------------------------------------------------

/** The scale of a ladder's times, and the lines across them. */
function limitsOf(rows) {
  const measured = rows.map((one) => one.measured).filter(Boolean);
  const lines = [];
  const [name] = Object.keys(measured.find((one) => Object.keys(one.libraries).length)?.libraries || {});
  if (name) {
    const times = measured.map((one) => one.libraries[name]).filter(Boolean).sort((a, b) => a - b);
    lines.push({ name, us: times[times.length >> 1], kind: "library" });
  }
  const least = measured.map(atCeiling).filter(Boolean);
  if (least.length) lines.push({ name: "ceiling", us: Math.min(...least), kind: "ceiling" });
  const every = rows
    .flatMap((one) => [one.measured?.time_us, one.predicted?.low_us, one.predicted?.high_us])
    .concat(lines.map((one) => one.us))
    .filter(Boolean);
  if (!every.length) return null;
  const [low, high] = [Math.log(Math.min(...every) * 0.8), Math.log(Math.max(...every) * 1.02)];
  const part = (us) => Math.max(0, Math.min(100, (100 * (Math.log(us) - low)) / (high - low)));
  return { lines, part, ticks: ticks(Math.exp(low), Math.exp(high)) };
}

/** The time that the device's ceiling would allow. */
function atCeiling(row) {
  const rate = row.bound === "memory" ? row.gbps : row.tflops;
  return row.ceiling ? (row.time_us * rate) / row.ceiling : null;
}

function ticks(low, high) {
  const found = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    for (const digit of high / low < 30 ? [1, 2, 5] : [1]) {
      const at = digit * 10 ** power;
      if (at >= low && at <= high) found.push(at);
    }
  }
  return found;
}

function bars(rows, limits) {
  return el(
    "div",
    { class: rows.some((one) => one.predicted) ? "bars" : "bars alone", role: "list", "aria-label": "Times of the rungs" },
    limits
      ? el(
          "div",
          { class: "bar-row bar-scale", "aria-hidden": "true" },
          el("span", {}),
          el("span", { class: "bar-track" }, limits.ticks.map((us) => placed("i", "tick", limits.part(us), round(us)))),
        )
      : "",
    rows.map((row) => barRow(row, limits)),
  );
}

const placed = (name, kind, left, text = "") => {
  const made = el(name, { class: kind }, text);
  made.style.left = `${left.toFixed(2)}%`;
  return made;
};

const round = (us) => time(us).replace(/^[\d.]+/, (digits) => String(Number(digits)));

function barRow({ rung, known, measured, predicted, removed: less }, limits) {
  const told = [
    measured ? `measured ${time(measured.time_us)}` : "",
    predicted ? `predicted ${time(predicted.us)}` : "",
  ].filter(Boolean);
  const track = el("span", { class: "bar-track" });
  if (limits) {
    track.append(...limits.lines.map((one) => placed("i", `mark ${one.kind}`, limits.part(one.us))));
    if (measured) track.append(wide("measured", limits.part(measured.time_us)));
    if (predicted) {
      track.append(wide("predicted", limits.part(predicted.us)));
      const band = wide("band", limits.part(predicted.high_us) - limits.part(predicted.low_us));
      band.style.left = `${limits.part(predicted.low_us)}%`;
      track.append(band);
    }
  }
  return el(
    "div",
    { class: "bar-row", role: "listitem" },
    el(
      "a",
      {
        href: `#${encodeURI(rung.path)}`,
        "aria-label": `${rung.name}: ${told.join(", ") || "no time"}`,
        onclick: (event) => follow(event, rung.path, ""),
      },
      el("span", { class: "bar-name" }, el("span", { class: "index" }, String(rung.index).padStart(2, "0")), ` ${rung.name}`),
      track,
      el("span", { class: "bar-time" }, told.length ? told.map((text) => el("span", {}, text)) : known === undefined ? "..." : source(rung, known)),
    ),
    el("p", { class: "bar-says" }, prose(rung.summary), less.length ? el("span", {}, ` ${less.join("; ")}.`) : ""),
  );
}

/** Where nothing was measured here, what the ladder's source has. */
const source = (rung, known) => {
  const figure = known?.figures.find((one) => one.value !== null);
  return figure ? el("span", { title: `${figure.text || ""} ${figure.source}` }, `source: ${rung.figure}`) : el("span", {}, "no time");
};

const wide = (kind, part) => {
  const made = el("i", { class: kind });
  made.style.width = `${Math.max(0.4, part).toFixed(2)}%`;
  return made;
};

function legend(rows, limits) {
  if (!limits) return "";
  const others = new Map();
  for (const { measured } of rows) {
    for (const [name, us] of Object.entries(measured?.libraries || {})) {
      if (!others.has(name)) others.set(name, us);
    }
  }
  const counted = rows.find((one) => one.removed.length);
  const drawnLines = limits.lines.map((one) => el("span", {}, el("i", { class: `key ${one.kind}` }), ` ${one.name} ${time(one.us)}`));
  const rest = [...others].filter(([name]) => !limits.lines.some((one) => one.name === name));
  return el(
    "p",
    { class: "says overview-legend" },
    rows.some((one) => one.measured) ? el("span", {}, el("i", { class: "key measured" }), " measured") : "",
    rows.some((one) => one.predicted) ? el("span", {}, el("i", { class: "key predicted" }), " predicted, with its band") : "",
    drawnLines,
    rest.map(([name, us]) => el("span", {}, `${name} ${time(us)}`)),
    counted ? el("span", {}, `Counts, of the machine code at ${sizes(counted.known.shape)}: the rung before → this one.`) : "",
  );
}
