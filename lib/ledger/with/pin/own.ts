import { type Database, readRows } from "@/lib/platform/rows";

/**
 * Whether this person set or cleared the wallet's PIN within the hours of the programme's setting: they do not redeem from
 * it, since they could have done so against the customer's will.
 */
export async function hasJustChangedPin(
  database: Database,
  { walletCode, userId, now }: { walletCode: string; userId: number; now: Date },
): Promise<boolean> {
  const rows = await readRows(database, JUST_CHANGED, [walletCode, userId, now.toISOString()]);
  return rows.length > 0;
}

const JUST_CHANGED = `
SELECT 1 FROM wallet w JOIN wallet_pin_change c ON c.wallet_id = CASE WHEN w.family_role = 'card' THEN w.parent_wallet_id ELSE w.id END AND c.changed_by = $2::integer, programme p
 WHERE w.wallet_code = $1 AND c.at > $3::timestamptz - make_interval(hours => p.pin_setter_hours) LIMIT 1`;
