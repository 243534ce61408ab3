import type { ClientBase } from "pg";
import { entryMac } from "@/lib/ledger/core/mac";
import { readCodes } from "@/lib/log/state-kinds";
import { readRows } from "@/lib/platform/rows";
import { type KnownLook, readLastLook, readPages } from "./look";

interface CodedRow {
  id: number;
  hash: Buffer;
  mac: Buffer | null;
}

/** An entry that has another code than its hash asks for, or none where it should have one. */
export interface WrongCode {
  entryId: number;
  what: "code" | "no_code";
}

export async function findWrongCodes(client: ClientBase, look: KnownLook): Promise<WrongCode[]> {
  const found: WrongCode[] = [];
  for await (const page of readPages<CodedRow>(client, readCodes(scopeOf(look))))
    for (const row of page) {
      const what = flawOf(row);
      if (what !== null) found.push({ entryId: row.id, what });
    }
  return found;
}

/** The flaw of one entry's code; null when it has none, or no code can be asked for. */
export async function findWrongCode(client: ClientBase, entryId: number): Promise<WrongCode["what"] | null> {
  const look = await readLastLook(client);
  const scope = look === null ? { codesSince: null, codesProved: 0 } : scopeOf(look);
  const [row] = await readRows<CodedRow>(client, readCodes(scope, entryId));
  return row === undefined ? null : flawOf(row);
}

/** A look that is not genuine may not say that an entry needs no code. */
function scopeOf({
  isGenuine,
  codesSince,
  codesProved,
}: KnownLook): Pick<KnownLook, "codesSince" | "codesProved"> {
  return isGenuine ? { codesSince, codesProved } : { codesSince: 0, codesProved: 0 };
}

function flawOf({ hash, mac }: CodedRow): WrongCode["what"] | null {
  const made = entryMac(hash.toString("base64"));
  if (made === null || (mac !== null && made.equals(mac))) return null;
  return mac === null ? "no_code" : "code";
}
