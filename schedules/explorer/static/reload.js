// Live, of a user's files: what is in them, now and after every save.

import { filesVersion, page, reloadFiles } from "./data.js";
import { learn } from "./store.js";

const LOOK_MS = 700;

let version = "";

/** Learn what is in the files; what is wrong with them, '' for nothing. */
async function learned() {
  const found = await reloadFiles();
  const own = found.ladders.map((one) => ({ ...one, own: true }));
  // Of a file that has an error now, what it had before stays.
  const gone = page.ladders.filter((one) => one.own && !own.some(({ name }) => name === one.name));
  learn(found.problems.length ? [...own, ...gone] : own);
  return found.problems.join("\n");
}

/** Load the files, and again whenever one is saved: `onread()` is called before that,
 * `onload(problem, again)` after it. */
export async function watchFiles(onread, onload) {
  version = await filesVersion();
  onload(await learned().catch((error) => error.message), false);
  setInterval(async () => {
    if (document.hidden) return;
    const is = await filesVersion();
    if (is === null || is === version) return;
    version = is;
    onread();
    onload(await learned().catch((error) => error.message), true);
  }, LOOK_MS);
}
