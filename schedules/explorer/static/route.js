// Links: #LADDER:RUNG:STEP@LEFT|RIGHT&field=value. A side is a level ('cuda'), 'pass.12' or
// 'primitive.3', then '+diff', '+diff.rung' or '+diff.pane', then '~17' for a line,
// '^LADDER:RUNG:STEP' where it is pinned ('^saved' behind it: as it was before the last save). One
// side alone is the right. Of the names, what has a meaning here is encoded twice: names of files may
// have anything in them. '#overview:LADDER' is a ladder at a glance. Fields are shape, arch and tile
// numbers, the device, compiler and times (regime) of figures, 'banks=4' (an access whose banks are
// shown; 'worst' as the key b chooses), 'tour=2' (a stop), and 'at=LADDER:4096,4096' (other ladders'
// sizes in the overview of all).

const SPECIAL = /[%&@|^~+]|^overview(?=:)/g;
const encoded = (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
// Fields that are no number of a tile.
const FIELDS = new Set(["shape", "arch", "device", "compiler", "times", "banks", "tour", "at"]);

/** A rung's path, or a ladder's name, in a link. */
export const named = (path) => encodeURI(path.replace(SPECIAL, (part) => encoded(part) + part.slice(1)));

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone '%' is taken as it is.
    return text;
  }
}

const SIDE = /^([^+~^]*)(\+diff(?:\.(rung|pane))?)?(?:~(\d+))?(?:\^(.*))?$/;

function sideOf(text) {
  const [view = "", diff, base, line, pin] = SIDE.exec(text)?.slice(1) || [];
  const [level, number] = view.split(".");
  return {
    level,
    at: /^\d+$/.test(number) ? Number(number) : 0,
    diff: Boolean(diff),
    base: base || "step",
    line: Number(line || 0),
    pin: pin ? pinOf(pin) : null,
  };
}

function pinOf(text) {
  const [where, saved] = text.split("^");
  const [ladder, rung, step = ""] = where.split(":").map(decoded);
  return { path: rung === undefined ? ladder : `${ladder}:${rung}`, step, saved: saved === "saved" };
}

/** What a link says; missing parts are '' or null. */
export function parsed(hash) {
  const [view, ...texts] = decoded(hash.replace(/^#/, "")).split("&");
  const [where, panes = ""] = view.split("@");
  const overview = /^overview(:|$)/.test(where) ? decoded(where.split(":")[1] || "") : null;
  const [ladder, rung = "", step = ""] = where.split(":").map(decoded);
  const sides = panes.split("|").filter(Boolean).map(sideOf);
  const pairs = texts.map((text) => [text.split("=")[0], text.slice(text.indexOf("=") + 1)]).filter(([name]) => name);
  const field = Object.fromEntries(pairs);
  const whole = (text) => (/^\d+$/.test(text ?? "") ? Number(text) : null);
  return {
    overview,
    path: ladder && overview === null ? `${ladder}:${rung}` : "",
    step,
    left: sides.length > 1 ? sides[0] : null,
    right: sides.length > 1 ? sides[1] : sides[0] || null,
    shape: field.shape === undefined ? null : numbersIn(field.shape),
    arch: field.arch || "",
    tile: Object.fromEntries(pairs.filter(([name]) => !FIELDS.has(name)).map(([name, value]) => [name, numberIn(value)])),
    sizes: Object.fromEntries(
      pairs.filter(([name]) => name === "at").map(([, value]) => [decoded(value.split(":")[0]), numbersIn(value.split(":")[1] || "")]),
    ),
    device: decoded(field.device || ""),
    compiler: decoded(field.compiler || ""),
    regime: field.times || "",
    banks: field.banks === "worst" ? "worst" : whole(field.banks),
    tour: whole(field.tour),
  };
}

const numbersIn = (text) => text.split(",").map(numberIn);
/** NaN where there is none: the server says then what fits. */
const numberIn = (text) => (text.trim() ? Number(text) : NaN);

function sideText(pane) {
  const at = pane.level === "pass" || pane.level === "primitive" ? `.${pane.at}` : "";
  const diff = pane.diff ? (pane.base === "step" ? "+diff" : `+diff.${pane.base}`) : "";
  const pin = pane.pin ? `^${named(pane.pin.path)}:${pane.pin.step}${pane.pin.saved ? "^saved" : ""}` : "";
  return pane.level + at + diff + (pane.line ? `~${pane.line}` : "") + pin;
}

/** The link of a state; `shape` is its ladder's chosen size, null for the usual one. */
export function hashOf(state, shape) {
  const fields = [];
  const field = (name, value) => value !== "" && value !== null && fields.push(`&${name}=${named(String(value))}`);
  field("shape", shape ? shape.join(",") : null);
  if (state.overview === "") {
    for (const [name, size] of Object.entries(state.sizes)) fields.push(`&at=${named(name)}:${size.join(",")}`);
  }
  if (state.overview === null) {
    field("arch", state.arch);
    for (const [name, value] of Object.entries(state.tile)) field(name, value);
  }
  field("device", state.device);
  field("compiler", state.compiler);
  field("times", state.regime === "sustained" ? "" : state.regime);
  if (state.overview !== null) return `#overview${state.overview ? `:${named(state.overview)}` : ""}${fields.join("")}`;
  field("banks", state.banks);
  field("tour", state.tour);
  const panes = state.left ? `@${sideText(state.left)}|${sideText(state.right)}` : "";
  return `#${named(state.path)}${state.step ? `:${encodeURI(state.step)}` : ""}${panes}${fields.join("")}`;
}
