import { readFileSync } from "node:fs";

/** Written by the build (scripts/build.mjs). */
const STAMP = "dist/build.json";
const LETTERS = 12;

interface Stamp {
  sources?: string;
  version?: string;
  commit?: string;
}

let known: Stamp | undefined;

/** Names the build that this process is of; undefined while the pages are being built, and in development. */
export function releaseOf(): string | undefined {
  return readStamp()?.sources?.slice(0, LETTERS);
}

/** The version and the commit that were built; empty where they are not known. */
export function buildOf(): { version: string; commit: string } {
  const { version = "", commit = "" } = readStamp() ?? {};
  return { version, commit };
}

function readStamp(): Stamp | undefined {
  try {
    known ??= JSON.parse(readFileSync(STAMP, "utf8")) as Stamp;
  } catch {
    // Not built yet.
  }
  return known;
}
