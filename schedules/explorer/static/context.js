// The bar of the page's key: the size, device, compiler and regime of every figure.

import { page } from "./data.js";
import { byId, el, redraw } from "./dom.js";
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
  const parts = [
    fact("size", ladder ? size?.join(" x ") || "the file's own" : "each ladder's own"),
    choice(
      "device",
      fixed.map((name) => [name, name]),
      ladder ? deviceOf(ladder) : fixed.includes(state.device) ? state.device : fixed[0],
      (device) => change({ device }),
    ),
    choice("times", Object.entries(REGIMES), state.regime, (regime) => change({ regime })),
    choice(
      "code by",
      compilers.map((name) => [name, name]),
      ladder && compilerOf(ladder),
      (compiler) => change({ compiler }),
    ),
    kernel?.details?.compiler && compilers.length > 1 && fact("code shown", `by ${kernel.details.compiler}`),
  ];
  redraw(box, () => box.replaceChildren(...parts.filter(Boolean)));
}

/** A choice of the key; a fact where there is none to make. */
function choice(name, options, value, set) {
  if (!options.length) return "";
  if (options.length < 2) return fact(name, options[0][1]);
  const made = options.map(([key, text]) => el("option", { value: key, selected: key === value }, text));
  return el("label", el("b", name), " ", el("select", { onchange: (event) => set(event.target.value) }, made));
}

const fact = (name, value) => el("span", el("b", name), ` ${value}`);
