import type { Actor, Statement } from "@/lib/ledger/rules/commands";
import { type Database, readRows } from "@/lib/platform/rows";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { auditStatement } from "@/lib/portal/acts/audit-log";

interface Noted {
  kind: "used" | "reopened";
  /** The coupons by their numbers, or those of the settled bill that a cancellation names. */
  of: { numbers: readonly string[] } | { entryId: number } | { key: string };
  walletCode: string;
  branch: Pick<Actor, "branchId" | "merchantId">;
  at: Date;
}

// What is read never changes; whether the coupons can be used is decided under the ledger's locks.
const READ = `
SELECT c.id, t.offer_number AS "offerNumber", t.merchant_id AS "merchantId"
  FROM coupon c JOIN coupon_template t ON t.id = c.template_id
 WHERE c.number = ANY ($1::bpchar[])
    OR c.id IN (SELECT b.coupon_id FROM bill_coupon b
                 WHERE b.bill_id = $2::bigint OR b.bill_id IN (SELECT k.entry_id FROM idempotency_key k WHERE k.user_id = $3::int AND k.operation = 16 AND k.key = $4))
 ORDER BY c.id`;

/** Rows of the audit log for the coupons that a settlement uses or its cancellation opens again, to be written with its entries. */
export async function noteCoupons(
  database: Database,
  actor: AdminActor,
  { kind, of, walletCode, branch, at }: Noted,
): Promise<Statement[]> {
  const numbers = "numbers" in of ? of.numbers : [];
  if ("numbers" in of && numbers.length === 0) return [];
  const values = [
    numbers,
    "entryId" in of ? of.entryId : null,
    "key" in of ? actor.userId : null,
    "key" in of ? of.key : null,
  ];
  const coupons = await readRows<{ id: number; offerNumber: number; merchantId: number | null }>(
    database,
    READ,
    values,
  );
  const [before, after] = kind === "used" ? ["issued", "used"] : ["used", "issued"];
  return coupons.map(({ id, offerNumber, merchantId }) =>
    auditStatement({
      action: kind === "used" ? "coupon.redeem" : "coupon.reopen",
      ...{ subject: "coupon", subjectId: Number(id), merchantId: branch.merchantId ?? merchantId },
      before: { state: before },
      after: { state: after, walletCode, offerNumber, branchId: branch.branchId },
      ...{ at, by: actor },
    }),
  );
}
