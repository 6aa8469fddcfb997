// What a search finds beside rungs and the lines of both panes: passes and what they add, the other
// levels of the step that is shown, and the words of the help.

import { applied, linesOf } from "./data.js";
import { byId } from "./dom.js";
import { freeSide, shown } from "./kernel.js";
import { choose } from "./sides.js";
import { plain, SIDES, state } from "./store.js";
import { levels, NAMES, textAt } from "./texts.js";

// Lines of one level, or of one pass, that are listed.
const MOST_LISTED = 8;

/** Results {name, about, code, run} of the step that is shown, for texts that fit. */
export function finds(fits) {
  return shown.kernel && state.overview === null ? [...addingPasses(fits), ...others(fits)] : [];
}

/** Entries to rank: the words of the help. */
export function words() {
  return [...byId("help").querySelectorAll("dl:last-of-type dt")].map((term) => {
    const [title, about] = [term.textContent, term.nextElementSibling.textContent];
    return { name: `term: ${title}`, page: "term", title, text: about, about, run: () => byId("help").showModal() };
  });
}

/** Passes by their names, and those that add a line. */
function addingPasses(fits) {
  const all = shown.kernel.details?.passes || [];
  let lines = linesOf(shown.kernel.record.steps[shown.kernel.at].texts.tir);
  return all.flatMap((one, at) => {
    const before = new Set(lines.map((line) => line.trim()));
    lines = applied(lines, one.delta);
    const name = one.name.split(".").at(-1);
    const added = lines.findIndex((line) => fits(line.toLowerCase()) && !before.has(line.trim()));
    if (added < 0 && !fits(`pass ${name}`.toLowerCase())) return [];
    const side = freeSide() === "left" || state.left.pin ? freeSide() : "left";
    return {
      name: `pass ${at + 1}, ${name}${added < 0 ? "" : ", adds"}`,
      about: added < 0 ? `+${one.added} -${one.removed}` : lines[added].trim(),
      code: added >= 0,
      run: () => choose(side, { ...plain("pass"), at: at + 1, diff: true, line: added + 1 }),
    };
  });
}

/** Lines of levels that no pane shows. */
function others(fits) {
  const seen = new Set(SIDES.map((side) => state[side].level));
  return levels(shown.kernel.record)
    .filter((level) => level !== "pass" && !seen.has(level))
    .flatMap((level) => {
      const text = textAt(shown.kernel, plain(level));
      const at = (text?.lines || []).map((line, number) => [line, number + 1]).filter(([line]) => fits(line.toLowerCase()));
      return at.slice(0, MOST_LISTED).map(([line, number]) => ({
        name: `${NAMES[level]}, line ${number}`,
        about: line.trim(),
        code: true,
        run: () => choose(freeSide(), { ...plain(level), line: number }),
      }));
    });
}
