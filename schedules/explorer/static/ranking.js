// How well a text answers a query.

// Words that questions are made of, whatever they are about.
const FILLERS = new Set(
  (
    "a an and are be can did do does for from get how i in is it its my of on or should the this to what when where which why with " +
    "help helps make makes mean means need needs remove removes use uses work works"
  ).split(" "),
);

/** 'conflicts' and 'conflict' alike; names and mnemonics stay whole. */
const stem = (word) => (/^[a-z]{5,}$/.test(word) ? word.replace(/(?:ing|ed|es|e|s)$/, "") : word);

/** The words of a query or a question that matter; all of them if none does. */
export function queryWords(text) {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^["'`(]+|["'`)?!,;]+$/g, ""))
    .filter(Boolean);
  const telling = words.filter((word) => !FILLERS.has(word));
  return (telling.length ? telling : words).map(stem);
}

/**
 * A score of {title, page, text}: a word of the title counts most, then the page's name, then the
 * text. One word of four may be missing; 0 if more are.
 */
export function score({ title, page, text }, words) {
  const [heading, place, body] = [title, `${page}:${title}`, text].map((one) => one.toLowerCase());
  const named = new Set(heading.split(/\W+/).filter(Boolean).map(stem));
  let [sum, exact, missing] = [0, 0, 0];
  for (const word of words) {
    if (named.has(word)) exact++;
    else if (heading.includes(word)) sum += 4;
    else if (place.includes(word)) sum += 3;
    else if (body.includes(word)) sum += 1;
    else missing++;
  }
  if (!words.length || missing > words.length / 4) return 0;
  return sum + 8 * exact + (4 * exact) / (named.size || 1) - 4 * missing;
}

/** The entries that answer a query, best first; `weight` of an entry counts for it. */
export function ranked(entries, words, most) {
  return entries
    .map((entry) => ({ ...entry, score: score(entry, words) }))
    .filter((entry) => entry.score > 0)
    .map((entry) => ({ ...entry, score: entry.score + (entry.weight || 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
}
