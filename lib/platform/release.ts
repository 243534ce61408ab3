import { readFileSync } from "node:fs";

/** Written by the build (scripts/build.mjs). */
const STAMP = "dist/build.json";
const LETTERS = 12;

let known: string | undefined;

/** Names the build that this process is of; undefined while the pages are being built, and in development. */
export function releaseOf(): string | undefined {
  known ??= readStamp();
  return known;
}

function readStamp(): string | undefined {
  try {
    const { sources } = JSON.parse(readFileSync(STAMP, "utf8")) as { sources?: string };
    return sources?.slice(0, LETTERS);
  } catch {
    return undefined;
  }
}
