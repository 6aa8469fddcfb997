// The page: draws the state, and follows links.

import { showBanks } from "./banks.js";
import { showContext } from "./context.js";
import { askAgain, cancelAll, drawing, drawn, heardBy, page, read, waiting } from "./data.js";
import { byId } from "./dom.js";
import { refuse, showFields } from "./fields.js";
import { numbers } from "./figures.js";
import { showInformation } from "./info.js";
import { extra, kernelOf, pinned, pipelineOf, rungBefore, shown } from "./kernel.js";
import { accessFor, placesOf } from "./links.js";
import { showList } from "./list.js";
import { showOverview } from "./overview.js";
import { openPipeline } from "./pipeline.js";
import { watchFiles } from "./reload.js";
import { parsed } from "./route.js";
import { showLine, showRow, showSides } from "./sides.js";
import {
  change,
  chosenSize,
  correct,
  drawnBy,
  elsewhere,
  ladderAt,
  plain,
  REGIMES,
  redrawn,
  rungAt,
  rungs,
  SIDES,
  say,
  state,
  withSize,
} from "./store.js";
import { showTour } from "./tour.js";
import { showVerdict } from "./verdict.js";
import "./keys.js";

// A shorter wait shows no status.
const LATE_MS = 250;

/** Whether the page waits for a kernel; meanwhile it shows the previous one. */
function busy(waits) {
  document.body.classList.toggle("busy", waits);
}

// --- drawing --------------------------------------------------------------------------------------

/** Show the state: every view, from what is known; what is missing is fetched, and this comes again. */
function draw() {
  drawing();
  const overview = state.overview !== null;
  document.body.classList.toggle("overview", overview);
  byId("glance").hidden = !overview;
  if (overview) showGlance();
  else if (rungs.length) showKernel();
  showContext();
  showList();
  if (!document.body.classList.contains("busy")) showTour();
  drawn();
  const waits = waiting();
  byId("cancel").hidden = !waits || !page.live;
  if (waits) setTimeout(() => waiting() && !byId("status").textContent && progress("Working"), LATE_MS);
}

const progress = (text) => (byId("status").textContent = text && `${text} ...`);

function showGlance() {
  busy(false);
  document.title = `${state.overview || "all ladders"} - schedules`;
  byId("where").textContent = state.overview ? `Overview of ${state.overview}` : "Overview";
  byId("verdict").hidden = true;
  showOverview(state.overview);
}

/** The kernel at the key, as soon as it is there as a whole: with the previous rung and the pinned ones. */
function showKernel() {
  // A rung that is no longer in a user's file stays as it was.
  if (!rungAt(state.path) && shown.kernel?.path === state.path) return;
  const kernel = kernelOf(state.path, state.step);
  if (kernel?.error) return refused(kernel.error);
  if (!kernel) return busy(true);
  kernel.before = rungBefore(kernel);
  const pins = {};
  for (const side of SIDES) {
    const { pin } = state[side];
    if (!pin) continue;
    const found = pinned(pin);
    if (found?.error) {
      say(found.error.message);
      state[side] = { ...state[side], pin: null, diff: state[side].diff && state[side].base !== "pane" };
    } else if (!found) return busy(true);
    else pins[side] = { ...found, before: rungBefore(found) };
    if (found?.record && !pin.step) state[side].pin = { ...pin, step: found.record.steps[found.at].key };
  }
  if (kernel.before === undefined) return busy(true);
  busy(false);
  const { record, at, path } = kernel;
  Object.assign(shown, { kernel, pins });
  correct({ step: record.steps[at].key });
  shown.key = { path, step: state.step, tile: state.tile, arch: state.arch, sizes: state.sizes };
  readTimes([kernel, ...Object.values(pins)]);
  document.title = `${record.name}:${state.step} - schedules`;
  byId("where").textContent = `${path}:${state.step}`;
  showFields(kernel);
  showSides();
  showVerdict();
  showInformation();
  showAccess();
  showPipeline();
}

/** Live: the recorded times of kernels, after all that they are shown with. */
function readTimes(kernels) {
  if (kernels.some((one) => one.details === undefined)) return;
  for (const { path } of kernels) if (ladderAt(path)?.usual) read({ rung: path, overview: true });
}

/** The banks of the access that the state names; of "worst", as soon as what it depends on is counted. */
function showAccess() {
  if (state.banks === "worst") {
    const { at, waits, why } = accessFor(state.side);
    if (waits) return progress(`Counting the accesses of ${waits}`);
    if (why) say(`${why} This is the most expensive access of ${shown.kernel.record.name}.`);
    correct({ banks: at });
  }
  showBanks();
}

