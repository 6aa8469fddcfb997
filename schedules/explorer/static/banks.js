// The bank view: a warp's requests of an access, wavefront by wavefront, next to those of another rung.

import { requestPicture } from "./bankpicture.js";
import { says } from "./blocks.js";
import { page } from "./data.js";
import { byId, el, select } from "./dom.js";
import { count } from "./format.js";
import * as kernels from "./kernel.js";
import { change, correct, ladderAt, say, state } from "./store.js";
import { tileName, tilePicture, tileTold } from "./tilepicture.js";

// Of an expression in a choice.
const CHOICE_LETTERS = 40;

const dialog = byId("banks");

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
  if (details?.why || details?.uncounted) return details.why || details.uncounted;
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
  const drawable = accesses.filter(hasBanks);
  const some = drawable.length ? drawable : accesses;
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

/** The index of the matching access: of the same array, else of the same kind; -1 for none. */
export function like(access, among) {
  const root = (one) => one.buffer.split(/[._]/)[0];
  const taken = (one) => (one.scope === "shared" ? one.wavefronts : one.sectors) || 0;
  const tests = [(one) => one.buffer === access.buffer, (one) => root(one) === root(access), () => true];
  const some = among.filter((one) => hasBanks(one) && one.scope === access.scope && one.kind === access.kind);
  const test = tests.find((each) => some.some(each));
  const [found] = test ? some.filter(test).sort((a, b) => taken(b) - taken(a)) : [];
  return among.indexOf(found);
}

// --- the dialog -----------------------------------------------------------------------------------

/**
 * What the dialog shows: of the shown kernel an access and one of its requests; the rung that is compared, '' for the
 * previous one or the access without its swizzle, and an access, null for the matching one, and a request of it.
 */
const ANEW = { request: 0, beside: "", otherAt: null, otherRequest: 0 };
let look = null;
// What was drawn, and its pictures.
let drawn = [];
let pictures = [];
let pass = -1;

/** Show the access that the state names, next to the previous rung; or close. */
export function showBanks() {
  const { details } = kernels.shown.kernel;
  const at = state.banks;
  if (at === null) {
    look = null;
    return dialog.close();
  }
  if (details === undefined) return;
  const accesses = accessesOf(details);
  if (!accesses[at]) {
    say(accesses.length && at >= 0 ? `No access ${at} here: this step has ${accesses.length}, counted from 0.` : whyNone());
    return correct({ banks: null });
  }
  if (look?.details !== details) look = { ...ANEW, details, at };
  else if (look.at !== at) look = { ...ANEW, details, at, beside: look.beside };
  const other = left(accesses);
  const now = [
    details,
    other?.accesses,
    JSON.stringify([look.at, look.request, look.beside, look.otherAt, look.otherRequest]),
    other?.waits,
  ];
  if (dialog.open && now.every((one, which) => one === drawn[which])) return;
  drawn = now;
  draw(other, { path: state.path, accesses, at, request: look.request });
  if (!dialog.open) dialog.showModal();
}

/** What the left column shows: the access without its swizzle, or the matching one of another rung; null for nothing.
 * @returns {any} */
function left(accesses) {
  const { at, request, beside, otherAt, otherRequest } = look;
  const path = state.path;
  if (shownOf(accesses[at])[request]?.swizzle && (!beside || beside === path)) return { path, accesses, at, request, plain: true };
  const other = beside || kernels.pathBefore(path);
  if (!other) return null;
  const kernel = kernels.kernelOf(other, "");
  const none = { path: other, accesses: [], at: -1, request: 0 };
  if (kernel?.error) return { ...none, why: kernel.error.message };
  if (!kernel || kernel.details === undefined) return { ...none, waits: true };
  const others = accessesOf(kernel.details);
  const why = kernel.details?.problems.machine;
  return { path: other, accesses: others, at: otherAt ?? like(accesses[at], others), request: otherRequest, why };
}

/** Show something else; what it waits for is read by every drawing. */
function choose(changes) {
  Object.assign(look, changes);
  change({ banks: look.at });
}

function draw(other, own) {
  const access = own.accesses[own.at];
  const what = access.tiles?.length ? `${access.scope} ${access.kind} by ${access.way}` : `${access.scope} ${access.kind}`;
  byId("banks-title").textContent = `${access.scope === "shared" ? "Banks" : "Sectors"} of a ${what}`;
  pictures = [];
  byId("banks-columns").replaceChildren(...[leftColumn(other, access), column("This rung", own, el("b", own.path), "")].filter(Boolean));
  step(-1);
}

