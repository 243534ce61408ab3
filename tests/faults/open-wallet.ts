import { type Algorithm, hash } from "@node-rs/argon2";
import type pg from "pg";
import type { WalletFacts } from "./facts";

/** A cheap hash: at the usual cost, hashing would take most of a history's time. */
const PIN_COST = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 64, timeCost: 1, parallelism: 1 };

/** What a wallet is where it is not like most. */
export type WalletKind = Partial<Omit<WalletFacts, "code" | "msisdn">> & { segment?: string };

/** Opens a wallet for a history, in the segment of a name. */
export async function openWallet(pool: pg.Pool, code: string, kind: WalletKind): Promise<WalletFacts> {
  const { segment = "Standard", pin, ...flags } = kind;
  const facts = { statusId: 1, isOptedIn: true, redemptionEnabled: true, ...flags };
  const msisdn = `+2010${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  const { rows } = await pool.query<{ id: string; segmentId: number }>(
    `INSERT INTO wallet (wallet_code, contact_msisdn, status_id, is_opted_in, redemption_enabled, segment_id)
     SELECT $1, $2, $3, $4, $5, segment_id FROM segment_version WHERE name_en = $6 AND is_current
     RETURNING id, segment_id AS "segmentId"`,
    [code, msisdn, facts.statusId, facts.isOptedIn, facts.redemptionEnabled, segment],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`The demo data has no segment ${segment}`);
  if (pin !== undefined)
    await pool.query("INSERT INTO wallet_pin (wallet_id, hash) VALUES ($1, $2)", [
      row.id,
      await hash(pin, PIN_COST),
    ]);
  return { code, msisdn, pin, segmentId: row.segmentId, ...facts };
}
