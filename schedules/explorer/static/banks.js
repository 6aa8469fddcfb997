// The bank view: a warp's requests of an access, wavefront by wavefront, next to those of another rung.

import { requestPicture } from "./bankpicture.js";
import { page } from "./data.js";
import { byId, el } from "./dom.js";
import { count } from "./format.js";
import * as kernels from "./kernel.js";
import { change, correct, rungs, state } from "./store.js";
import { tileName, tilePicture, tileTold } from "./tilepicture.js";

const QUICK_MS = 260;
const SLOW_MS = 700;
// More wavefronts than this play faster.
const FEW = 8;
// Of an expression in a choice.
const CHOICE_LETTERS = 40;

const dialog = byId("banks");
// What each column shows: a rung's path, its accesses, the indices of access and request, the
// picture; `plain` is the same access without its swizzle.
const columns = [null, null];
let pass = -1;
let playing = 0;

/** Every access of a step's details, in the order of its tables. */
export const accessesOf = (found) => (found?.accesses || []).flatMap((kernel) => kernel.accesses);

/** What can be drawn of an access: the tiles of wgmma's operand or TMA's box, or requests. */
const shownOf = (access) => (access.tiles?.length ? access.tiles : access.warps || []);

/** Whether an access can be drawn. */
export const hasBanks = (access) => Boolean(shownOf(access).length);

/** Why an access cannot be drawn; `access` is undefined if there is none. */
function whyNone(access) {
  const { details, record } = kernels.shown.kernel;
  const counted = details?.accesses || [];
  const kernel = counted.find((one) => one.accesses.includes(access)) || counted.find((one) => one.problem);
  if (access?.requests === 0) return "The compiler removed it: the machine code has no such access.";
  const why = [access?.note, kernel?.problem].filter(Boolean).join("; ");
  if (why) return `No lanes to show: ${why}.`;
  if (record.target !== "cuda") return "This kernel runs on a CPU, whose memory has no banks.";
  if (details?.why) return details.why;
  if (details?.problems?.machine) return `No ${access ? "lanes to show" : "accesses"}: ${details.problems.machine}`;
  if (!details?.accesses)
    return page.live ? "No accesses yet: they are being counted." : "This page has accesses only for a rung's last step.";
  if (record.levels && !counted.length) return "No accesses: the file has no launch description (FILE.toml).";
  return access ? "No lanes to show: its addresses are not known." : "No access of shared or global memory here.";
}

/**
 * The access with the largest excess, null of none: of shared memory if any access there has an
 * excess, else of global memory, since wavefronts and sectors cannot be compared. Accesses that can
 * be drawn come first.
 */
export function worst(accesses) {
  const drawn = accesses.filter(hasBanks);
  const some = drawn.length ? drawn : accesses;
  const ordered = ["shared", "global"].map((scope) => some.filter((one) => one.scope === scope).sort((a, b) => excess(b) - excess(a)));
  const [shared, global] = ordered.map(([first]) => first);
  if (shared && global) return excess(shared) > 0 || !(excess(global) > 0) ? shared : global;
  return shared || global || null;
}

/** Wavefronts or sectors of the launch above the minimum. */
function excess(access) {
  const shared = access.scope === "shared";
  return (shared ? access.wavefronts - access.least_wavefronts : access.sectors - access.least_sectors) || 0;
}

// What the dialog shows: the details of the kernel and the access, and the rung that is compared, '' for
// the previous one or the access without its swizzle.
let opened = { details: null, at: null };
let beside = "";

/** Show the access that the state names, next to the previous rung; or close. */
export function showBanks() {
  const { details } = kernels.shown.kernel;
  const at = state.banks;
  if (at === null) {
    opened = { details: null, at: null };
    return dialog.close();
  }
  if (details === undefined) return;
  const accesses = accessesOf(details);
  if (!accesses[at]) {
    byId("status").textContent =
      accesses.length && at >= 0 ? `No access ${at} here: this step has ${accesses.length}, counted from 0.` : whyNone();
    correct({ banks: null });
    return;
  }
  if (opened.details !== details || opened.at !== at) {
    if (opened.details !== details) beside = "";
    opened = { details, at };
    columns[1] = { path: state.path, accesses, at, request: 0 };
    columns[0] = null;
    pass = -1;
  } else if (!columns[0]?.waits) return;
  columns[0] = left();
  draw();
  if (!dialog.open) dialog.showModal();
}

