// The page: shows the selected rung and follows links.

import { openBanks } from "./banks.js";
import { prose } from "./blocks.js";
import { readTimes } from "./compare.js";
import { context, contextBy, seen, showContext } from "./context.js";
import { want } from "./costs.js";
import { abandon, details, everyOverview, page, prediction, progressBy, Refusal, rung } from "./data.js";
import { byId, el, redraw } from "./dom.js";
import { fields } from "./fields.js";
import { sortable } from "./hottest.js";
import { information } from "./info.js";
import { accessFor, hint, placesOf } from "./links.js";
import { showFigures, showList } from "./list.js";
import { draft, showOverview } from "./overview.js";
import { openPipeline } from "./pipeline.js";
import { watchFiles } from "./reload.js";
import { parsed } from "./route.js";
import { choosePrimitive, fit, redrawMargins, showAccess, showLine, showRow, showSides } from "./sides.js";
import { primitiveCounts } from "./texts.js";
import { showTour } from "./tour.js";
import { elsewhere, goTo, now, plain, remember, rungs, shownBy, SIDES, view } from "./view.js";
import "./keys.js";
import "./splitter.js";

let turn = 0;

// A shorter wait shows no status.
const LATE_MS = 250;
let waiting = 0;

/** Whether the page waits for a rung; meanwhile it shows the previous one. */
function busy(waits) {
  clearTimeout(waiting);
  document.body.classList.toggle("busy", waits);
  const late = (is) => {
    document.body.classList.toggle("late", is);
    byId("status").textContent = is ? "Working ..." : "";
  };
  if (!waits) late(false);
  else waiting = setTimeout(() => late(true), LATE_MS);
}

/**
 * Load and show the rung of `view`; `stay` keeps the scroll positions. Refused numbers stay in the
 * fields, and `view` is again what is shown.
 */
async function show(stay = false, anew = false) {
  const mine = ++turn;
  const path = view.path;
  const wanted = view.changes;
  abandon((query) => concerns(query, path, wanted));
  busy(true);
  if (!now.record) showList();
  let record;
  try {
    record = await rung(path, wanted);
  } catch (error) {
    if (mine !== turn) return;
    busy(false);
    if (!(error instanceof Refusal)) {
      byId("message").textContent = String(error);
      throw error;
    }
    if (Object.keys(wanted).length && now.record?.path !== path) {
      // A link with numbers that do not fit: show the rung as written, and the reason.
      view.changes = {};
      await show(stay);
      if (mine + 1 !== turn) return;
    }
    refused(error, wanted);
    return;
  }
  if (mine !== turn) return;
  const at = record.steps.findIndex((step) => step.key === view.step);
  now.at = at >= 0 ? at : record.steps.length - 1;
  now.record = record;
  now.changes = wanted;
  view.step = record.steps[now.at].key;
  now.details = record.steps[now.at].details || null;
  now.before = await before(path);
  if (mine !== turn) return;
  atGlance(false);
  await Promise.all(SIDES.map(pinned));
  if (mine !== turn) return;
  for (const side of SIDES) fit(side);
  remember(anew);
  busy(false);
  if (record.shape.length) context.shapes[record.ladder] = record.shape;
  showContext();
  showList();
  fields(record, wanted, changed);
  showSides(stay);
  // A missing line or pass was corrected.
  remember();
  showInformation();
  showTour();
  document.title = `${record.name}:${view.step} - schedules`;
  byId("where").textContent = `${record.path}:${view.step}`;
  // Not awaited: other numbers may be requested meanwhile.
  complete(mine);
}

/** Whether a query belongs to the view, so that its build is still needed. */
function concerns({ rung: of, step, overview, predict, pipeline, verify: verifies, grade, ...changes }, path, wanted) {
  if (grade) return true;
  if (overview || predict || pipeline || verifies) return false;
  if (changes.files) return true;
  if (of === path && JSON.stringify(changes) === JSON.stringify(wanted)) return !step || step === view.step;
  // Rungs to compare with.
  return !step && [pathBefore(path), ...SIDES.map((side) => view[side].pin?.path)].includes(of);
}

async function complete(mine) {
  if (!now.details && page.live && !now.record.steps[now.at].problem) await more(mine);
  if (mine === turn && view.banks !== null) await openBanks(view.banks === "worst" ? await accessFor("right") : view.banks);
  if (!page.live) return;
  const pins = SIDES.map((side) => view[side].pin?.path).filter(Boolean);
  if (pins.length && (await readTimes([view.path, ...pins]).catch(() => false)) && mine === turn) showTimes();
  await accessesBefore(mine);
}

/** Live: the accesses of the previous rung, whose conflicts are listed beside those of this one. */
async function accessesBefore(mine) {
  if (mine !== turn || !now.details?.accesses?.length || !now.before || !alikeBefore()) return;
  const found = await details(now.before.path, {}, now.before, now.before.steps.length - 1).catch(() => null);
  if (found && mine === turn) showInformation();
}

