// Highlighting, a line at a time: pieces [class, text]. Only lines on screen are cut up.

import { state } from "./store.js";

const COMMON = {
  number: String.raw`\b(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?[fhFuUlL]*)\b`,
  string: String.raw`"(?:[^"\\]|\\.)*"`,
};

function language(parts) {
  const names = Object.keys(parts);
  return new RegExp(names.map((name) => `(?<${name}>${parts[name]})`).join("|"), "g");
}

const PYTHON = language({
  comment: "#.*",
  string: COMMON.string,
  thread: String.raw`\b(?:T\.thread_binding|T\.launch_thread|threadIdx|blockIdx|vthread)\b`,
  keyword: String.raw`\b(?:for|in|with|if|else|def|class|return|and|or|not|while|from|import)\b`,
  call: String.raw`\b(?:T|I)\.[A-Za-z_][\w.]*|@[\w.]+`,
  number: COMMON.number,
});

const CUDA = language({
  comment: String.raw`//.*|/\*.*?\*/`,
  string: COMMON.string,
  thread: String.raw`\b(?:threadIdx|blockIdx|blockDim|gridDim)\.[xyz]\b`,
  call: String.raw`\b(?:__\w+|asm|volatile|extern|#?pragma)\b|^\s*#\w+.*`,
  keyword: String.raw`\b(?:for|if|else|while|return|void|int|uint|float|half|double|char|bool|const|unsigned|signed|struct|(?:float|half|int|uint|uchar|ushort|longlong)\d|u?int\d+_t|typedef|namespace|using|kernel|local)\b`,
  number: COMMON.number,
});

const SASS = language({
  comment: "//.*",
  control: String.raw`\bB[0-5-]{6}:R[0-5-]:W[0-5-]:[Y-]:S\d\d`,
  memory: String.raw`\b(?:LDG|LDS|STG|STS|LDSM|LDL|STL|LDGSTS|LDC|ULDC|RED|ATOMG?|ATOMS|LD|ST)\b[\w.]*`,
  keyword: String.raw`\b(?:[A-Z][A-Z0-9]*MMA|[FHID]FMA2?|FMUL|FADD|HADD2|HMUL2|IMAD|MUFU)\b[\w.]*`,
  call: String.raw`\b(?:BAR|SHFL|BRA|EXIT|DEPBAR|WARPSYNC|BSSY|BSYNC|LDGDEPBAR|RET|CALL|SYNCS?)\b[\w.]*|^\.L\w+:`,
  register: String.raw`\b(?:U?R\d+|U?RZ|U?P[0-9T]|SR_[\w.]+)\b`,
  number: COMMON.number,
});

// PTX, and assembly of CPUs.
const ASSEMBLY = language({
  comment: "(?://|#).*",
  string: COMMON.string,
  thread: String.raw`%(?:tid|ctaid|ntid|nctaid|laneid)(?:\.[xyz])?`,
  call: String.raw`^\S+:|^\s*\.\w[\w.]*`,
  keyword: String.raw`(?<=^\s*(?:@!?%\w+\s+)?)[a-z]\w*(?:\.[\w:]+)*`,
  register: String.raw`%\w+`,
  number: COMMON.number,
});

const LANGUAGES = {
  tir: PYTHON,
  lowered: PYTHON,
  pass: PYTHON,
  primitive: PYTHON,
  cuda: CUDA,
  ptx: ASSEMBLY,
  sass: SASS,
  asm: ASSEMBLY,
  llvm: ASSEMBLY,
};

// The rest of a longer line stays plain.
const LONGEST = 2000;

/** Pieces of a line, each with the class of its colour or ''. */
export function tokens(line, level) {
  const pattern = LANGUAGES[level];
  const text = line.slice(0, LONGEST);
  const pieces = [];
  let done = 0;
  for (const match of pattern ? text.matchAll(pattern) : []) {
    if (!match[0]) continue;
    if (match.index > done) pieces.push(["", text.slice(done, match.index)]);
    const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    pieces.push([kind, match[0]]);
    done = match.index + match[0].length;
  }
  if (done < line.length) pieces.push(["", line.slice(done)]);
  return pieces;
}

const INDENTED = new Set(["tir", "lowered", "pass", "primitive"]);

/** A line as it is shown: TVMScript with half its indentation, which nests deeply, CUDA without casts of indices, SASS without
 * control codes unless they are wanted. */
export function shown(line, level) {
  if (level === "sass" && !state.codes) return line.replace(SCHEDULED, "  ");
  if (level === "cuda") return line.replace(CAST, "$1");
  if (!INDENTED.has(level)) return line;
  const depth = line.length - line.trimStart().length;
  return " ".repeat(depth >> 1) + line.slice(depth);
}

// A cast of an index, which hides what the line reads.
const CAST = /\(\(int\)((?:block|thread)Idx\.[xyz])\)/g;

// What every compilation assigns again: control codes, and the numbers of registers and labels.
const SCHEDULED = /^\s*B[0-5-]{6}:\S+\s*/;
const NAMED = /\b(U?R|U?P|SB|\.?L_x_)\d+\b(?:\.reuse)?/g;

/** Lines that differ in this are different; a loop around a nest indents all of it. */
export function essence(line, level) {
  if (INDENTED.has(level)) return line.trim();
  if (level === "sass") return line.replace(SCHEDULED, "").replace(NAMED, "$1").trim();
  if (level === "ptx") return line.replace(/%(r|rd|f|fd|p|rs|b)\d+/g, "%$1").trim();
  return line;
}
