import type { Database } from "@/lib/platform/rows";
import { readRows } from "@/lib/platform/rows";
import { type GivenRow, givenPartOf, READ_GIVEN } from "./store";
import type { GivenPart } from "./words";

/** Parts of an entry's points (rules.md §21); empty where the bill alone gave them. */
export async function readEntryParts(database: Database, entryId: number): Promise<GivenPart[]> {
  const rows = await readRows<GivenRow>(database, READ_GIVEN, [[entryId]]);
  return rows.map(givenPartOf);
}