/** What the left column shows: the access without its swizzle, or the matching one of another rung; null for nothing. */
function left() {
  const { accesses, at, request, path } = columns[1];
  const swizzled = Boolean(shownOf(accesses[at])[request]?.swizzle);
  if (swizzled && (!beside || beside === path)) return { path, accesses, at, request, plain: true };
  const other = beside || kernels.pathBefore(path);
  if (!other) return null;
  const kernel = kernels.kernelOf(other, "");
  if (kernel?.error) return { path: other, accesses: [], at: -1, request: 0, why: kernel.error.message };
  if (!kernel || kernel.details === undefined) return { path: other, accesses: [], at: -1, request: 0, waits: true };
  const others = accessesOf(kernel.details);
  const why = kernel.details?.problems.machine;
  return { path: other, accesses: others, at: like(accesses[at], others), request: 0, why };
}

/** The index of the matching access: of the same array, else of the same kind; -1 for none. */
export function like(access, among) {
  const root = (one) => one.buffer.split(/[._]/)[0];
  const tests = [(one) => one.buffer === access.buffer, (one) => root(one) === root(access), () => true];
  for (const test of tests) {
    const found = among
      .map((one, at) => ({ one, at }))
      .filter(({ one }) => hasBanks(one) && one.scope === access.scope && one.kind === access.kind && test(one))
      .sort((a, b) => taken(b.one) - taken(a.one));
    if (found.length) return found[0].at;
  }
  return -1;
}

const taken = (access) => (access.scope === "shared" ? access.wavefronts : access.sectors) || 0;

/** Redraw everything; pictures stay until another request is selected. */
function draw() {
  const access = columns[1].accesses[columns[1].at];
  const what = access.tiles?.length ? `${access.scope} ${access.kind} by ${access.way}` : `${access.scope} ${access.kind}`;
  byId("banks-title").textContent = `${access.scope === "shared" ? "Banks" : "Sectors"} of a ${what}`;
  byId("banks-columns").replaceChildren(...columns.map(column).filter(Boolean));
  step(pass);
}

function column(shown, side) {
  const choices = rungsBeside(side);
  if (!shown && !(side === 0 && choices.length)) return null;
  const box = el("section", { class: "banks-column", role: "region", "aria-label": side ? "This rung" : "To compare with" });
  const access = shown?.accesses[shown.at];
  box.append(
    el(
      "div",
      { class: "banks-choice" },
      side || !choices.length
        ? el("b", {}, `${state.path}${shown?.plain ? ", without its swizzle" : ""}`)
        : rungChoice(choices, shown?.path),
      shown && !shown.plain && !shown.waits ? accessChoice(shown) : "",
      access && !shown.plain ? requestChoice(shown, access) : "",
    ),
  );
  if (!shown) return box;
  if (!access) {
    box.append(
      el(
        "p",
        { class: "says" },
        shown.waits ? "Counting its accesses ..." : shown.why || "This rung has no such access, or none that was counted.",
      ),
    );
    shown.picture = null;
    return box;
  }
  const request = shownOf(access)[shown.request];
  if (!request) {
    box.append(el("p", { class: "banks-line" }, el("code", {}, access.expression)), el("p", { class: "says" }, whyNone(access)));
    shown.picture = null;
    return box;
  }
  const isTile = Boolean(request.operand);
  shown.picture = isTile ? tilePicture(request, shown.plain) : requestPicture(request, access.scope === "shared");
  shown.told = el("p", { class: "says", "aria-live": "polite" });
  box.append(
    el("p", { class: "banks-line" }, el("code", {}, access.expression)),
    el("p", { class: "banks-summary" }, shown.picture.summary),
    el(
      "div",
      { class: "banks-drawing", tabindex: 0, role: "region", "aria-label": isTile ? "Lines and banks" : "Lanes and banks" },
      shown.picture.drawing,
    ),
    shown.told,
    el("p", { class: "says" }, isTile ? tileTold(request) : sums(access, request)),
  );
  return box;
}

function sums(access, request) {
  const [unit, all, each] =
    access.scope === "shared"
      ? ["wavefronts", access.wavefronts, access.wavefronts_per_request]
      : ["sectors", access.sectors, access.sectors_per_request];
  const [block, code] = [request.block.join(", "), `${request.at.length} ${request.name}`];
  return (
    `Warp ${request.warp} of block ${block}, one of ${count(request.often)} requests of ${code} with ${request.taken} ${unit} each. ` +
    `The access as a whole: ${count(all)} ${unit} over the launch, ${each} per request.`
  );
}

/** The rungs that the left column may show. */
function rungsBeside(side) {
  const ladder = rungs.find((one) => one.path === state.path)?.ladder;
  const others = rungs.filter((one) => one.ladder === ladder && one.path !== state.path);
  const { accesses, at, request } = columns[1];
  const plain = { path: state.path, label: "without the swizzle" };
  if (side) return [];
  return shownOf(accesses[at])[request]?.swizzle && others.length ? [plain, ...others] : others;
}