/** Whether the last step is shown, at the previous rung's size. */
const alikeBefore = () => now.at === now.record.steps.length - 1 && `${now.before.shape}` === `${now.record.shape}`;

/** Times on every part of the page but the overview. */
function showTimes() {
  showContext();
  showFigures();
  if (now.record) showInformation();
}

/** Fetch and show what takes longer. */
async function more(mine) {
  try {
    const found = await details(view.path, view.changes, now.record, now.at);
    if (mine !== turn || !found) return;
    now.details = found;
  } catch (error) {
    if (mine !== turn) return;
    now.details = { passes: [], problems: { machine: error.message } };
  }
  byId("status").textContent = "";
  showContext();
  showSides(true);
  showInformation();
}

/** Load the rung that a side is pinned to; remove a pin to an unknown rung. */
async function pinned(side) {
  const { pin } = view[side];
  if (!pin) return;
  const known = now.pins[side];
  if (known?.record.path === pin.path && known.record.steps[known.at].key === pin.step) return;
  try {
    if (!rungs.some((one) => one.path === pin.path)) throw new Refusal(`This page has no ${pin.path}.`, "");
    const changes = now.changes.shape && now.record.path.startsWith(`${pin.path.split(":")[0]}:`) ? { shape: now.changes.shape } : {};
    const record = await rung(pin.path, changes);
    const named = record.steps.findIndex((step) => step.key === pin.step);
    const at = named < 0 ? record.steps.length - 1 : named;
    pin.step = record.steps[at].key;
    now.pins[side] = { record, at, details: await details(pin.path, changes, record, at), before: await before(pin.path) };
  } catch (error) {
    view[side].pin = null;
    byId("message").textContent = error.message;
  }
}

/** The previous rung of the ladder, for comparisons; null for the first. */
async function before(path) {
  const found = pathBefore(path);
  try {
    return found && (await rung(found));
  } catch {
    return null;
  }
}

function pathBefore(path) {
  const at = rungs.findIndex((one) => one.path === path);
  return at < 1 || rungs[at - 1].ladder !== rungs[at].ladder ? null : rungs[at - 1].path;
}

function showInformation() {
  const found = now.before?.steps.at(-1).details?.accesses;
  const parts = information(now.record, now.at, now.details, {
    live: page.live,
    before: found && alikeBefore() ? { name: now.before.name, accesses: found } : null,
    go: (step) => goTo(view.path, step),
    counts: primitiveCounts(now.record, now.at),
    primitive: view.left.level === "primitive" ? view.left.at - 1 : -1,
    hint,
    choose: choosePrimitive,
    line: showLine,
    row: showRow,
    access: showAccess,
    banks: openBanks,
    worst: async () => openBanks(await accessFor(now.side)),
    redraw: showInformation,
    pipeline: pipelineOf(now) || (page.live && now.record.target === "cuda") ? pipeline : null,
    predict: page.live && now.record.target === "cuda" ? predict : null,
    verify: page.live ? verify : null,
  }).filter(Boolean);
  byId("reason").replaceChildren(el("b", {}, now.record.steps[now.at].name), " ", ...prose(now.record.steps[now.at].why));
  const box = byId("details");
  const shown = `${now.record.path}:${view.step}`;
  if (box.dataset.of !== shown) queueMicrotask(() => (byId("side").scrollTop = 0));
  box.dataset.of = shown;
  redraw(box, () => box.replaceChildren(...parts));
  sortable(box, (metric) => {
    want(metric);
    redrawMargins();
    showInformation();
  });
}

/** The pipeline record of a step; a file has it only for the last step. */
function pipelineOf({ record, at, details: known }) {
  const found = known?.pipeline || (at === record.steps.length - 1 ? record.pipeline : null);
  return found?.warps ? found : null;
}

/** Open the pipeline view; on the live page, predict it first. */
async function pipeline() {
  if (!pipelineOf(now) && !(await ask("pipeline"))) return;
  const found = pipelineOf(now);
  openPipeline(found, { place: placesOf(now.details, found.kernel), show: ({ row, line }) => (line ? showLine(line) : showRow(row)) });
}

/** Live: the predicted time of the step that is shown, line by line. */
const predict = async () => (await ask("predict")) && redrawMargins();

/** Live: run the step that is shown on the CPU, and compare its outputs. */
const verify = () => ask("verify");

/** Request a prediction or a verdict for the current step; whether it arrived. The reason of a refusal is shown in its place. */
async function ask(what) {
  const [mine, found] = [turn, now.details];
  byId("status").textContent = what === "verify" ? "Verifying ..." : "Predicting ...";
  found.refused = {};
  try {
    found[what === "predict" ? "prediction" : what] = await prediction(view.path, view.changes, view.step, what);
  } catch (error) {
    found.refused = { [what === "verify" ? "verify" : "predict"]: error.message };
  }
  if (mine !== turn) return false;
  byId("status").textContent = "";
  showInformation();
  return !Object.keys(found.refused).length;
}

