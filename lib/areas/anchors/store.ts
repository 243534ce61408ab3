import { hash } from "node:crypto";
import type { ClientBase, Pool, PoolClient } from "pg";
import { sender } from "@/lib/platform/database/sender";
import type { Anchor, ChainHead } from "./anchor";

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

/** The chained logs that are not of wallets. */
export const CHAINS = ["audit", "security"] as const;
export type ChainName = (typeof CHAINS)[number];

const MILLISECONDS = "trunc(extract(epoch FROM r.created_at) * 1000)::bigint::text";

/** Of each chain its table, and what of a row is hashed, in the order in which the database's triggers hash it. */
const HASHED: Readonly<Record<ChainName, { table: string; fields: readonly string[] }>> = {
  audit: {
    table: "audit_log",
    fields: [
      ...[
        MILLISECONDS,
        "r.user_id::text",
        "r.merchant_id::text",
        "r.action",
        "r.subject_type",
        "r.subject_id",
      ],
      ...["r.before::text", "r.after::text", "r.ip_address", "r.request_id"],
    ],
  },
  security: {
    table: "security_event",
    fields: [
      ...[
        MILLISECONDS,
        "r.kind",
        "r.is_grave::text",
        "r.user_id::text",
        "r.merchant_id::text",
        "r.branch_id::text",
      ],
      ...[
        "r.client_id::text",
        "r.wallet_id::text",
        "r.ip_address",
        "r.device",
        "r.request_id",
        "r.details::text",
      ],
    ],
  },
};

/** One thing that is wrong with a chain. */
interface ChainFinding {
  chain: ChainName;
  /** The link; null where a row has none. */
  seq: number | null;
  rowId: number;
  what: "changed" | "missing_row" | "missing_link" | "unchained";
}

export interface ChainReport {
  chain: ChainName;
  links: number;
  /** The first of them. */
  findings: ChainFinding[];
  findingCount: number;
}

interface LinkedRow {
  seq: number;
  row_id: number;
  hash: string;
  is_there: boolean;
  fields: (string | null)[];
}

const PAGE = 2_000;
const KEPT_MAX = 100;

/**
 * Hashes every row of a chained log again, link by link from the first, and says what differs. `onLink` is told the hash that
 * each link has. Reads pages of rows, inside a transaction of the caller's that sees one moment's state.
 */
export async function checkChain(
  client: ClientBase,
  chain: ChainName,
  onLink: (seq: number, hash: string) => void = () => undefined,
): Promise<ChainReport> {
  const { table, fields } = HASHED[chain];
  const send = sender(client);
  const report: ChainReport = { chain, links: 0, findings: [], findingCount: 0 };
  const find = (finding: Omit<ChainFinding, "chain">) => {
    report.findingCount += 1;
    if (report.findings.length < KEPT_MAX) report.findings.push({ chain, ...finding });
  };
  let last: { seq: number; hash: string | null } = { seq: 0, hash: null };
  for (;;) {
    const { rows } = await send({
      text: `SELECT l.seq, l.row_id, encode(l.hash, 'base64') AS hash, r.id IS NOT NULL AS is_there, ARRAY[${fields.join(", ")}] AS fields
               FROM chain_link l LEFT JOIN ${table} r ON r.id = l.row_id
              WHERE l.chain = $1 AND l.seq > $2 ORDER BY l.seq LIMIT ${PAGE}`,
      values: [chain, last.seq],
    });
    for (const row of rows as LinkedRow[]) {
      const { seq, row_id: rowId } = row;
      if (seq !== last.seq + 1) find({ seq, rowId, what: "missing_link" });
      if (!row.is_there) find({ seq, rowId, what: "missing_row" });
      else if (linkHash(row, last.hash) !== row.hash) find({ seq, rowId, what: "changed" });
      onLink(seq, row.hash);
      last = { seq, hash: row.hash };
    }
    report.links += rows.length;
    if (rows.length < PAGE) break;
  }
  const { rows: unchained } = await send({
    text: `SELECT r.id FROM ${table} r WHERE NOT EXISTS (SELECT FROM chain_link l WHERE l.chain = $1 AND l.row_id = r.id) ORDER BY r.id`,
    values: [chain],
  });
  for (const { id } of unchained as { id: number }[]) find({ seq: null, rowId: id, what: "unchained" });
  return report;
}

/** As the database's function add_chain_link makes it. */
function linkHash({ seq, row_id, fields }: LinkedRow, previousHash: string | null): string {
  return hash("sha256", JSON.stringify([String(seq), previousHash, String(row_id), ...fields]), "base64");
}
