// Differences of two lists of lines: the longest common subsequence between what both begin and end with.

// Pairs of lines beyond which those between are replaced as a whole; two bytes each.
const MOST_PAIRS = 4e7;

/** Rows {kind: ' ', '+' or '-', old, now}: line numbers from 0, -1 where a side has none. What a change removes
 * comes before what it adds. */
export function diffRows(olds, news, key = (line) => line) {
  const ids = new Map();
  const idOf = (name) => ids.get(name) ?? ids.set(name, ids.size).get(name);
  const [a, b] = [olds, news].map((lines) => lines.map((line) => idOf(key(line))));
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const [high, wide] = [a.length - head - tail, b.length - head - tail];
  const common = high * wide > MOST_PAIRS ? null : commonLines(a.slice(head, head + high), b.slice(head, head + wide));
  const rows = [];
  let added = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    const inside = i >= head && j >= head && (i < head + high || j < head + wide);
    if (!inside || (common && i < head + high && j < head + wide && a[i] === b[j])) {
      for (const row of added) rows.push(row);
      rows.push({ kind: " ", old: i++, now: j++ });
      added = [];
      continue;
    }
    const at = (i - head) * (wide + 1) + j - head;
    const removes = j === head + wide || !common || common[at + wide + 1] >= common[at + 1];
    if (i < head + high && removes) rows.push({ kind: "-", old: i++, now: -1 });
    else added.push({ kind: "+", old: -1, now: j++ });
  }
  for (const row of added) rows.push(row);
  return rows;
}

/** How many lines two lists have in common from each pair on. */
function commonLines(a, b) {
  const wide = b.length + 1;
  const common = new Uint16Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * wide + j;
      common[at] = a[i] === b[j] ? common[at + wide + 1] + 1 : Math.max(common[at + wide], common[at + 1]);
    }
  }
  return common;
}
