import { type Database, readRows } from "@/lib/platform/rows";

/** The person or API client that set or cleared a wallet's PIN. */
export interface PinChanger {
  userId: number;
  /** Of an API client; null of a person. */
  clientMerchantId: number | null;
  /** Until then they do not redeem from it. */
  until: Date;
}

/**
 * The setters of the wallet's PIN within the hours of the programme's setting. They do not redeem from it, since they could have done so
 * against the customer's will.
 */
export function readPinChangers(
  database: Database,
  { walletCode, now }: { walletCode: string; now: Date },
): Promise<PinChanger[]> {
  return readRows(database, JUST_CHANGED, [walletCode, now.toISOString()]);
}

const JUST_CHANGED = `
SELECT c.changed_by AS "userId", a.merchant_id AS "clientMerchantId",
       c.at + make_interval(hours => p.pin_setter_hours) AS until
  FROM wallet w JOIN wallet_pin_change c ON c.wallet_id = CASE WHEN w.family_role = 'card' THEN w.parent_wallet_id ELSE w.id END
  LEFT JOIN api_client a ON a.user_id = c.changed_by, programme p
 WHERE w.wallet_code = $1 AND c.at > $2::timestamptz - make_interval(hours => p.pin_setter_hours)`;
