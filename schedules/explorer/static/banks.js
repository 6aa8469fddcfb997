// The bank view: a warp's requests of an access, wavefront by wavefront, next to those of another rung.

import { requestPicture } from "./bankpicture.js";
import { says } from "./blocks.js";
import { page } from "./data.js";
import { byId, el, select } from "./dom.js";
import { count } from "./format.js";
import * as kernels from "./kernel.js";
import { change, correct, redrawn, say, state } from "./store.js";
import { tileName, tilePicture, tileTold } from "./tilepicture.js";

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

/** What an access costs: the unit, over the launch and per request, and the minimum of both. */
export function costOf(one) {
  if (one.scope !== "shared")
    return {
      unit: "sectors",
      all: one.sectors,
      least: one.least_sectors,
      each: one.sectors_per_request,
      leastEach: one.least_sectors_per_request,
    };
  const [each, leastEach] = [one.wavefronts_per_request, one.least_wavefronts_per_request];
  return { unit: "wavefronts", all: one.wavefronts, least: one.least_wavefronts, each, leastEach };
}

/** Wavefronts or sectors of the launch above the minimum. */
export const excess = (access) => costOf(access).all - costOf(access).least || 0;

/** The index of the matching access: of the same array, else of the same kind; -1 for none. */
export function like(access, among) {
  const root = (one) => one.buffer.split(/[._]/)[0];
  const taken = (one) => costOf(one).all || 0;
  const tests = [(one) => one.buffer === access.buffer, (one) => root(one) === root(access), () => true];
  const some = among.filter((one) => hasBanks(one) && one.scope === access.scope && one.kind === access.kind);
  const test = tests.find((each) => some.some(each));
  const [found] = test ? some.filter(test).sort((a, b) => taken(b) - taken(a)) : [];
  return among.indexOf(found);
}

// --- the dialog -----------------------------------------------------------------------------------

/** Which of the access's requests is shown, and which of the access beside it. */
const ANEW = { request: 0, otherRequest: 0 };
let look = ANEW;
// What was drawn, and its pictures.
let drawn = [];
let pictures = [];
let pass = -1;

/** Show the access that the state names, next to the previous rung; or close. */
export function showBanks() {
  const { details } = kernels.shown.kernel;
  const at = state.banks;
  if (at === null) return dialog.close();
  if (details === undefined) return;
  const accesses = accessesOf(details);
  if (!accesses[at]) {
    say(accesses.length && at >= 0 ? `No access ${at} here: this step has ${accesses.length}, counted from 0.` : whyNone());
    return correct({ banks: null });
  }
  const other = left(accesses[at], accesses);
  const now = [details, at, other?.accesses, other?.waits, look];
  if (dialog.open && now.every((one, which) => one === drawn[which])) return;
  drawn = now;
  draw(other, { name: state.path, accesses, at, request: look.request });
  if (!dialog.open) dialog.showModal();
}

/** What the left column shows: the access without its swizzle, or the matching one of the kernel that is compared,
 * else of the previous rung; null for nothing. @returns {any} */
function left(access, accesses) {
  const { request, otherRequest } = look;
  const { path } = state;
  if (shownOf(access)[request]?.swizzle) return { name: `${path}, without the swizzle`, accesses, at: state.banks, request, plain: true };
  const pin = kernels.shown.pins.left;
  const kernel = pin?.record.ladder === kernels.shown.kernel.record.ladder ? pin : kernels.rungBefore(kernels.shown.kernel);
  const before = kernels.pathBefore(path);
  if (kernel === null) return null;
  const name = kernel?.path || before;
  if (!kernel || kernel.details === undefined) return { name, accesses: [], at: -1, waits: true };
  const others = accessesOf(kernel.details);
  return { name, accesses: others, at: like(access, others), request: otherRequest, why: kernel.details?.problems.machine };
}

/** Show something else; what it waits for is read by every drawing. */
function choose(changes) {
  look = { ...look, ...changes };
  redrawn();
}

function draw(other, own) {
  const access = own.accesses[own.at];
  const what = access.tiles?.length ? `${access.scope} ${access.kind} by ${access.way}` : `${access.scope} ${access.kind}`;
  byId("banks-title").textContent = `${access.scope === "shared" ? "Banks" : "Sectors"} of a ${what}`;
  pictures = [];
  const columns = [other && column("To compare with", other, "other"), column("This rung", own, "")];
  byId("banks-columns").replaceChildren(...columns.filter(Boolean));
  step(-1);
}

/** A column: what it is of, its access and request to be chosen, the picture. `which` is '' for the shown kernel. */
function column(name, of, which) {
  const box = el("section.banks-column", { role: "region", "aria-label": name });
  const access = of.accesses[of.at];
  const request = access && (shownOf(access)[of.request] || shownOf(access)[0]);
  const chosen = (at) => choose({ [which ? "otherRequest" : "request"]: Number(at) });
  box.append(
    el(
      "div.banks-choice",
      el("b", of.name),
      which ? "" : accessChoice(of),
      access && !of.plain ? requestChoice(access, of.request, chosen) : "",
    ),
  );
  const none = of.waits ? "Counting its accesses ..." : of.why || "This rung has no such access, or none that was counted.";
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
  const { unit, all, each } = costOf(access);
  const [block, code] = [request.block.join(", "), `${request.at.length} ${request.name}`];
  return (
    `Warp ${request.warp} of block ${block}, one of ${count(request.often)} requests of ${code} with ${request.taken} ${unit} each. ` +
    `The access as a whole: ${count(all)} ${unit} over the launch, ${each} per request.`
  );
}

function accessChoice({ accesses, at }) {
  const text = (one) => `line ${one.line || "?"}: ${one.scope} ${one.kind}, ${one.expression}`;
  const pairs = accesses.flatMap((one, number) => (hasBanks(one) || number === at ? [[String(number), text(one)]] : []));
  return select("Access", pairs, String(at), (chosen) => {
    look = { ...look, request: 0, otherRequest: 0 };
    change({ banks: Number(chosen) });
  });
}

/** Which of the requests that differ. */
function requestChoice(access, request, chosen) {
  const some = shownOf(access);
  if (some.length < 2) return "";
  const { unit } = costOf(access);
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
dialog.addEventListener("close", () => {
  look = ANEW;
  correct({ banks: null });
});
