import { isKnownTo } from "@/lib/ledger/rules/known-customers";
import { type Database, readRows } from "@/lib/platform/rows";
import { formatLocalDate } from "@/lib/platform/time";
import type { Moment } from "./read";
import { openConditions, type WalletFilter } from "./search";

/** Occasions of customers: they joined, have a birthday, or have not come for some days. */
export type Occasion = { kind: "joining" | "birthday" } | { kind: "absence"; days: number };

/** Reads an occasion as it is kept: `joining`, `birthday` or `absence-60`. */
export function readOccasion(text: string): Occasion {
  const [kind, days] = text.split("-");
  return kind === "absence" ? { kind, days: Number(days) } : { kind: kind as "joining" | "birthday" };
}

/** Customers who joined earlier than so many days ago have no occasion any more. */
const JOINED_DAYS = 7;

/** A customer whose occasion has come, and the occasion: another year or another last visit is another one. */
export interface Due {
  walletId: number;
  walletCode: string;
  occasion: string;
}

interface DueOf {
  templateId: number;
  merchantId: number | null;
  /** Nobody who joined earlier counts as joining. */
  since: Date;
  at: Moment;
  limit: number;
  /** Only these customers. */
  ids?: readonly number[];
}

/**
 * Customers of a merchant, or of all, whose occasion has come and who have had nothing of the template for it, at most `limit`. Only customers
 * who take part, whom the merchant knows, and whose wallet is open.
 */
export async function findDue(
  database: Database,
  occasion: Occasion,
  { templateId, merchantId, since, at, limit, ids }: DueOf,
): Promise<Due[]> {
  const filter: WalletFilter = { ids, isOptedIn: true, visitsOf: merchantId };
  if (occasion.kind === "birthday") filter.birthdayDays = 1;
  if (occasion.kind === "absence") filter.visit = { kind: "before", days: occasion.days };
  const where = openConditions(filter, at);
  const year = formatLocalDate(at.now, at.timeZone).slice(0, 4);
  const key = {
    joining: () => "'joining'",
    birthday: () => `${where.bind(`birthday ${year}`)}::text`,
    absence: () =>
      `(SELECT 'absence ' || r.last_day FROM report_wallet r WHERE r.wallet_id = w.id AND r.merchant_id = ${where.bind(merchantId ?? 0)})`,
  }[occasion.kind]();
  if (occasion.kind === "joining") {
    const earliest = new Date(at.now.getTime() - JOINED_DAYS * 86_400_000);
    where.add(
      "EXISTS (SELECT FROM wallet_profile j WHERE j.wallet_id = w.id AND j.consent_at >= ?::timestamptz)",
      (since > earliest ? since : earliest).toISOString(),
    );
  }
  const had = `SELECT FROM coupon_occasion o WHERE o.template_id = ${where.bind(templateId)} AND o.wallet_id = w.id AND o.occasion = ${key}`;
  const known = merchantId === null ? "true" : isKnownTo("w", where.bind(merchantId));
  // Ask whether the merchant knows a customer only of those who had nothing yet.
  return readRows<Due>(
    database,
    `WITH due AS MATERIALIZED (SELECT w.id, w.wallet_code, ${key} AS occasion FROM wallet w WHERE ${where.sql} AND NOT EXISTS (${had}))
     SELECT w.id AS "walletId", w.wallet_code AS "walletCode", w.occasion FROM due w WHERE ${known} ORDER BY w.id LIMIT ${limit}`,
    where.values,
  );
}
