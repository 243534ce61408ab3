import type { PoolClient } from "pg";
import { PROFILE_RECORD } from "@/lib/ledger/rules/profile";
import { withSealedId } from "@/lib/platform/personal";
import { ENTRIES_BEFORE } from "@/lib/portal/acts/audit-log";
import { type CustomerStanding, changeCustomers, lockCustomers } from "@/lib/wallet/join";
import type { CarriedImport } from "./carried";
import type { LineProblem } from "./line-problems";
import type { NewWallet } from "./read-line";

type AskedLine = NewWallet & { line: number };

/** Lines by what became of them. */
interface Changed {
  done: Set<number>;
  refused: { line: number; problems: LineProblem[] }[];
}

/**
 * Changes customers who exist as the lines of a file say, all in one statement: what is known of them, their consent, the audit rows, the
 * lines' states. The wallets are judged once more under their locks.
 */
export async function changeKnown(
  client: PoolClient,
  asked: readonly AskedLine[],
  { importId, now, found }: { importId: number; now: Date; found: CarriedImport },
): Promise<Changed> {
  const codes = asked.flatMap(({ walletCode }) => walletCode ?? []);
  const standing = new Map((await lockCustomers(client, codes)).map((row) => [row.wallet_code, row]));
  const refused: Changed["refused"] = [];
  const lines = asked.flatMap((line) => {
    const wallet = standing.get(line.walletCode ?? "");
    const problem = lateProblem(line, wallet);
    if (problem !== null || wallet === undefined) {
      refused.push({ line: line.line, problems: problem === null ? [] : [problem] });
      return [];
    }
    const { wasSaid, ...consent } = consentOf(line, found);
    const joins = !wallet.is_opted_in && wasSaid;
    return [{ ...line, ...consent, id: wallet.id, joins }];
  });
  if (lines.length > 0)
    await client.query(CHANGE, [
      JSON.stringify(lines.map(withSealedId)),
      now,
      importId,
      found.created_by,
      found.merchant_id,
    ]);
  return { done: new Set(lines.map(({ line }) => line)), refused };
}

/** Whether the customer of a line agreed, on which day, and what proves it: as the line says, or else as a person has answered. */
export function consentOf(
  { hasConsented, consentedOn }: Pick<NewWallet, "hasConsented" | "consentedOn">,
  { consent_how, consent_proof_id, agreed_on }: CarriedImport,
): { wasSaid: boolean; consentedOn: string | null; proofId: number | null } {
  if (hasConsented !== null || consent_how !== "paper")
    return { wasSaid: hasConsented === true, consentedOn, proofId: null };
  return { wasSaid: true, consentedOn: agreed_on, proofId: consent_proof_id };
}

function lateProblem({ msisdn }: AskedLine, wallet: CustomerStanding | undefined): LineProblem | null {
  if (wallet?.contact_msisdn !== msisdn) return { column: "mobile", code: "unknown_customer" };
  return wallet.is_withdrawn ? { column: null, code: "withdrawn" } : null;
}

const CHANGE = `
WITH asked AS (
  SELECT r.*, r."proofId" AS proof_id, coalesce((r."consentedOn"::timestamp AT TIME ZONE p.time_zone), $2::timestamptz) AS consent_at
    FROM jsonb_to_recordset($1::jsonb) AS r (
           line integer, id bigint, "walletCode" text, ${PROFILE_RECORD}, joins boolean, "consentedOn" text, "proofId" integer, "openingPoints" bigint)
   CROSS JOIN programme p WHERE p.id = 1),
${changeCustomers("import")},
audited AS (
  INSERT INTO audit_log (created_at, user_id, merchant_id, action, subject_type, subject_id, before, after, entries_before)
  SELECT $2, $4, $5::int, 'wallet.update', 'wallet', a."walletCode", CASE WHEN a.joins THEN '{"isOptedIn": false}' ELSE '{}' END::jsonb,
         jsonb_build_object('importId', $3::int, 'line', a.line) || CASE WHEN a.joins THEN '{"isOptedIn": true}' ELSE '{}' END::jsonb, entries_before
    FROM ${ENTRIES_BEFORE}, asked a)
UPDATE wallet_import_row r
   SET state = CASE WHEN a."openingPoints" > 0 THEN 3 ELSE 4 END, fields = NULL, msisdn = NULL
  FROM asked a WHERE r.import_id = $3 AND r.line = a.line`;