/** Compare with another rung, or with the access without its swizzle. */
function compare(path) {
  beside = path;
  columns[0] = { waits: true, accesses: [] };
  pass = -1;
  showBanks();
  // What it waits for is read by every drawing.
  change({});
}

function rungChoice(choices, path) {
  return el(
    "select",
    { "aria-label": "Rung to compare with", onchange: (event) => compare(event.target.value) },
    path ? "" : el("option", { value: "", selected: true }, "compare with ..."),
    choices.map((one) => el("option", { value: one.path, selected: one.path === path }, one.label || one.path)),
  );
}

const shortened = (text) => (text.length > CHOICE_LETTERS ? `${text.slice(0, CHOICE_LETTERS)} …` : text);

function accessChoice(shown) {
  return el(
    "select",
    {
      "aria-label": "Access",
      onchange: (event) => {
        Object.assign(shown, { at: Number(event.target.value), request: 0 });
        if (shown === columns[1]) {
          opened.at = shown.at;
          correct({ banks: shown.at });
        }
        rechosen(shown);
      },
    },
    shown.at < 0 ? el("option", { value: -1, selected: true }, "no such access") : "",
    shown.accesses.map((one, at) =>
      hasBanks(one) || at === shown.at
        ? el(
            "option",
            { value: at, selected: at === shown.at },
            `line ${one.line || "?"}: ${one.scope} ${one.kind}, ${shortened(one.expression)}`,
          )
        : "",
    ),
  );
}

/** Which of the requests that differ. */
function requestChoice(shown, access) {
  if (shownOf(access).length < 2) return "";
  const unit = access.scope === "shared" ? "wavefronts" : "sectors";
  return el(
    "select",
    {
      "aria-label": "Request",
      onchange: (event) => {
        shown.request = Number(event.target.value);
        rechosen(shown);
      },
    },
    shownOf(access).map((one, at) => {
      const text = one.operand ? tileName(one) : `${one.name}: ${one.taken} ${unit}, ${count(one.often)} times`;
      return el("option", { value: at, selected: at === shown.request }, text);
    }),
  );
}

/** After another selection in a column: the column without the swizzle follows it. */
function rechosen(shown) {
  if (shown === columns[1] && (columns[0]?.plain || !columns[0])) {
    const plain = left();
    columns[0] = plain?.plain ? plain : null;
  }
  pass = -1;
  draw();
}

// --- stepping -------------------------------------------------------------------------------------

const pictures = () => columns.filter((one) => one?.picture);
const passes = () => Math.max(0, ...pictures().map((one) => one.picture.passes));

/** Show a wavefront, or a sector, in both columns; -1 shows all of them. */
function step(to) {
  pass = Math.min(Math.max(to, -1), passes() - 1);
  for (const one of pictures()) {
    one.picture.show(pass);
    one.told.textContent = pass < 0 ? "" : one.picture.says(pass);
  }
  const slider = byId("banks-slider");
  slider.max = String(passes());
  slider.value = String(pass + 1);
  byId("banks-pass").textContent = pass < 0 ? `all ${passes()}` : `${pass + 1} of ${passes()}`;
}

function stop() {
  clearInterval(playing);
  playing = 0;
  byId("banks-play").textContent = "Play";
}

function play() {
  if (playing) return stop();
  if (pass >= passes() - 1) step(-1);
  byId("banks-play").textContent = "Stop";
  playing = setInterval(
    () => {
      step(pass + 1);
      if (pass >= passes() - 1) stop();
    },
    passes() > FEW ? QUICK_MS : SLOW_MS,
  );
}

const moving = (move) => () => {
  stop();
  step(move());
};

byId("banks-first").addEventListener(
  "click",
  moving(() => -1),
);
byId("banks-back").addEventListener(
  "click",
  moving(() => pass - 1),
);
byId("banks-on").addEventListener(
  "click",
  moving(() => pass + 1),
);
byId("banks-play").addEventListener("click", play);
byId("banks-slider").addEventListener("input", (event) => {
  stop();
  step(Number(event.target.value) - 1);
});
byId("banks-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => {
  stop();
  opened = { details: null, at: null };
  correct({ banks: null });
});
dialog.addEventListener("keydown", (event) => {
  if (event.target.closest("select, input, .banks-drawing")) return;
  const move = { ArrowRight: () => pass + 1, ArrowLeft: () => pass - 1, Home: () => -1, End: () => passes() - 1 }[event.key];
  if (!move) return;
  event.preventDefault();
  moving(move)();
});
