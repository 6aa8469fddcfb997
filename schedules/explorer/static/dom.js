// Elements. Text goes in as text, never as markup.

/** An element with attributes, listeners (on...) and children (elements, texts, or nothing). */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  set(made, attributes);
  made.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== ""));
  return made;
}

/** The same in SVG. */
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

/** Redraw a part of the page; what had the focus there has it again, by its place. */
export function redraw(box, draw) {
  const stops = () => [...box.querySelectorAll("a, button, select, input, [tabindex]")];
  const at = stops().indexOf(document.activeElement);
  draw();
  if (at >= 0) stops()[at]?.focus({ preventScroll: true });
}

export const byId = (id) => document.getElementById(id);

/** 16777216 as 16,777,216. */
export const count = (value) => Number(value).toLocaleString("en-US");

/** 3 and 'line' as '3 lines'. */
export const plural = (value, word) => `${count(value)} ${word}${value === 1 ? "" : "s"}`;

/** 2097152 as 2.10M; the whole number is a matter for schedules analyze. */
export function short(value) {
  for (const [size, unit] of [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e4, "k"],
  ]) {
    if (value >= size) return `${(value / (unit === "k" ? 1e3 : size)).toPrecision(3)}${unit}`;
  }
  return count(value);
}
