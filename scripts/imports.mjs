import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";

/** Every file of the working copy but those that git leaves out. */
export const listFiles = () =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  })
    .split("\n")
    .filter((file) => file !== "" && existsSync(file) && statSync(file).isFile());

/** A specifier behind `from`, `import` or `import(`. In a string it counts too: at worst a file seems to import one more. */
const IMPORT = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g;

/** Which of the files each of them imports, for its types as well. `textOf` gives a file's content. */
export function importsOf(files, textOf) {
  const known = new Set(files);
  const target = (file, specifier) => {
    const path = specifier.startsWith("@/") ? specifier.slice(2) : posix.join(posix.dirname(file), specifier);
    return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate));
  };
  return new Map(
    files.map((file) => {
      const targets = [...textOf(file).matchAll(IMPORT)].map(([, specifier]) => target(file, specifier));
      return [file, [...new Set(targets.filter((found) => found !== undefined && found !== file))]];
    }),
  );
}

const DATABASE = /^prisma\/|^lib\/platform\/database\//;

/**
 * The test files that a change of these files reaches through imports. A change of the schema or of what every test stands on reaches
 * every test on a database.
 */
export function testsReachedBy(changed) {
  const files = listFiles().filter((file) => /\.(?:tsx?|mjs|json)$/.test(file));
  const imports = importsOf(files, (file) => (file.endsWith(".json") ? "" : readFileSync(file, "utf8")));
  const importers = new Map(files.map((file) => [file, []]));
  for (const [file, targets] of imports) for (const target of targets) importers.get(target).push(file);
  const reached = new Set(changed);
  // A set hands out what is added to it while it is gone through.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const reachesDatabase = changed.some((file) => DATABASE.test(file));
  return files.filter(
    (file) =>
      /^tests\/.+\.test\.tsx?$/.test(file) &&
      (reached.has(file) || (reachesDatabase && /^tests\/(?:api|integration)\//.test(file))),
  );
}
