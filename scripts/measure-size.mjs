import { readFileSync, writeFileSync } from "node:fs";
import ts from "typescript";
import { importsOf, listFiles } from "./imports.mjs";

/**
 * Prints the counts that docs/ARCHITECTURE.md lists under "Size", beside their records, and fails when one that is a fault at any
 * size is above its record. Sizes that grow with capabilities are told only. `--write` records the present counts.
 */
const FILE_LINES_MAX = 350;
const FUNCTION_LINES_MAX = 70;
/** So many equal tokens in a row, names and texts included, are a passage. */
const PASSAGE_TOKENS = 60;
/** Faults whatever the product can do: none of them may rise. */
const REFUSED = new Set([
  "files beside the folders of lib/ledger",
  "files over 350 lines",
  "functions over 70 lines",
  "circles of files, types included",
  "pairs of areas that know each other",
  "repeated passages",
]);
const PAGE = "docs/ARCHITECTURE.md";
const ROW = /^\| (?<what>[^|]+?) \| (?<before>[^|]*?) \| (?<aim>[^|]*?) \| (?<reached>[\d,]+) \|$/gm;

const passages = [];
const counted = measureSize();
const records = recordedSize();
const risen = [...counted].filter(([what, count]) => REFUSED.has(what) && !(count <= records.get(what)));
for (const [what, count] of counted)
  console.log(what.padEnd(40), String(count).padStart(7), `(recorded ${records.get(what) ?? "not"})`);
if (process.argv.includes("--write")) writeFileSync(PAGE, withCounts(readFileSync(PAGE, "utf8")));
else if (risen.length > 0) {
  console.error(`Above the record of ${PAGE}: ${risen.map(([what]) => what).join("; ")}`);
  if (risen.some(([what]) => what === "repeated passages")) console.error(passages.join("\n"));
  process.exitCode = 1;
}

/** The counts of the working copy, by their names in the table. */
function measureSize() {
  const files = listFiles();
  const text = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
  const under = (pattern) => files.filter((file) => pattern.test(file));
  const lines = (chosen) => chosen.reduce((sum, file) => sum + lineCount(text.get(file)), 0);

  const lib = under(/^lib\/.+\.tsx?$/);
  const browser = under(/^(components|app(?!\/api\/))\/.+\.tsx?$/);
  const product = under(/^(app|bin|components|lib)\/.+\.tsx?$/);
  const functions = product.flatMap((file) => functionLengths(file, text.get(file)));
  const imports = importsOf(product, (file) => text.get(file));
  passages.push(...repeatedPassages(product, text));
  return new Map([
    ["lib, lines", lines(lib)],
    ["lib, files", lib.length],
    ["app/api, files", under(/^app\/api\//).length],
    ["components and pages, lines", lines(browser)],
    ["components and pages, files", browser.length],
    ["files beside the folders of lib/ledger", under(/^lib\/ledger\/[^/]+$/).length],
    ["files over 350 lines", product.filter((file) => lineCount(text.get(file)) > FILE_LINES_MAX).length],
    ["largest file, lines", Math.max(...product.map((file) => lineCount(text.get(file))))],
    ["functions over 70 lines", functions.filter((length) => length > FUNCTION_LINES_MAX).length],
    ["largest function, lines", Math.max(...functions)],
    ["circles of files, types included", circles(imports).length],
    ["pairs of areas that know each other", pairsOfAreas(imports).length],
    ["repeated passages", passages.length],
    ["migrations", under(/^prisma\/migrations\/[^/]+\/migration\.sql$/).length],
    ["decisions", under(/^docs\/decisions\/\d/).length],
    ["docs/performance.md, lines", lines(["docs/performance.md"])],
    ["bench and scripts, lines", lines(under(/^(bench|scripts)\//))],
    ["demo's drawings, lines", lines(under(/^lib\/demo\/art\//))],
  ]);
}

/** The recorded counts, by name. */
function recordedSize() {
  const rows = readFileSync(PAGE, "utf8").matchAll(ROW);
  return new Map([...rows].map(({ groups }) => [groups.what, Number(groups.reached.replaceAll(",", ""))]));
}

function lineCount(text) {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function functionLengths(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const line = (position) => source.getLineAndCharacterOfPosition(position).line;
  const lengths = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) lengths.push(line(node.end) - line(node.getStart(source)) + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lengths;
}

/** Passages of {@link PASSAGE_TOKENS} tokens or more that stand in two places, as `file:line repeats file:line`. Imports repeat by nature. */
function repeatedPassages(files, text) {
  const first = new Map();
  const found = [];
  for (const file of files) {
    const tokens = tokensOf(text.get(file));
    let until = 0;
    for (let place = 0; place + PASSAGE_TOKENS <= tokens.length; place += 1) {
      const passage = tokens.slice(place, place + PASSAGE_TOKENS).map((token) => token.text);
      const key = passage.join(" ");
      const here = `${file}:${tokens[place].line}`;
      const before = first.get(key);
      if (before === undefined) first.set(key, here);
      else if (place >= until) found.push(`${here} repeats ${before}`);
      if (before !== undefined) until = place + PASSAGE_TOKENS;
    }
  }
  return found;
}

/** The tokens of a scanner, without imports. The scanner knows no regular expressions and no JSX, and splits equal text equally. */
function tokensOf(text) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true);
  const code = text.replace(/^import\s[^;]*;/gm, (found) => found.replace(/[^\n]/g, ""));
  scanner.setText(code);
  const tokens = [];
  let line = 1;
  let end = 0;
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) {
    line += code.slice(end, scanner.getTokenStart()).split("\n").length - 1;
    end = scanner.getTokenStart();
    tokens.push({ text: scanner.getTokenText(), line });
  }
  return tokens;
}

/** The files that are left when those that import none of the others are taken away, again and again: none unless some import in a circle. */
function circles(imports) {
  const left = new Map(imports);
  for (let before; before !== left.size; ) {
    before = left.size;
    for (const [file, targets] of left) if (!targets.some((target) => left.has(target))) left.delete(file);
  }
  return [...left.keys()];
}

/** The pairs of folders of lib/areas that import from each other, as `a b`. */
function pairsOfAreas(imports) {
  const areaOf = (file) => /^lib\/areas\/([^/]+)\//.exec(file)?.[1];
  const known = new Set();
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [from, to] = [areaOf(file), areaOf(target)];
      if (from !== undefined && to !== undefined && from !== to) known.add(`${from} ${to}`);
    }
  return [...known].filter((pair) => {
    const [from, to] = pair.split(" ");
    return from < to && known.has(`${to} ${from}`);
  });
}

/** The page with the present counts; one that is refused never rises. */
function withCounts(page) {
  return page.replace(ROW, (...match) => {
    const { what, before, aim } = match.at(-1);
    const count = counted.get(what);
    const record = REFUSED.has(what) ? Math.min(count, records.get(what)) : count;
    return `| ${what} | ${before} | ${aim} | ${record.toLocaleString("en")} |`;
  });
}
