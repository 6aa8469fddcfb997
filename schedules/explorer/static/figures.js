// Recorded times: a figure exists for exactly one key (kernel, size, device, compiler, regime), or a
// sentence says why there is none.

import { page, peek } from "./data.js";
import { sizes, time } from "./format.js";
import { isLast, predictionOf, shown } from "./kernel.js";
import { ladderAt, REGIMES, rungAt, sizeOf, state } from "./store.js";

export const onCpu = (ladder) => ladder.rungs.length > 0 && ladder.rungs.every((one) => one.target !== "cuda");

/** GPUs with recorded times, the ladders' usual one first. */
export function devices() {
  const found = Object.entries(page.devices?.ceilings || {}).filter(([, one]) => one.copy_gbps !== undefined);
  const often = (device) => page.ladders.filter((one) => one.usual?.device === device).length;
  return found.map(([device]) => device).sort((a, b) => often(b) - often(a));
}

/** The device of a ladder's times: a CPU's ladder has its own. */
export function deviceOf(ladder) {
  if (onCpu(ladder)) return ladder.usual?.device || "";
  return devices().includes(state.device) ? state.device : devices()[0] || "";
}

/** What the overview has of a rung: undefined while it is not known, null for nothing. */
export const seenOf = (path) => {
  const found = peek({ rung: path, overview: true });
  return found?.error ? null : found?.value;
};

/** Compilers whose code has times on the ladder's device, the one of the code that is shown, and the chosen one. */
export function compilersOf(ladder) {
  if (onCpu(ladder)) return [];
  const device = deviceOf(ladder);
  const rows = ladder.rungs.flatMap(({ path }) => [...(seenOf(path)?.rows || []), ...(seenOf(path)?.predicted || [])]);
  const timed = rows.filter((row) => row.device === device).map((row) => row.compiler);
  const of = shown.kernel?.record.ladder === ladder.name ? shown.kernel.details?.compiler : "";
  return [...new Set([...timed, of, state.compiler].filter(Boolean))];
}

/** The compiler of a ladder's times: the chosen one, else the one whose code was timed; '' for any. */
export const compilerOf = (ladder) => (onCpu(ladder) ? "" : state.compiler || compilersOf(ladder)[0] || "");

/** Whether a row is of the key's device, compiler and size. */
export function isAt(ladder, row, size = sizeOf(ladder)) {
  const compiler = compilerOf(ladder);
  return row.device === deviceOf(ladder) && String(row.shape) === String(size) && (!row.compiler || !compiler || row.compiler === compiler);
}

/** A recorded row as the chosen regime has it; null where it was not timed in that. */
function asTimed(row) {
  if (!row || state.regime === "sustained") return row || null;
  if (!row.cold_us) return null;
  const faster = row.time_us / row.cold_us;
  const rates = { tflops: row.tflops * faster, gbps: row.gbps * faster };
  return { ...row, ...rates, time_us: row.cold_us, libraries: row.cold_libraries };
}

/** The recorded row of a rung as it is written, at the key; null where there is none. */
export const measuredAt = (ladder, path) => asTimed(seenOf(path)?.rows.find((row) => isAt(ladder, row)));

/** What was recorded as a prediction for a rung at the key. */
export function recordedPrediction(ladder, path, kernel = null) {
  const seen = seenOf(path);
  const size = kernel ? kernel.record.shape : sizeOf(ladder);
  const row = seen?.rows.find((one) => isAt(ladder, one, size));
  if (row?.predicted) return { ...row.predicted, compiler: row.compiler, device: row.device, shape: row.shape };
  return seen?.predicted.find((one) => isAt(ladder, one, size)) || null;
}

/** 'block_k = 8, arch = sm_80'. */
export const numbers = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");

/** The numbers of the key by which a kernel differs from the written one, '' for none. */
export const changedIn = ({ record }) =>
  record.written === false ? numbers({ ...state.tile, ...(state.arch && { arch: state.arch }) }) : "";

/** Whose figures these are: '16384³ on NVIDIA H200, code by nvcc 13.0, launches back to back'. */
export function conditions(ladder, kernel = null) {
  const by = compilerOf(ladder);
  const size = sizeOf(ladder) || kernel?.record.shape;
  return (
    [size?.length && sizes(size), `on ${deviceOf(ladder)}`].filter(Boolean).join(" ") +
    (by ? `, code by ${by}` : "") +
    `, ${REGIMES[state.regime]}`
  );
}

/** The recorded row of a kernel at the key, or why there is none: {row} or {why}. */
export function measuredOf(ladder, kernel) {
  const { record, at } = kernel;
  const recorded = rungAt(kernel.path) && seenOf(kernel.path)?.rows.length;
  if (kernel.saved || !recorded) return { why: "" };
  const changed = changedIn(kernel);
  if (changed) return { why: `Not timed with ${changed}: times are recorded for the kernel as it is written.` };
  if (at < record.steps.length - 1) return { why: `Only the rung's last step was timed, ${record.steps.at(-1).name}.` };
  const row = measuredAt(ladder, kernel.path);
  return row ? { row } : { why: `No time is recorded at ${conditions(ladder, kernel)}.` };
}

/** The predicted time at the key: that of the code shown, or a recorded one for the key's compiler. */
export function predictedAt(kernel) {
  // The model predicts launches back to back.
  if (state.regime !== "sustained") return null;
  const ladder = ladderAt(kernel.path);
  const found = predictionOf(kernel);
  const by = ladder ? compilerOf(ladder) : "";
  if (found && (!by || !found.compiler || by === found.compiler)) return found;
  const written = ladder && kernel.record.written !== false && isLast(kernel) && !kernel.saved;
  return written ? recordedPrediction(ladder, kernel.path, kernel) : null;
}

export const band = (found) => `between ${time(found.low_us)} and ${time(found.high_us)}`;
