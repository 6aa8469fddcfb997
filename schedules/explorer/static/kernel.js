// The kernel at a key: its record, a step of it, what is known of the step. And the one that is shown.

import { askAgain, page, peek, Refusal, read } from "./data.js";
import { button } from "./dom.js";
import { sizes } from "./format.js";
import { ladderAt, redrawn, rungAt, rungs, SIDES, sizeOf, state } from "./store.js";

/**
 * @typedef {{path: string, query: object, record: any, at: number, details: any, saved: boolean, before: any}} Kernel
 *   `details` is undefined while they are fetched, null where this page has none
 */

/** What is shown: the last kernel at the state's key that was there as a whole, the pinned ones and the panes' texts. */
export const shown = { kernel: null, key: {}, pins: {}, sides: {} };

/** What a side shows: the step that is chosen, or the one it is pinned to. */
export const shownIn = (side) => (state[side].pin && shown.pins[side]) || shown.kernel;

/** The side that goes along; the right one where both do, or none. */
export const freeSide = () => (state.right.pin && !state.left.pin ? "left" : "right");

/** The query of a rung's record: at its ladder's size, with the numbers of the key if it is the key's rung. */
function queryOf(path, written = false) {
  const query = { rung: path };
  const ladder = ladderAt(path);
  const size = page.live && sizeOf(ladder);
  if (size && String(size) !== String(rungAt(path).shape)) query.shape = size;
  if (!page.live || written) return query;
  if (state.arch && (path === state.path || ladder === ladderAt(state.path))) query.arch = state.arch;
  if (path === state.path && Object.keys(state.tile).length) query.tile = state.tile;
  return query;
}

/**
 * A step of a rung, the last one for ''; with `saved` as it was before the last save. {error} where it
 * is refused, null while it is fetched. @returns {any}
 */
export function kernelOf(path, step, { written = false, saved = false } = {}) {
  if (!rungAt(path) && !saved) return { error: new Refusal(`This page has no ${path}.`) };
  const query = queryOf(path, written);
  const answer = saved ? peek(query, true) || { error: new Refusal(`The version of ${path} before the last save is gone.`) } : read(query);
  if (answer.error) return answer;
  if (!answer.value) return null;
  const record = answer.value;
  const named = record.steps.findIndex((one) => one.key === step);
  const at = named < 0 ? record.steps.length - 1 : named;
  const why = otherSize(path, record);
  const details = detailsOf(record, at, query, saved);
  const found = { path, query, record, at, saved, details, before: null };
  if (why && details) found.details = codeOnly(details, why);
  const counts = details?.uncounted && extra(found, "count")?.value;
  if (counts) found.details = withCounts(details, counts);
  return found;
}

const counted = new WeakMap();

/** Details with the costs that took long to count. */
function withCounts(details, counts) {
  if (!counted.has(counts)) counted.set(counts, { ...details, ...counts, uncounted: "" });
  return counted.get(counts);
}

/** Why the counts of a file's record are not those of the key, '' if they are. */
function otherSize(path, { shape }) {
  const size = !page.live && sizeOf(ladderAt(path));
  if (!size || String(size) === String(shape)) return "";
  return `This file has the code and its counts at ${sizes(shape)} only, not at ${sizes(size)}.`;
}

const codes = new WeakMap();

/** Details without their figures, which are of another size than the key's; `why` says so. */
function codeOnly(details, why) {
  const { passes, machine, compiler, problems } = details;
  if (codes.get(details)?.why !== why) codes.set(details, { passes, machine, compiler, problems, why });
  return codes.get(details);
}

/** Passes and machine code of a step: undefined while they are fetched, null where this page has none. */
function detailsOf(record, at, query, saved) {
  const step = record.steps[at];
  if (step.details || !page.live) return step.details || null;
  if (step.problem) return null;
  const asked = { ...query, step: step.key };
  const answer = saved ? peek(asked, true) || { value: null } : read(asked);
  if (answer.error) answer.value = { passes: [], problems: { machine: answer.error.message } };
  return answer.value;
}

/** The details of another step of a kernel's, as far as they are known; with `wanted` they are fetched. */
export function detailsAt({ record, query }, at, wanted) {
  const step = record.steps[at];
  if (!step || step.details || !page.live) return step?.details;
  const asked = { ...query, step: step.key };
  return (wanted && !step.problem ? read(asked) : peek(asked))?.value;
}

/** The path of the previous rung of the ladder, null for the first. */
export function pathBefore(path) {
  const at = rungs.findIndex((one) => one.path === path);
  return at < 1 || rungs[at - 1].ladder !== rungs[at].ladder ? null : rungs[at - 1].path;
}

/** The previous rung of a kernel's, at its last step: null where there is none, undefined while it is fetched. */
export function rungBefore(kernel) {
  const path = pathBefore(kernel.path);
  if (!path) return null;
  const found = kernelOf(path, "");
  return found ? (found.record ? found : null) : undefined;
}

/** The kernel of a pin. Beside its own rung with other numbers it is that rung as it is written. */
export const pinned = ({ path, step, saved }) => kernelOf(path, step, { written: path === state.path && !saved, saved });

// --- what takes longer ----------------------------------------------------------------------------

// What the reader asked for: predictions, verdicts, pipelines, by query.
const asked = new Set();

/** Live: have something of a step that is made on request only: what "predict", "pipeline", "verify", "advise" and "count"
 * give, or "why" its time differs from that of `value`, another kernel. @param {any} value */
export function ask(kernel, what, value = true) {
  asked.add(JSON.stringify(extraQuery(kernel, what, value)));
}

/** A button that has something made of the shown step. @param {any} value */
export function asking(text, what, value = true) {
  const asked = () => {
    askAgain();
    ask(shown.kernel, what, value);
    redrawn();
  };
  return button(text, asked, { class: what });
}

const extraQuery = ({ query, record, at }, what, value) => ({ ...query, step: record.steps[at].key, [what]: value });
const NAMES = { predict: "prediction", pipeline: "pipeline", verify: "verify", advise: "advice" };

/** The answer to such a request: {} while it is made, null if nobody asked. @param {any} value @returns {any} */
export function extra(kernel, what, value = true) {
  const { record, at, details, saved } = kernel;
  const name = NAMES[what] || what;
  if (details?.why) return { error: new Refusal(details.why) };
  const found = details?.[name] || (at === record.steps.length - 1 && record[name]);
  if (found) return found.problem ? { error: new Refusal(found.problem) } : { value: found };
  if (!page.live) return null;
  const query = extraQuery(kernel, what, value);
  if (saved) return peek(query, true) || null;
  return asked.has(JSON.stringify(query)) ? read(query) : null;
}

/** The predicted time of a kernel, null where there is none. */
export const predictionOf = (kernel) => {
  const found = extra(kernel, "predict")?.value;
  return found?.launches ? found : null;
};

/** The pipeline's record of a kernel, null where there is none. */
export const pipelineOf = (kernel) => {
  const found = extra(kernel, "pipeline")?.value;
  return found?.warps ? found : null;
};

export const isLast = ({ record, at }) => at === record.steps.length - 1;

/** Whether a side shows the key's own kernel. */
export const isOwn = (side) => shownIn(side) === shown.kernel;
export const freeSides = () => SIDES.filter((side) => !state[side].pin);
