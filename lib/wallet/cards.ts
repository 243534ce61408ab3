import { type Database, readRows } from "@/lib/platform/rows";

/** A card of a customer: the wallet that has the points, or one that was merged into it. */
export interface Card {
  id: number;
  walletCode: string;
  /** E.164; "" of an erased customer. */
  contactMsisdn: string;
  isErased: boolean;
}

const CARDS = `
WITH RECURSIVE up AS (
  SELECT w.id, w.merged_into_wallet_id AS next FROM wallet w WHERE w.id = $1
   UNION SELECT w.id, w.merged_into_wallet_id FROM wallet w JOIN up ON w.id = up.next),
own AS (SELECT up.id FROM up UNION SELECT w.id FROM wallet w JOIN own ON w.merged_into_wallet_id = own.id)
SELECT w.id, w.wallet_code AS "walletCode", w.contact_msisdn AS "contactMsisdn", w.erased_at IS NOT NULL AS "isErased"
  FROM own JOIN wallet w ON w.id = own.id ORDER BY w.id`;

/** All cards of the customer of a wallet, that one included, in the order of their ids. */
export function readCards(database: Database, walletId: number): Promise<Card[]> {
  return readRows(database, CARDS, [walletId]);
}
