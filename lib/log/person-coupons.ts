import type { Pool } from "pg";
import { isOfCustomer } from "@/lib/ledger/rules/reach";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { amountSql, type Money } from "@/lib/platform/money";
import { readRows } from "@/lib/platform/rows";

/** Coupons that one person handled at a branch between two instants, test wallets left out. */
export interface PersonCoupons {
  /** Coupons that customers bought with points, which are among the redemptions. */
  bought: { coupons: number; points: number; value: Money };
  /** Coupons that were used and still are. */
  used: number;
}

export async function readPersonCoupons(
  pool: Pool,
  { branchId, userId, from, until }: { branchId: number; userId: number; from: Date; until: Date },
): Promise<PersonCoupons> {
  const [row] = await readRows<{ coupons: number; points: number; value: string; used: number }>(
    pool,
    PERSON_COUPONS,
    [branchId, userId, from, until],
  );
  const { coupons = 0, points = 0, value = "0", used = 0 } = row ?? {};
  return { bought: { coupons, points, value: BigInt(value) as Money }, used };
}

// People's uses have a reference, by which the index finds them.
const PERSON_COUPONS = `
SELECT count(*)::integer AS coupons, coalesce(sum(e.amount), 0)::bigint AS points,
       coalesce(sum(${amountSql("e.amount_value", "e.amount_hundredths")}), 0)::text AS value,
       (SELECT count(*)::integer FROM coupon_event v JOIN coupon c ON c.id = v.coupon_id
         WHERE v.user_id = $2 AND v.key IS NOT NULL AND v.kind = 'used' AND v.branch_id = $1 AND v.at >= $3 AND v.at < $4 AND NOT c.is_test
           AND NOT EXISTS (SELECT FROM coupon_event x WHERE x.coupon_id = v.coupon_id AND x.id > v.id)) AS used
  FROM entry e JOIN coupon c ON c.issued_by_entry_id = e.id
 WHERE e.branch_id = $1 AND e.user_id = $2 AND e.created_at >= $3 AND e.created_at < $4 AND e.log_type_id = ${LOG_TYPE.redemption}
   AND ${isOfCustomer("e.wallet_id")}`;
