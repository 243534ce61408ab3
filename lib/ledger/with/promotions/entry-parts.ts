import type { Database } from "@/lib/platform/rows";
import { readRows } from "@/lib/platform/rows";
import { type GivenRow, givenPartOf, READ_GIVEN } from "./store";
import type { GivenPart } from "./words";

/** What an entry's points are made of (rules.md §21); nothing where the bill alone gave them. */
export async function readEntryParts(database: Database, entryId: number): Promise<GivenPart[]> {
  const rows = await readRows<GivenRow>(database, READ_GIVEN, [[entryId]]);
  return rows.map(givenPartOf);
}
