// The bar of the page's key: the size, device, compiler and regime of every figure.

import { page } from "./data.js";
import { byId, el, redraw, select } from "./dom.js";
import { compilerOf, compilersOf, deviceOf, devices, onCpu } from "./figures.js";
import { shown } from "./kernel.js";
import { change, ladderAt, REGIMES, sizeOf, state } from "./store.js";

export function showContext() {
  const kernel = state.overview === null ? shown.kernel : null;
  const ladder = kernel ? ladderAt(kernel.path) : page.ladders.find(({ name }) => name === state.overview);
  const box = byId("context");
  const fixed = ladder && onCpu(ladder) ? [deviceOf(ladder)].filter(Boolean) : devices();
  const size = ladder && (sizeOf(ladder) || kernel?.record.shape);
  const compilers = ladder ? compilersOf(ladder) : [];
  const pairs = (names) => names.map((name) => [name, name]);
  const usual = fixed.includes(state.device) ? state.device : fixed[0];
  const parts = [
    fact("size", ladder ? size?.join(" x ") || "the file's own" : "each ladder's own"),
    choice("device", pairs(fixed), ladder ? deviceOf(ladder) : usual, (device) => change({ device })),
    choice("times", Object.entries(REGIMES), state.regime, (regime) => change({ regime })),
    choice("code by", pairs(compilers), ladder && compilerOf(ladder), (compiler) => change({ compiler })),
    kernel?.details?.compiler && compilers.length > 1 && fact("code shown", `by ${kernel.details.compiler}`),
  ];
  redraw(box, () => box.replaceChildren(...parts.filter(Boolean)));
}

/** A choice of the key; a fact where there is none to make. */
function choice(name, options, value, set) {
  if (!options.length) return "";
  return options.length < 2 ? fact(name, options[0][1]) : el("label", el("b", name), " ", select(name, options, value, set));
}

const fact = (name, value) => el("span", el("b", name), ` ${value}`);
