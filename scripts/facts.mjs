import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import ts from "typescript";
import { listFiles, testsReachedBy } from "./imports.mjs";

/**
 * `node scripts/facts.mjs [part of a file's name]`: leaves out each fact of the declarations of acts, settings, fields, commands and
 * operations, and names those that the compiler misses, each with the unit test, the generator or the other file that notices. Exit
 * status 1 when nothing notices. tests/unit/platform/tables.test.ts does the same with the facts of tables.
 */
const FILES =
  /^lib\/(areas\/[a-z]+\/acts|ledger\/rules\/(command-facts|entry-fields|profile|programme-settings)|ledger\/with\/[a-z]+\/words|points-api\/[a-z-]+)\.ts$/;
/** Tables of declarations, by the constant or the call that has one. */
const TABLES = /^(COMMANDS|ENTRY_FIELDS|PROFILE|ELSEWHERE|[A-Z]+(_[A-Z]+)*_SETTINGS|acts|object)$/;
const TABLES_OF_TABLES = /^SETTING_GROUPS$/;
const SINGLE = /^(movement|Operation)$/;

const GENERATED = ["lib/platform/database/generated"];

const changed = new Map();
const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => fileNames,
  getScriptVersion: (file) => changed.get(file) ?? "",
  getScriptSnapshot: (file) => {
    const text = changed.get(file) ?? ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => process.cwd(),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
});

/** How many levels of rows an object has above its facts; undefined: it declares nothing. */
function rowsAbove({ parent }) {
  let holder = parent;
  let named;
  while (ts.isAsExpression(holder) || ts.isSatisfiesExpression(holder)) {
    if (ts.isSatisfiesExpression(holder)) named = holder.type.getText();
    holder = holder.parent;
  }
  if (ts.isCallExpression(holder)) named = holder.expression.getText().split(".").at(-1);
  else if (ts.isVariableDeclaration(holder) && named !== "Operation") named = holder.name.getText();
  if (TABLES_OF_TABLES.test(named)) return 2;
  if (TABLES.test(named)) return 1;
  return SINGLE.test(named) ? 0 : undefined;
}

/** The place at which the compiler tells that an object lacks something. */
function ownerOf(object) {
  const { parent } = object;
  const isPart =
    ts.isSpreadAssignment(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent);
  if (isPart) return ownerOf(ts.isSpreadAssignment(parent) ? parent.parent : parent);
  return parent;
}

/** The facts of a file, each with the object that lacks it when it is left out. */
function factsOf(source) {
  const found = [];
  const collect = (node, rows, depth) => {
    // Words of the OpenAPI document about answers are free.
    if (ts.isFunctionLike(node) || (ts.isCallExpression(node) && /\.meta$/.test(node.expression.getText())))
      return;
    if (!ts.isObjectLiteralElement(node))
      return ts.forEachChild(node, (child) => collect(child, rows, depth));
    if (rows > 0) return ts.forEachChild(node, (child) => collect(child, rows - 1, depth));
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const comma = source.text.startsWith(",", node.end) ? 1 : 0;
    found.push({
      ...{
        file: source.fileName,
        from: node.getFullStart(),
        to: node.end + comma,
        owner: ownerOf(node.parent),
      },
      round: `${depth} ${node.parent.properties.indexOf(node)}`,
      words: `${path.relative(process.cwd(), source.fileName)}:${line + 1} ${node.getText().replace(/\s+/g, " ").slice(0, 80)}`,
    });
    return ts.forEachChild(node, (child) => collect(child, 0, depth + 1));
  };
  const visit = (node) => {
    const rows = ts.isObjectLiteralExpression(node) ? rowsAbove(node) : undefined;
    if (rows === undefined) ts.forEachChild(node, visit);
    else ts.forEachChild(node, (child) => collect(child, rows, 0));
  };
  visit(source);
  return found;
}

/** A file's text with blanks in the place of facts, so that all else keeps its position. */
const without = (text, facts) =>
  facts.reduce(
    (left, { from, to }) => left.slice(0, from) + left.slice(from, to).replace(/\S/g, " ") + left.slice(to),
    text,
  );

/**
 * Facts whose absence the compiler does not tell of at their own object. Facts of different objects are left out together: a problem is
 * told of at the object that lacks something.
 */
function missedByCompiler(facts) {
  const missed = [];
  for (const round of new Set(facts.map((fact) => fact.round))) {
    const left = facts.filter((fact) => fact.round === round);
    changed.clear();
    for (const file of new Set(left.map((fact) => fact.file)))
      changed.set(
        file,
        without(
          ts.sys.readFile(file),
          left.filter((fact) => fact.file === file),
        ),
      );
    for (const file of changed.keys()) {
      const problems = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
      missed.push(
        ...left.filter(
          ({ file: own, owner }) =>
            own === file && !problems.some(({ start }) => start >= owner.getStart() && start <= owner.end),
        ),
      );
    }
  }
  return missed;
}

/** Files that import a file, for its types as well. */
function importersOf(program, file) {
  const name = file.replace(/\.ts$/, "");
  const leadsThere =
    (source) =>
    ({ text }) =>
      (text.startsWith("@/")
        ? path.resolve(text.slice(2))
        : path.resolve(path.dirname(source.fileName), text)) === name;
  return program.getSourceFiles().filter((source) => source.imports?.some(leadsThere(source)));
}

/** A copy of the tree in which facts are left out while tests run. */
function copyTree() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "facts-"));
  for (const file of [...listFiles(), ...GENERATED])
    cpSync(file, path.join(folder, file), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  return folder;
}

/** What notices that a fact is left out: another file's types, the generator or a unit test; undefined: nothing. */
function noticedBy(program, folder, fact) {
  const { file } = fact;
  const name = path.relative(process.cwd(), file);
  const text = without(ts.sys.readFile(file), [fact]);
  changed.clear();
  changed.set(file, text);
  const importer = importersOf(program, file).find(
    ({ fileName }) => service.getSemanticDiagnostics(fileName).length > 0,
  );
  if (importer !== undefined) return path.relative(process.cwd(), importer.fileName);
  const runs = (...args) => spawnSync(process.execPath, args, { cwd: folder, stdio: "ignore" }).status === 0;
  const tests = testsReachedBy([name]).filter((one) => one.startsWith("tests/unit/"));
  writeFileSync(path.join(folder, name), text);
  try {
    if (!runs("scripts/generate.mjs")) return "the generator";
    const isGreen = runs(
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      "unit",
      "--bail",
      "1",
      ...tests,
    );
    return isGreen ? undefined : "a unit test";
  } finally {
    cpSync(file, path.join(folder, name));
  }
}

const program = service.getProgram();
const facts = program
  .getSourceFiles()
  .filter(({ fileName }) => {
    const name = path.relative(process.cwd(), fileName);
    return FILES.test(name) && name.includes(process.argv[2] ?? "");
  })
  .flatMap(factsOf);
const missed = missedByCompiler(facts);
console.log(
  `${facts.length} facts, ${facts.length - missed.length} noticed by the compiler where they stand`,
);
const folder = copyTree();
try {
  for (const fact of missed) {
    const by = noticedBy(program, folder, fact);
    console.log(`${fact.words}\n  ${by ?? "NOTHING notices"}`);
    if (by === undefined) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
