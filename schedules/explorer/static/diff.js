// Differences of two lists of lines, by Myers' algorithm.

// Texts that are further apart are replaced whole, stretch by stretch between lines that agree.
const FARTHEST = 1500;

/** Rows {kind: ' ', '+' or '-', old, now}: line numbers from 0, -1 where a side has none. */
export function diffRows(olds, news, key = (line) => line) {
  const ids = new Map();
  const numbered = (lines) =>
    lines.map((line) => {
      const name = key(line);
      if (!ids.has(name)) ids.set(name, ids.size);
      return ids.get(name);
    });
  const a = numbered(olds);
  const b = numbered(news);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const rows = [];
  for (let at = 0; at < head; at++) rows.push({ kind: " ", old: at, now: at });
  between(a, b, head, a.length - tail, head, b.length - tail, rows);
  for (let at = tail; at > 0; at--) {
    rows.push({ kind: " ", old: a.length - at, now: b.length - at });
  }
  return grouped(rows);
}

/** The rows with what a change removes before what it adds. */
function grouped(rows) {
  const ordered = [];
  let added = [];
  const flush = () => {
    for (const row of added) ordered.push(row);
    added = [];
  };
  for (const row of rows) {
    if (row.kind === "+") {
      added.push(row);
      continue;
    }
    if (row.kind === " ") flush();
    ordered.push(row);
  }
  flush();
  return ordered;
}

function between(a, b, left, right, top, bottom, rows) {
  const path = shortest(a.slice(left, right), b.slice(top, bottom));
  if (path) {
    for (const [kind, i, j] of path) {
      rows.push({ kind, old: kind === "+" ? -1 : left + i, now: kind === "-" ? -1 : top + j });
    }
    return;
  }
  for (let i = left; i < right; i++) rows.push({ kind: "-", old: i, now: -1 });
  for (let j = top; j < bottom; j++) rows.push({ kind: "+", old: -1, now: j });
}

/** Edits [kind, i, j] that lead from a to b, or null where there are too many. */
function shortest(a, b) {
  const most = Math.min(a.length + b.length, FARTHEST);
  const reach = new Int32Array(2 * most + 3).fill(-1);
  const middle = most + 1;
  const trail = [];
  reach[middle + 1] = 0;
  for (let edits = 0; edits <= most; edits++) {
    trail.push(reach.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && reach[middle + k - 1] < reach[middle + k + 1]);
      let i = down ? reach[middle + k + 1] : reach[middle + k - 1] + 1;
      let j = i - k;
      while (i < a.length && j < b.length && a[i] === b[j]) {
        i++;
        j++;
      }
      reach[middle + k] = i;
      if (i >= a.length && j >= b.length) return walked(trail, a.length, b.length);
    }
  }
  return null;
}

function walked(trail, i, j) {
  const path = [];
  for (let edits = trail.length - 1; edits >= 0; edits--) {
    const before = trail[edits];
    const middle = edits + 1;
    const k = i - j;
    const down = k === -edits || (k !== edits && before[middle + k - 1] < before[middle + k + 1]);
    const cameFrom = down ? k + 1 : k - 1;
    const fromI = edits ? before[middle + cameFrom] : 0;
    const fromJ = edits ? fromI - cameFrom : 0;
    while (i > fromI && j > fromJ && i > 0 && j > 0) {
      if (edits && (down ? i === fromI && j === fromJ + 1 : i === fromI + 1 && j === fromJ)) break;
      path.push([" ", --i, --j]);
    }
    if (!edits) break;
    if (down) path.push(["+", i, --j]);
    else path.push(["-", --i, j]);
  }
  return path.reverse();
}
