// The site's search, and its theme. The index comes with the first search, by a script element:
// a page from a disk may fetch nothing. ranking.js of the explorer is appended.
"use strict";

const TOP = document.currentScript.dataset.top;
const MOST = 30;
const input = document.getElementById("search");
const found = document.getElementById("found");
let chosen = -1;

// --- theme -----------------------------------------------------------------------------------------

function kept(value) {
  try {
    if (value) localStorage.setItem("theme", value);
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

if (["light", "dark"].includes(kept())) document.documentElement.dataset.theme = kept();
document.getElementById("theme").addEventListener("click", () => {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const now = document.documentElement.dataset.theme || system;
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  kept(document.documentElement.dataset.theme);
});

// --- search ----------------------------------------------------------------------------------------

let loading = null;

function loaded() {
  loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = `${TOP}search-index.js`;
    script.onload = done;
    script.onerror = failed;
    document.head.append(script);
  });
  return loading;
}

function snippet(text, words) {
  const at = Math.max(text.toLowerCase().indexOf(words[0]) - 30, 0);
  return (at ? "… " : "") + text.slice(at, at + 110) + (text.length > at + 110 ? " …" : "");
}

async function search() {
  const words = queryWords(input.value);
  await loaded();
  const entries = INDEX.map(([address, page, heading, text]) => ({ address, page, title: heading || page, text }));
  const fits = ranked(entries, words, MOST);
  found.replaceChildren(...fits.map((entry, at) => row(entry, words, at)));
  if (words.length && !fits.length) {
    const none = document.createElement("li");
    none.textContent = "No results";
    none.className = "none";
    found.append(none);
  }
  choose(fits.length ? 0 : -1);
  show(words.length > 0);
}

function row({ address, page, title: heading, text }, words, at) {
  const item = document.createElement("li");
  item.role = "option";
  item.id = `found-${at}`;
  const link = document.createElement("a");
  link.href = TOP + address;
  link.tabIndex = -1;
  const title = document.createElement("b");
  title.textContent = heading !== page ? `${page}: ${heading}` : page;
  const said = document.createElement("span");
  said.textContent = snippet(text, words);
  link.append(title, said);
  item.append(link);
  return item;
}

function choose(at) {
  const rows = [...found.querySelectorAll("[role=option]")];
  chosen = rows.length ? (at + rows.length) % rows.length : -1;
  rows.forEach((one, number) => one.setAttribute("aria-selected", number === chosen));
  rows[chosen]?.scrollIntoView({ block: "nearest" });
  if (chosen < 0) input.removeAttribute("aria-activedescendant");
  else input.setAttribute("aria-activedescendant", `found-${chosen}`);
}

function show(open) {
  found.hidden = !open;
  input.setAttribute("aria-expanded", open);
}

input.addEventListener("input", search);
input.addEventListener("focus", () => input.value && search());
input.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen - 1);
  else if (event.key === "Enter") found.querySelector("[aria-selected=true] a")?.click();
  else if (event.key === "Escape") show(false);
  else return;
  event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search") || event.target.closest("#found a")) show(false);
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  input.focus();
});
