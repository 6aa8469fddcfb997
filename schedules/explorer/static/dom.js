// Elements. Text goes in as text, never as markup.

/**
 * An element: el("td.n", attributes, ...children). The name may have classes, attributes may be left out; those with
 * `on` in front are listeners, `style` has properties by name. Children are elements, texts, lists of these, or nothing.
 * @param {string} name @param {...any} parts @returns {any}
 */
export const el = (name, ...parts) => made((tag) => document.createElement(tag), name, parts);

/** The same in SVG. @param {string} name @param {...any} parts @returns {any} */
export const svg = (name, ...parts) => made((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag), name, parts);

function made(create, name, parts) {
  const [tag, ...classes] = name.split(".");
  const [attributes, ...children] = Object.getPrototypeOf(parts[0] ?? "") === Object.prototype ? parts : [{}, ...parts];
  const found = create(tag);
  const { style = {}, ...others } = attributes;
  const names = [...classes, others.class].filter(Boolean).join(" ");
  for (const [name, value] of Object.entries(style)) found.style.setProperty(name, value);
  for (const [key, value] of Object.entries({ type: tag === "button" ? "button" : null, ...others, class: names || null })) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) found.addEventListener(key.slice(2), value);
    else found.setAttribute(key, value === true ? "" : value);
  }
  found.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== ""));
  return found;
}

/** @param {any} text @param {(event: any) => void} onclick @param {Record<string, any>} attributes */
export const button = (text, onclick, attributes = {}) => el("button", { ...attributes, onclick }, text);

/** The options of a choice, of pairs [value, text]. */
export const options = (pairs, chosen) => pairs.map(([value, text]) => el("option", { value, selected: value === chosen }, text));

/** A choice among pairs [value, text]; `choose(value)` is called with the chosen one's. */
export const select = (name, pairs, chosen, choose) =>
  el("select", { "aria-label": name, onchange: (event) => choose(event.target.value) }, options(pairs, chosen));

/** Tabs for pairs [key, text] in a list of these; the arrow keys go from one to the next. */
export function showTabs(box, pairs, chosen, choose, controls) {
  const id = (key) => `${controls}-tab-${key}`;
  const moved = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const at = pairs.findIndex(([key]) => key === chosen);
    const [to] = pairs[(at + by + pairs.length) % pairs.length];
    choose(to);
    queueMicrotask(() => byId(id(to))?.focus());
  };
  const tab = ([key, text]) => {
    const attributes = { role: "tab", id: id(key), "aria-selected": String(key === chosen), "aria-controls": controls, onkeydown: moved };
    return button(text, () => choose(key), { ...attributes, tabindex: key === chosen ? 0 : -1 });
  };
  redraw(box, () => box.replaceChildren(...pairs.map(tab)));
}

/** Redraw a part of the page; what had the focus there has it again, by its link or its place; what was open is open. */
export function redraw(box, draw) {
  const stops = () => [...box.querySelectorAll("a, button, select, input, [tabindex]")];
  const at = stops().indexOf(document.activeElement);
  const link = document.activeElement?.getAttribute("href");
  const folds = () => [...box.querySelectorAll("details")];
  const title = (one) => one.firstElementChild.textContent;
  const open = new Map(folds().map((one) => [title(one), one.open]));
  draw();
  for (const one of folds()) one.open = open.get(title(one)) ?? one.open;
  const same = link && stops().find((one) => one.getAttribute("href") === link);
  if (at >= 0) (same || stops()[at])?.focus({ preventScroll: true });
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** A colour of the theme, for a canvas. @param {string} name */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