/** The column of another rung, or of the access without its swizzle; null where there is none to choose. */
function leftColumn(other, access) {
  const others = ladderAt(state.path).rungs.filter((one) => one.path !== state.path);
  const swizzled = shownOf(access)[look.request]?.swizzle && [[state.path, "without the swizzle"]];
  const pairs = [...(swizzled || []), ...others.map((one) => [one.path, one.path])];
  if (!others.length) return other && column("To compare with", other, el("b", `${other.path}, without its swizzle`), "other");
  const choice = select("Rung to compare with", other ? pairs : [["", "compare with ..."], ...pairs], other?.path ?? "", (beside) =>
    choose({ beside, otherAt: null, otherRequest: 0 }),
  );
  return column("To compare with", other, choice, "other");
}

/** A column: what it is of, its access and request to be chosen, the picture. `which` is '' for the shown kernel. */
function column(name, of, title, which) {
  const box = el("section.banks-column", { role: "region", "aria-label": name });
  const access = of?.accesses[of.at];
  const set = (key, value) => choose({ [which ? `other${key[0].toUpperCase()}${key.slice(1)}` : key]: Number(value) });
  const choices = of && !of.plain && !of.waits ? [accessChoice(of, (at) => (which ? set("at", at) : change({ banks: Number(at) })))] : [];
  if (access && !of.plain) choices.push(requestChoice(access, of.request, (request) => set("request", request)));
  box.append(el("div.banks-choice", title, choices));
  if (!of) return box;
  const none = of.waits ? "Counting its accesses ..." : of.why || "This rung has no such access, or none that was counted.";
  const request = access && shownOf(access)[of.request];
  const expression = access ? el("p.banks-line", el("code", access.expression)) : "";
  if (!request) {
    box.append(expression, says(access ? whyNone(access) : none));
    return box;
  }
  const isTile = Boolean(request.operand);
  const picture = isTile ? tilePicture(request, of.plain) : requestPicture(request, access.scope === "shared");
  const told = el("p.says", { "aria-live": "polite" });
  pictures.push({ ...picture, told });
  const drawing = { tabindex: 0, role: "region", "aria-label": isTile ? "Lines and banks" : "Lanes and banks" };
  box.append(
    expression,
    el("p.banks-summary", picture.summary),
    el("div.banks-drawing", drawing, picture.drawing),
    told,
    says(isTile ? tileTold(request) : sums(access, request)),
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

const shortened = (text) => (text.length > CHOICE_LETTERS ? `${text.slice(0, CHOICE_LETTERS)} …` : text);

function accessChoice({ accesses, at }, chosen) {
  const text = (one) => `line ${one.line || "?"}: ${one.scope} ${one.kind}, ${shortened(one.expression)}`;
  const pairs = accesses.flatMap((one, number) => (hasBanks(one) || number === at ? [[String(number), text(one)]] : []));
  return select("Access", at < 0 ? [["-1", "no such access"], ...pairs] : pairs, String(at), chosen);
}

/** Which of the requests that differ. */
function requestChoice(access, request, chosen) {
  const some = shownOf(access);
  if (some.length < 2) return "";
  const unit = access.scope === "shared" ? "wavefronts" : "sectors";
  const text = (one) => (one.operand ? tileName(one) : `${one.name}: ${one.taken} ${unit}, ${count(one.often)} times`);
  const pairs = some.map((one, at) => [String(at), text(one)]);
  return select("Request", pairs, String(request), chosen);
}

// --- stepping -------------------------------------------------------------------------------------

const passes = () => Math.max(0, ...pictures.map((one) => one.passes));

/** Show a wavefront, or a sector, in both columns; -1 shows all of them. */
function step(to) {
  pass = Math.min(Math.max(to, -1), passes() - 1);
  for (const one of pictures) {
    one.show(pass);
    one.told.textContent = pass < 0 ? "" : one.says(pass);
  }
  const slider = byId("banks-slider");
  slider.max = String(passes());
  slider.value = String(pass + 1);
  byId("banks-pass").textContent = pass < 0 ? `all ${passes()}` : `${pass + 1} of ${passes()}`;
}

byId("banks-back").addEventListener("click", () => step(pass - 1));
byId("banks-on").addEventListener("click", () => step(pass + 1));
byId("banks-slider").addEventListener("input", (event) => step(Number(event.target.value) - 1));
byId("banks-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => {
  look = null;
  correct({ banks: null });
});
dialog.addEventListener("keydown", (event) => {
  if (event.target.closest("select, input, .banks-drawing")) return;
  const to = { ArrowRight: pass + 1, ArrowLeft: pass - 1, Home: -1, End: passes() - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  step(to);
});
