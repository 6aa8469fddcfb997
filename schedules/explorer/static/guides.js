// Guides: what a search finds in them, and a guide to read.

import { inflated } from "./data.js";
import { byId, el } from "./dom.js";

// Sections that are listed, and letters of one that are.
const MOST_SECTIONS = 20;
const MOST_LETTERS = 160;

const reading = byId("guide");
let unpacked = [];
let loading = null;

/** Unpack the guides; the promise is kept. */
export function loadGuides() {
  const data = byId("guides-data");
  loading ||= data ? inflated(data.textContent).then((found) => (unpacked = found.guides.map(withTexts))) : Promise.resolve();
  return loading;
}

/** A guide whose sections have their blocks as texts. */
function withTexts(guide) {
  const texts = ({ blocks }) => blocks.map(([, said]) => [said].flat().join(" "));
  return { ...guide, sections: guide.sections.map((one) => ({ ...one, texts: texts(one) })) };
}

/** Results {name, about, run} for sections whose heading fits, then those with a block that does. */
export function guideSections(fits) {
  const found = unpacked.flatMap((guide) =>
    guide.sections.flatMap((section) => {
      const name = `guide: ${guide.title}${section.title === guide.title ? "" : `, ${section.title}`}`;
      const named = fits(name.toLowerCase());
      const text = named ? section.texts[0] || "" : section.texts.find((one) => fits(one.toLowerCase()));
      if (text === undefined) return [];
      return { name, named, about: text.slice(0, MOST_LETTERS), run: () => openGuide(guide, section) };
    }),
  );
  return found.sort((a, b) => b.named - a.named).slice(0, MOST_SECTIONS);
}

function openGuide(guide, section) {
  byId("guide-title").textContent = guide.title;
  const parts = guide.sections.map((one) =>
    el("section", {}, el("h3", {}, one.title), ...blocksOf(one.blocks)),
  );
  byId("guide-text").replaceChildren(...parts);
  reading.showModal();
  parts[guide.sections.indexOf(section)].scrollIntoView();
}

/** Elements of blocks; rows of a table that follow each other are one. */
function blocksOf(blocks) {
  const made = [];
  for (const [kind, said] of blocks) {
    if (kind !== "tr") made.push(el(kind, {}, said));
    else {
      const first = made.at(-1)?.tagName !== "TABLE";
      if (first) made.push(el("table", {}));
      made.at(-1).append(el("tr", {}, said.map((one) => el(first ? "th" : "td", {}, one))));
    }
  }
  return made;
}

byId("guide-close").addEventListener("click", () => reading.close());
