import { hash } from "node:crypto";
import type { ClientBase } from "pg";
import { sender } from "@/lib/platform/database/sender";

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
export interface ChainFinding {
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
