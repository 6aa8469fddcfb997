// Light or dark.

import { kept } from "./kept.js";

export function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const current = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = current === "dark" ? "light" : "dark";
  kept("theme", document.documentElement.dataset.theme);
}

const keptTheme = kept("theme");
if (keptTheme === "dark" || keptTheme === "light") document.documentElement.dataset.theme = keptTheme;
