import type { ClientBase, Pool, PoolClient } from "pg";
import { sender } from "@/lib/platform/database/sender";
import type { Anchor, ChainHead } from "./anchor";
import { CHAINS, type ChainName } from "./chains";

type Queryable = Pick<ClientBase | Pool | PoolClient, "query">;

interface AnchorRow {
  number: number;
  created_at: Date;
  after_entry_id: number;
  entry_id: number;
  wallets: number;
  root: Buffer;
  audit_seq: number;
  audit_hash: Buffer | null;
  security_seq: number;
  security_hash: Buffer | null;
  previous_hash: Buffer | null;
  hash: Buffer;
  key_id: string;
  signature: Buffer;
}

const base64 = (bytes: Buffer) => bytes.toString("base64");
const base64OrNull = (bytes: Buffer | null) => bytes?.toString("base64") ?? null;

/** The anchors above the number `after`, in their order. */
export async function readAnchors(
  database: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<Anchor[]> {
  return anchorsOf(database, "WHERE number > $1 ORDER BY number LIMIT $2", [after, limit]);
}

export async function readNewestAnchor(database: Queryable): Promise<Anchor | null> {
  const [anchor] = await anchorsOf(database, "ORDER BY number DESC LIMIT 1", []);
  return anchor ?? null;
}

/** The anchor that covers an entry; null when none does yet. */
export async function readAnchorOver(database: Queryable, entryId: number): Promise<Anchor | null> {
  const [anchor] = await anchorsOf(
    database,
    "WHERE after_entry_id < $1 AND entry_id >= $1 ORDER BY number LIMIT 1",
    [entryId],
  );
  return anchor ?? null;
}

async function anchorsOf(database: Queryable, where: string, values: unknown[]): Promise<Anchor[]> {
  const { rows } = await sender(database as ClientBase)({ text: `SELECT * FROM anchor ${where}`, values });
  return (rows as AnchorRow[]).map((row) => ({
    number: row.number,
    createdAt: row.created_at,
    afterEntryId: row.after_entry_id,
    entryId: row.entry_id,
    wallets: row.wallets,
    root: base64(row.root),
    audit: { seq: row.audit_seq, hash: base64OrNull(row.audit_hash) },
    security: { seq: row.security_seq, hash: base64OrNull(row.security_hash) },
    previousHash: base64OrNull(row.previous_hash),
    hash: base64(row.hash),
    keyId: row.key_id,
    signature: base64(row.signature),
  }));
}

const INSERT = `
INSERT INTO anchor (number, created_at, after_entry_id, entry_id, wallets, root, audit_seq, audit_hash, security_seq, security_hash,
                    previous_hash, hash, key_id, signature)
VALUES ($1, $2, $3, $4, $5, decode($6, 'base64'), $7, decode($8, 'base64'), $9, decode($10, 'base64'),
        decode($11, 'base64'), decode($12, 'base64'), $13, decode($14, 'base64'))`;

export async function insertAnchor(database: Queryable, anchor: Anchor): Promise<void> {
  const { number, createdAt, afterEntryId, entryId, wallets, root, audit, security } = anchor;
  const heads = [audit.seq, audit.hash, security.seq, security.hash];
  const proof = [anchor.previousHash, anchor.hash, anchor.keyId, anchor.signature];
  await (database as ClientBase).query(INSERT, [
    ...[number, createdAt, afterEntryId, entryId, wallets, root],
    ...heads,
    ...proof,
  ]);
}

/** Where the chained logs end. */
export async function readChainHeads(database: Queryable): Promise<Record<ChainName, ChainHead>> {
  const { rows } = await sender(database as ClientBase)({
    text: `SELECT c.chain, l.seq, encode(l.hash, 'base64') AS hash
             FROM unnest($1::text[]) AS c (chain),
                  LATERAL (SELECT seq, hash FROM chain_link l WHERE l.chain = c.chain ORDER BY seq DESC LIMIT 1) l`,
    values: [CHAINS],
  });
  const found = rows as { chain: ChainName; seq: number; hash: string }[];
  const headOf = (chain: ChainName): ChainHead => {
    const head = found.find((row) => row.chain === chain);
    return head === undefined ? { seq: 0, hash: null } : { seq: head.seq, hash: head.hash };
  };
  return { audit: headOf("audit"), security: headOf("security") };
}

/** Whether a chained log has the link that it is said to have ended with. */
export async function hasChainHead(
  database: Queryable,
  chain: ChainName,
  { seq, hash }: ChainHead,
): Promise<boolean> {
  if (seq === 0) return true;
  const { rows } = await sender(database as ClientBase)({
    text: "SELECT encode(hash, 'base64') AS hash FROM chain_link WHERE chain = $1 AND seq = $2",
    values: [chain, seq],
  });
  return (rows as { hash: string }[])[0]?.hash === hash;
}
