import { type Database, readRows } from "@/lib/platform/rows";

export type CouponActKind = "used" | "reopened" | "voided";

/** How an act left its coupon. */
export const STATE_AFTER_ACT = { used: "used", reopened: "issued", voided: "void" } as const;

/** An act on a coupon under a reference. */
export interface CouponAct {
  kind: CouponActKind;
  number: string;
  walletCode: string;
  /** A use that has not been taken back. */
  isOpen: boolean;
}

const READ_ACTS = `
SELECT v.kind, c.number, w.wallet_code AS "walletCode",
       v.kind = 'used' AND NOT EXISTS (SELECT FROM coupon_event x WHERE x.coupon_id = v.coupon_id AND x.id > v.id) AS "isOpen"
  FROM coupon_event v JOIN coupon c ON c.id = v.coupon_id JOIN wallet w ON w.id = v.wallet_id
 WHERE v.user_id = $1 AND v.operation IN (1, 2) AND v.key = $2
 ORDER BY v.id`;

/** A client's acts on coupons under a reference: one of each operation at most. Acts never change. */
export function readCouponActs(
  database: Database,
  { userId, key }: { userId: number; key: string },
): Promise<CouponAct[]> {
  return readRows<CouponAct>(database, READ_ACTS, [userId, key]);
}
