import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  devOptional?: boolean;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Entry>;
};
const entries = Object.entries(packages).filter(([place]) => place !== "");
const placesWhere = (isMeant: (entry: Entry, place: string) => boolean) =>
  entries.filter(([place, entry]) => isMeant(entry, place)).map(([place]) => place);

describe("the lock", () => {
  test("has an integrity hash for every package, those of other platforms included", () => {
    expect(placesWhere(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))).toEqual([]);
  });

  test("holds the optional packages of every platform", () => {
    const missing = entries.flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`node_modules/${name}` in packages || `${place}/node_modules/${name}` in packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  test("names no host to download from", () => {
    expect(placesWhere(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  test("tells packages that only tests use from those that run", () => {
    expect(placesWhere(({ devOptional }) => devOptional === true)).toEqual([]);
    for (const name of ["vitest", "playwright", "typescript-7", "prisma", "@biomejs/biome"])
      expect(packages[`node_modules/${name}`]?.dev, name).toBe(true);
  });

  test("keeps within 240 packages what an installation on one platform runs", () => {
    const run = placesWhere((entry) => !entry.dev && !("os" in entry) && !("cpu" in entry));
    expect(run.length).toBeLessThanOrEqual(240);
  });
});
