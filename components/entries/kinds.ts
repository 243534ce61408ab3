import { LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";

/** The kinds of entries by their names in the texts: `entries.kinds.…`. */
export type EntryKind = keyof typeof LOG_TYPE;

const KINDS = Object.fromEntries(Object.entries(LOG_TYPE).map(([kind, id]) => [id, kind])) as Record<
  LogTypeId,
  EntryKind
>;

export function kindOf(logTypeId: LogTypeId): EntryKind {
  return KINDS[logTypeId];
}
