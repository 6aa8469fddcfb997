// Guides: what a search finds in them, and a guide to read.

import { inflated } from "./data.js";
import { byId, el } from "./dom.js";

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
  const told = (one) => ({ texts: texts(one), text: texts(one).join(" ") });
  return { ...guide, sections: guide.sections.map((one) => ({ ...one, ...told(one) })) };
}

/** The sections of all guides, to be ranked; `texts` are a section's blocks. */
export const guideSections = () =>
  unpacked.flatMap((guide) =>
    guide.sections.map((section) => ({
      name: `guide: ${section.title === guide.title ? "" : `${section.title}, in `}${guide.title}`,
      page: guide.title,
      title: section.title,
      text: section.text,
      texts: section.texts,
      run: () => openGuide(guide, section),
    })),
  );

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
