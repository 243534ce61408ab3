import type { Pool } from "pg";
import { sender } from "@/lib/platform/database/sender";
import type { EventType } from "./event-types";

/** A row of the audit log that is an event. */
export interface Act {
  id: number;
  created_at: Date;
  action: string;
  merchant_id: number | null;
  user_id: number | null;
  subject_type: string;
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  entries_before: number | null;
}

/** Acts that are events. An adjustment is a log entry already. */
export const ACT_TYPES: Readonly<Record<string, EventType>> = {
  "wallet.enrol": "wallet.created",
  "wallet.update": "wallet.updated",
  "wallet.join_family": "wallet.updated",
  "wallet.leave_family": "wallet.updated",
  "wallet.set_allowance": "wallet.updated",
  "wallet.set_type": "wallet.updated",
  "wallet.erase": "wallet.updated",
  "wallet.withdraw_consent": "wallet.updated",
  "wallet.set_pin": "wallet.updated",
  "wallet.clear_pin": "wallet.updated",
  "wallet.choose_pin": "wallet.updated",
  "wallet.set_status": "wallet.status_changed",
  "wallet.reopen": "wallet.status_changed",
  "wallet.set_segment": "wallet.segment_changed",
  "wallet.merge": "wallet.merged",
  "deal.create": "deal.created",
  "deal.duplicate": "deal.created",
  "deal.update": "deal.updated",
  "deal.change_state": "deal.state_changed",
  "deal.delete": "deal.deleted",
  "coupon.issue": "coupon.issued",
  "coupon.redeem": "coupon.used",
  "coupon.reopen": "coupon.reopened",
  "coupon.void": "coupon.voided",
};

/** The acts above `after` up to `until`, which the caller knows to be complete, in the order of their numbers. */
export async function readActs(
  pool: Pool,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<Act[]> {
  const { rows } = await sender(pool)({
    text: `
SELECT a.id, a.created_at, a.action, a.merchant_id, a.user_id, a.subject_type, a.subject_id, a.before, a.after, a.entries_before
  FROM audit_log a
 WHERE a.id > $1 AND a.id <= $2 AND a.action = ANY ($3)
 ORDER BY a.id LIMIT $4`,
    values: [after, until, Object.keys(ACT_TYPES), limit],
  });
  return rows as Act[];
}
