import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Entries of every shape with their hashes and codes, as one release wrote them into the log. */
export interface GoldenLog {
  release: string;
  /** The secret under which the codes were made. */
  secret: string;
  entries: {
    /** Of the programme: how many decimals its money has. */
    currency: string;
    previousHash: string | null;
    /** The fields as the database writes them, by name: a field that came later is not among them. */
    fields: Record<string, unknown>;
    hash: string;
    mac: string;
  }[];
}

const folder = fileURLToPath(new URL("../golden/", import.meta.url));

export const goldenFile = (release: string) => `${folder}log-${release}.json`;

/** The log of each release, in the order of their files' names. */
export function readGoldenLogs(): GoldenLog[] {
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(folder + name, "utf8")));
}
