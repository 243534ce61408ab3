import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Licences under which a package may be used and passed on beside code of the MIT licence, unchanged. */
const LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
]);

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { license?: string; dev?: boolean; os?: string[]; cpu?: string[] }>;
};

test("every package that is installed to run has a licence that allows its use here", () => {
  // The part of a package for one platform has the licence of that package.
  const passedOn = Object.entries(packages).filter(([, { dev, os, cpu }]) => !dev && !os && !cpu);
  const refused = passedOn.flatMap(([place, { license = "none" }]) =>
    license
      .replace(/[()]/g, "")
      .split(/ (?:AND|OR|and|or) /)
      .every((one) => LICENCES.has(one))
      ? []
      : [`${place}: ${license}`],
  );
  expect(refused).toEqual([]);
});
