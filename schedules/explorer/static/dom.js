// Elements. Text goes in as text, never as markup.

/**
 * An element with attributes, listeners (on...) and children (elements, texts, or nothing).
 * @param {string} name @param {Record<string, any>} attributes @param {...any} children @returns {any}
 */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  set(made, attributes);
  made.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== ""));
  return made;
}

/** The same in SVG. @param {string} name @param {Record<string, any>} attributes @param {...any} children @returns {any} */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(made, attributes);
  made.append(...children.flat(Infinity).filter((one) => one !== null));
  return made;
}

function set(made, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
}

/** Redraw a part of the page; what had the focus there has it again, by its place; what was open is open. */
export function redraw(box, draw) {
  const stops = () => [...box.querySelectorAll("a, button, select, input, [tabindex]")];
  const at = stops().indexOf(document.activeElement);
  const folds = () => [...box.querySelectorAll("details")];
  const title = (one) => one.firstElementChild.textContent;
  const open = new Map(folds().map((one) => [title(one), one.open]));
  draw();
  for (const one of folds()) one.open = open.get(title(one)) ?? one.open;
  if (at >= 0) stops()[at]?.focus({ preventScroll: true });
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);
