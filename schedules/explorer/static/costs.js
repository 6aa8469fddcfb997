// The cost of each line and each instruction, as a share of the launch's total.

import { percent } from "./format.js";
import { predictionOf } from "./kernel.js";
import { state } from "./store.js";

export const METRICS = { us: "predicted time", wavefronts: "shared wavefronts", sectors: "global sectors", issued: "issued instructions" };
export const SHORT = { us: "time %", wavefronts: "wave %", sectors: "sect %", issued: "inst %" };
const LEAST = { wavefronts: "leastWavefronts", sectors: "leastSectors" };

const made = new WeakMap();

/**
 * Costs of a kernel: by `rows` of the SASS, by `lines` of the CUDA and of the `tir`, `all` their sums; of
 * a row or line {issued, wavefronts, leastWavefronts, sectors, leastSectors, us}. Null where nothing
 * was counted.
 */
export function costsOf(of) {
  const { details } = of;
  if (!details?.costs?.length || !details.machine) return null;
  const prediction = predictionOf(of);
  const known = made.get(details);
  if (known && known.prediction === prediction) return known;
  const rows = new Map();
  for (const launch of details.costs) countLaunch(launch, rows);
  for (const launch of prediction?.launches || []) {
    const places = details.costs.find((one) => one.kernel === launch.kernel)?.rows || [];
    for (const [at, , us, causes] of launch.instructions) {
      if (!rows.has(places[at])) continue;
      rows.get(places[at]).us += us;
      addCauses(causes, rows.get(places[at]));
    }
  }
  const lines = new Map();
  const tir = new Map();
  const all = none();
  const tirLines = of.record.steps[of.at].tir_lines || [];
  for (const [row, cost] of rows) {
    const line = details.machine.sass.cuda[row];
    add(cost, all);
    if (line) add(cost, placed(lines, line));
    if (tirLines[line - 1]) add(cost, placed(tir, tirLines[line - 1]));
  }
  const found = { prediction, rows, lines, tir, all };
  made.set(details, found);
  return found;
}

const SUMMED = ["issued", "wavefronts", "leastWavefronts", "sectors", "leastSectors", "us"];
const none = () => ({ ...Object.fromEntries(SUMMED.map((name) => [name, 0])), causes: {} });

/** The cost of a line, zero at first. */
function placed(costs, line) {
  if (!costs.has(line)) costs.set(line, none());
  return costs.get(line);
}

/** Add a cost to another one. */
function add(cost, to) {
  for (const name of SUMMED) to[name] += cost[name];
  addCauses(cost.causes, to);
}

function addCauses(causes, to) {
  for (const [name, us] of Object.entries(causes)) to.causes[name] = (to.causes[name] || 0) + us;
}

/** The two largest stall reasons of a cost with their shares of its time, '' where no time is predicted. */
export function stallsOf({ causes }) {
  const all = Object.values(causes).reduce((sum, us) => sum + us, 0);
  const parts = Object.entries(causes).sort((a, b) => b[1] - a[1]);
  const told = parts.slice(0, 2).map(([name, us]) => `${name} ${percent(us / all)}`);
  return told.join(", ");
}

function countLaunch({ rows, issued, memory }, into) {
  for (const [at, often] of issued.entries()) into.set(rows[at], { ...none(), issued: often });
  for (const [at, shared, , taken, least] of memory) {
    const cost = into.get(rows[at]);
    if (!cost) continue;
    cost[shared ? "wavefronts" : "sectors"] += taken || 0;
    cost[shared ? "leastWavefronts" : "leastSectors"] += least || 0;
  }
}

/** The metrics that are not zero. */
export const metricsOf = (costs) => (costs ? Object.keys(METRICS).filter((name) => costs.all[name]) : []);

/** The metric that margins and tables show, '' where there is none. */
export function metricOf(costs) {
  const some = metricsOf(costs);
  if (some.includes(state.metric)) return state.metric;
  return state.metric === "none" ? "" : some[0] || "";
}

/** A cost's share of the total, and how much of it is above the minimum, both from 0 to 1. */
export function partOf(cost, costs, metric) {
  if (!cost || !metric || !costs.all[metric]) return { share: 0, excess: 0 };
  const least = LEAST[metric];
  return { share: cost[metric] / costs.all[metric], excess: least && cost[metric] ? (cost[metric] - cost[least]) / cost[metric] : 0 };
}

/** A line's share of a cost in words, '' where it has none. */
export function costText(bar) {
  if (!bar?.length) return "";
  const beyond = bar.excess > 0.005 ? `, ${percent(bar.excess)} of that above the minimum` : "";
  return `${percent(bar.share)} of ${METRICS[bar.metric]}${beyond}`;
}
