// Links: #LADDER:RUNG:STEP@LEFT|RIGHT&field=value. A side is a level ('cuda'), 'pass.12' or
// 'primitive.3', then '+diff', '+diff.rung' or '+diff.pane', then '~17' for a line,
// '^LADDER:RUNG:STEP' where it is pinned. One side alone is the right. Of the names, what has a
// meaning here is encoded twice: names of files may have anything in them.
// '&banks=4' has the bank view open at an access, '&banks=worst' at the one that the key b chooses, '&tour=2' the ladder's tour at its second stop. '#overview:LADDER' is a ladder at a glance.

const SPECIAL = /[%&@|^~+]|^overview(?=:)/g;
const encoded = (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

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

function sideOf(text) {
  const [, view, diff, base, line, pin] =
    /^([^+~^]*)(\+diff(?:\.(rung|pane))?)?(?:~(\d+))?(?:\^(.*))?$/.exec(text) || [, "", "", "", ""];
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
  const [ladder, rung, step = ""] = text.split(":").map(decoded);
  return { path: rung === undefined ? ladder : `${ladder}:${rung}`, step };
}

/** What a link says; missing parts are ''. */
export function parsed(hash) {
  const [view, ...fields] = decoded(hash.replace(/^#/, "")).split("&");
  const [where, panes = ""] = view.split("@");
  const overview = /^overview(:|$)/.test(where) ? decoded(where.split(":")[1] || "") : null;
  const [ladder, rung = "", step = ""] = where.split(":").map(decoded);
  const sides = panes.split("|").filter(Boolean).map(sideOf);
  return {
    // The ladder at a glance, '' for all; null for a rung.
    overview,
    path: ladder && overview === null ? `${ladder}:${rung}` : "",
    step,
    left: sides.length > 1 ? sides[0] : null,
    right: sides.length > 1 ? sides[1] : sides[0] || null,
    changes: changesOf(fields),
    banks: numberOf(fields, "banks"),
    tour: numberOf(fields, "tour"),
  };
}

/** Which access's banks are shown ("worst": as the key b chooses), or the stop of a tour; null for none. */
function numberOf(fields, name) {
  const found = fields.find((field) => new RegExp(`^${name}=\\d+$`).test(field));
  if (name === "banks" && fields.includes("banks=worst")) return "worst";
  return found ? Number(found.slice(name.length + 1)) : null;
}

function changesOf(fields) {
  const changes = {};
  for (const field of fields) {
    const [name, value = ""] = field.split("=");
    if (name === "shape") changes.shape = value.split(",").map(numberIn);
    else if (name === "arch") changes.arch = value;
    else if (name && !["banks", "tour"].includes(name)) changes.tile = { ...changes.tile, [name]: numberIn(value) };
  }
  return changes;
}

/** NaN where there is none: the server says then what fits. */
const numberIn = (text) => (text.trim() ? Number(text) : NaN);

function sideText(pane) {
  const at = pane.level === "pass" || pane.level === "primitive" ? `.${pane.at}` : "";
  const diff = pane.diff ? (pane.base === "step" ? "+diff" : `+diff.${pane.base}`) : "";
  const pin = pane.pin ? `^${named(pane.pin.path)}:${pane.pin.step}` : "";
  return pane.level + at + diff + (pane.line ? `~${pane.line}` : "") + pin;
}

/** The link of a view. */
export function hashOf(view) {
  if (view.overview !== null) return `#overview${view.overview ? `:${named(view.overview)}` : ""}`;
  const fields = [];
  if (view.changes.shape) fields.push(`shape=${view.changes.shape.join(",")}`);
  if (view.changes.arch) fields.push(`arch=${view.changes.arch}`);
  for (const [name, value] of Object.entries(view.changes.tile || {})) {
    fields.push(`${name}=${value}`);
  }
  for (const name of ["banks", "tour"]) {
    if (view[name] !== null) fields.push(`${name}=${view[name]}`);
  }
  const panes = view.left ? `@${sideText(view.left)}|${sideText(view.right)}` : "";
  return `#${named(view.path)}${view.step ? `:${encodeURI(view.step)}` : ""}${panes}${fields.map((field) => `&${field}`).join("")}`;
}