for (const side of SIDES) {
  byId(side).querySelector(".metric").addEventListener("change", (event) => {
    want(event.target.value);
    redrawMargins();
    showInformation();
  });
}

/** Show why `wanted` is refused; `view` is again what is shown. */
function refused(error, wanted) {
  // A kernel in a file has no fields.
  const fielded = now.record?.path === view.path && !now.record.levels && error.field !== "rung";
  if (fielded) fields(now.record, wanted, changed, error.message, error.field);
  else byId("message").textContent = error.message;
  if (!now.record) {
    for (const side of SIDES) byId(`${side}-empty`).textContent = "";
    return;
  }
  const { path, steps } = now.record;
  Object.assign(view, { path, step: steps[now.at].key, changes: now.changes });
  remember();
}

// Edits within this time are one.
const EDIT_MS = 120;

/** Other tile numbers, shape or arch; pending requests of others are cancelled. */
async function changed(changes) {
  const at = turn;
  view.changes = changes;
  await new Promise((go) => setTimeout(go, EDIT_MS));
  if (at === turn && view.changes === changes) await show(true, true);
}

/** Show a ladder at a glance, or all of them for ''. */
function glance(name) {
  turn++;
  abandon((query) => query.overview || query.files || query.grade);
  busy(false);
  view.overview = name;
  remember();
  document.title = `${name || "all ladders"} - schedules`;
  byId("where").textContent = name ? `Overview of ${name}` : "Overview";
  byId("message").textContent = "";
  atGlance(true);
  showList();
  showTour();
  showOverview(name);
}

function atGlance(is) {
  document.body.classList.toggle("overview", is);
  byId("glance").hidden = !is;
}

/** 'block_k = 8, arch = sm_80'. */
function told({ shape, arch, tile }) {
  const parts = Object.entries({ ...tile, ...(shape && { shape: shape.join(",") }), ...(arch && { arch }) });
  return parts.map(([name, value]) => `${name} = ${value}`).join(", ");
}

function route() {
  const link = parsed(location.hash);
  const plainly = !link.path && link.overview === null;
  if (link.overview !== null || (plainly && rungs.length > 1 && !page.files?.length)) {
    const known = !link.overview || page.ladders.some((one) => one.name === link.overview);
    glance(known ? link.overview || "" : "");
    if (!known) byId("message").textContent = `This page has no ladder ${link.overview}.`;
    return;
  }
  view.overview = null;
  const one =
    rungs.find((candidate) => candidate.path === link.path) ||
    rungs.find((candidate) => `${candidate.ladder}:` === link.path) ||
    null;
  const message = byId("message");
  message.textContent = "";
  if (!one && link.path) message.textContent = `This page has no ${link.path.replace(/:$/, "")}.`;
  const chosen = one || rungs.find((candidate) => candidate.path === view.path) || rungs[0];
  if (!chosen) {
    message.textContent = "No ladder here.";
    return;
  }
  if (one && link.step && !one.steps.some((step) => step.key === link.step)) {
    message.textContent = `${one.path} has no step ${link.step}.`;
  }
  view.path = chosen.path;
  view.step = one ? link.step : view.step;
  view.changes = page.live ? link.changes : {};
  if (!page.live && Object.keys(link.changes).length) {
    message.textContent = `This page has the kernel as it was written; for ${told(link.changes)} open the link in schedules serve.`;
  }
  view.banks = link.banks;
  view.tour = link.tour;
  if (link.left) view.left = link.left;
  if (link.right) view.right = link.right;
  if (link.right && !link.left && view.left.level === link.right.level) view.left = plain("tir");
  show(false);
}

for (const event of ["hashchange", "popstate"]) {
  addEventListener(event, () => {
    if (elsewhere()) route();
  });
}
shownBy(show);
byId("overview-link").addEventListener("click", (event) => {
  event.preventDefault();
  history.pushState(null, "", "#overview");
  glance("");
});

progressBy((text) => (byId("status").textContent = `Working: ${text} ...`));

if (page.files?.length) {
  byId("status").textContent = `Reading ${page.files.join(", ")} ...`;
  watchFiles(readAgain, (problem, again) => {
    byId("status").textContent = "";
    if (!again) route();
    else if (view.overview === null) show(true);
    const gone = again && !rungs.some((one) => one.path === view.path) && `${view.path} is no longer in the files: this is its last version.`;
    byId("message").textContent = [problem, gone].filter(Boolean).join("\n");
  });
} else route();

/** Before files are read again. A view of the last step goes on to the new last step. */
function readAgain() {
  byId("message").textContent = "";
  byId("status").textContent = `Reading ${page.files.join(", ")} ...`;
  if (now.record && now.at === now.record.steps.length - 1) view.step = "";
}

contextBy(() => {
  if (view.overview !== null) draft();
  else showTimes();
});
if (!page.live) {
  everyOverview().then((found) => {
    for (const [path, known] of Object.entries(found)) seen.set(path, known);
    showTimes();
  });
}
