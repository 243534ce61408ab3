import type { ClientBase } from "pg";
import { sender } from "@/lib/platform/database/sender";

// Parts of the whole log, by the numbers of their entries: what anchors are made of.

/** The number of the last entry of the next part, at most `limit` entries long: above `after`, up to `until`. */
export async function lastOfPart(
  client: ClientBase,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<number> {
  if (until <= after) return after;
  const { rows } = await sender(client)({
    text: "SELECT max(id) AS last FROM (SELECT id FROM entry WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3) part",
    values: [after, until, limit],
  });
  return (rows as { last: number | null }[])[0]?.last ?? after;
}

/** Where the log of a wallet ended in a part of the log. */
export interface WalletEnd {
  walletId: number;
  seq: number;
  entryId: number;
  /** base64. */
  hash: string;
}

const WALLET_ENDS = `
DECLARE wallet_ends NO SCROLL CURSOR FOR
SELECT DISTINCT ON (wallet_id) wallet_id AS "walletId", seq, id AS "entryId", encode(hash, 'base64') AS hash
  FROM entry WHERE id > $1 AND id <= $2 ORDER BY wallet_id, seq DESC`;

/** Rows that are read at a time: enough to be quick, few enough to let other work of the process in between. */
const FETCHED_AT_ONCE = 2_000;

/**
 * Where the log of each wallet ended among the entries above `afterEntryId` up to `entryId`, by wallet id. Inside a transaction
 * of the caller's.
 */
export async function* readWalletEnds(
  client: ClientBase,
  { afterEntryId, entryId }: { afterEntryId: number; entryId: number },
): AsyncGenerator<WalletEnd[]> {
  const send = sender(client);
  await send({ text: WALLET_ENDS, values: [afterEntryId, entryId] });
  try {
    for (;;) {
      const { rows } = await send({ text: `FETCH ${FETCHED_AT_ONCE} FROM wallet_ends` });
      if (rows.length > 0) yield rows as WalletEnd[];
      if (rows.length < FETCHED_AT_ONCE) break;
    }
  } finally {
    await client.query("CLOSE wallet_ends").catch(() => undefined);
  }
}

/** An entry's place, its hash and that of the entry before (base64; null for a wallet's first); null when there is none. */
export async function findEntryHash(
  client: ClientBase,
  entryId: number,
): Promise<{ walletId: number; seq: number; hash: string; previousHash: string | null } | null> {
  const { rows } = await sender(client)({
    text: `SELECT e.wallet_id AS "walletId", e.seq, encode(e.hash, 'base64') AS hash, encode(p.hash, 'base64') AS "previousHash"
             FROM entry e LEFT JOIN entry p ON p.wallet_id = e.wallet_id AND p.seq = e.seq - 1 WHERE e.id = $1`,
    values: [entryId],
  });
  const found = rows as { walletId: number; seq: number; hash: string; previousHash: string | null }[];
  return found[0] ?? null;
}