function showPipeline() {
  if (!state.pipeline) return;
  const kernel = shown.kernel;
  const found = pipelineOf(kernel);
  const error = extra(kernel, "pipeline")?.error;
  if (!found && !error) return;
  state.pipeline = false;
  if (error) return say(error.message);
  openPipeline(found, { place: placesOf(kernel.details, found.kernel), show: ({ row, line }) => (line ? showLine(line) : showRow(row)) });
}

/** The key's numbers are refused: they stay in the fields, with the reason, and the key is again what is shown. */
function refused(error) {
  busy(false);
  const { path, tile, arch } = state;
  const ladder = ladderAt(path)?.name;
  const shape = chosenSize(ladder);
  const here = shown.kernel?.path === path;
  if (here || Object.keys(tile).length || arch || shape) refuse(path, { tile, arch, shape }, error);
  // A link with numbers that do not fit: show the rung as written, and the reason.
  if (!here && (Object.keys(tile).length || arch || shape)) return change({ tile: {}, arch: "", sizes: withSize(ladder, null) });
  if (!here || shown.kernel.record.levels || error.field === "rung") say(error.message);
  for (const side of SIDES) if (!shown.kernel) byId(`${side}-empty`).textContent = "";
  if (!shown.kernel) return;
  const changed = Object.keys(shown.key).some((name) => JSON.stringify(shown.key[name]) !== JSON.stringify(state[name]));
  if (changed) change(shown.key);
  else showFields(shown.kernel);
}

// --- links ----------------------------------------------------------------------------------------

/** Take the state from the address. */
function route() {
  const link = parsed(location.hash);
  const known = (name) => page.ladders.some((one) => one.name === name);
  say("");
  askAgain();
  const sizes = Object.fromEntries(Object.entries(link.sizes).filter(([name]) => known(name)));
  const figures = { device: link.device, compiler: link.compiler, regime: Object.hasOwn(REGIMES, link.regime) ? link.regime : "sustained" };
  const plainly = !link.path && link.overview === null;
  if (link.overview !== null || (plainly && rungs.length > 1 && !page.files?.length)) {
    const name = known(link.overview) ? link.overview : "";
    if (link.overview && !name) say(`This page has no ladder ${link.overview}.`);
    return change({ overview: name, sizes: { ...withSize(name, link.shape), ...sizes }, ...figures });
  }
  const one = rungAt(link.path) || rungs.find((candidate) => `${candidate.ladder}:` === link.path);
  if (!one && link.path) say(`This page has no ${link.path.replace(/:$/, "")}.`);
  const chosen = one || rungAt(state.path) || rungs[0];
  if (!chosen) return say("No ladder here.");
  if (one && link.step && !one.steps.some((step) => step.key === link.step)) say(`${one.path} has no step ${link.step}.`);
  const changed = link.arch || Object.keys(link.tile).length;
  if (!page.live && changed)
    say(
      `This page has the kernel as it was written; for ${numbers({ ...link.tile, ...(link.arch && { arch: link.arch }) })} open the link in schedules serve.`,
    );
  const ladder = ladderAt(chosen.path).name;
  const changes = {
    overview: null,
    path: chosen.path,
    step: one ? link.step : state.step,
    tile: page.live ? link.tile : {},
    arch: page.live ? link.arch : "",
    sizes: withSize(ladder, link.shape),
    ...figures,
    banks: link.banks,
    tour: link.tour,
    tab: link.left?.pin && link.right?.base === "pane" ? "Compare" : state.tab,
    left: link.left || state.left,
    right: link.right || state.right,
  };
  if (link.right && !link.left && changes.left.level === link.right.level) changes.left = plain("tir");
  change(changes);
}

for (const event of ["hashchange", "popstate"]) {
  addEventListener(event, () => {
    if (elsewhere()) route();
  });
}
byId("cancel").addEventListener("click", () => {
  state.banks = null;
  cancelAll();
});

drawnBy(draw);
heardBy(redrawn, (text) => progress(text && `Working: ${text}`));

if (page.files?.length) {
  byId("status").textContent = `Reading ${page.files.join(", ")} ...`;
  watchFiles(readAgain, (problem, again) => {
    byId("status").textContent = "";
    if (again) redrawn();
    else route();
    const gone = again && state.path && !rungAt(state.path) && `${state.path} is no longer in the files: this is its last version.`;
    say([problem, gone].filter(Boolean).join("\n"));
  });
} else route();

/** Before files are read again. A view of the last step goes on to the new last step. */
function readAgain() {
  say("");
  byId("status").textContent = `Reading ${page.files.join(", ")} ...`;
  if (shown.kernel && shown.kernel.at === shown.kernel.record.steps.length - 1) state.step = "";
}
