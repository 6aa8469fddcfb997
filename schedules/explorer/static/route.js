// Links: #LADDER:RUNG:STEP@LEFT|RIGHT&field=value. A side is a level ('cuda'), 'pass.12' or
// 'primitive.3', then '+diff', '+diff.rung' or '+diff.pane', then '~17' for a line,
// '^LADDER:RUNG:STEP' where it is pinned. One side alone is the right.
// '&banks=4' has the bank view open at an access, '&banks=worst' at the one that the key b chooses, '&tour=2' the ladder's tour at its second stop. '#overview:LADDER' is a ladder at a glance.

function sideOf(text) {
  const [, view, diff, base, line, pin] =
    /^([^+~^]*)(\+diff(?:\.(rung|pane))?)?(?:~(\d+))?(?:\^(.*))?$/.exec(text) || [, "", "", "", ""];
  const [level, number] = view.split(".");
  return {
    level,
    at: number ? Number(number) : 0,
    diff: Boolean(diff),
    base: base || "step",
    line: Number(line || 0),
    pin: pin ? pinOf(pin) : null,
  };
}

function pinOf(text) {
  const [ladder, rung, step = ""] = text.split(":");
  return { path: `${ladder}:${rung}`, step };
}

/** What a link says; missing parts are ''. */
export function parsed(hash) {
  let text = hash.replace(/^#/, "");
  try {
    text = decodeURIComponent(text);
  } catch {
    // A lone '%' is taken as it is.
  }
  const [view, ...fields] = text.split("&");
  const [where, panes = ""] = view.split("@");
  const [ladder, rung = "", step = ""] = where.split(":");
  const sides = panes.split("|").filter(Boolean).map(sideOf);
  const overview = ladder === "overview" ? rung : null;
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
    if (name === "shape") changes.shape = value.split(",").map((one) => Number(one) || 0);
    else if (name === "arch") changes.arch = value;
    else if (!["banks", "tour"].includes(name) && /^-?\d+$/.test(value)) {
      changes.tile = { ...changes.tile, [name]: Number(value) };
    }
  }
  return changes;
}

function sideText(pane) {
  const at = pane.level === "pass" || pane.level === "primitive" ? `.${pane.at}` : "";
  const diff = pane.diff ? (pane.base === "step" ? "+diff" : `+diff.${pane.base}`) : "";
  const pin = pane.pin ? `^${encodeURI(`${pane.pin.path}:${pane.pin.step}`)}` : "";
  return pane.level + at + diff + (pane.line ? `~${pane.line}` : "") + pin;
}

/** The link of a view. */
export function hashOf(view) {
  if (view.overview !== null) return `#overview${view.overview ? `:${encodeURI(view.overview)}` : ""}`;
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
  const where = encodeURI(`${view.path}${view.step ? `:${view.step}` : ""}`);
  return `#${where}${panes}${fields.map((field) => `&${field}`).join("")}`;
}
