import { type Database, readRows } from "@/lib/platform/rows";
import { AdminError } from "@/lib/portal/acts/errors";
import { type PersonNames, person } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";

/** How a person came to a wallet: by a look-up, by its id, or at the desk. */
export type ViewHow = "lookup" | "opened" | "desk";

type Viewer = Pick<PortalActor, "userId" | "role">;
interface ViewContext {
  database: Database;
  now: Date;
}

/** Minutes for which a list, an entry or a receipt leads to the wallets that it names. A look-up leads for 15. */
const LED_MINUTES = 60;

/** Those who serve at a till open only wallets that they were led to; who administers opens any, and is counted. */
const needsPass = ({ role }: Viewer) => role === "cashier" || role === "supervisor";

/**
 * Counts a look-up, whatever it finds, against what one person may look at in a minute and in a day (rules.md §16).
 * @throws AdminError too_many_views
 */
export async function countLookup(context: ViewContext, viewer: Viewer): Promise<void> {
  await look(context, viewer, { walletId: null, how: "lookup", needsPass: false, cost: 1 });
}

/** Notes that a look-up led to a wallet, which the person may open for 15 minutes. The look-up itself is counted. */
export async function noteFound(context: ViewContext, viewer: Viewer, walletId: number): Promise<void> {
  await look(context, viewer, { walletId, how: "lookup", needsPass: false, cost: 0 });
}

/**
 * Counts and logs that a wallet is opened by its id; again within 15 minutes it is the same look. False for a cashier or
 * supervisor whom nothing led to it.
 * @throws AdminError too_many_views
 */
export async function openWalletView(
  context: ViewContext,
  viewer: Viewer,
  { walletId, how }: { walletId: number; how: ViewHow },
): Promise<boolean> {
  return (await look(context, viewer, { walletId, how, needsPass: needsPass(viewer), cost: 1 })) === 0;
}

async function look(
  { database, now }: ViewContext,
  { userId }: Viewer,
  seen: { walletId: number | null; how: ViewHow; needsPass: boolean; cost: 0 | 1 },
): Promise<number> {
  const values = [userId, seen.walletId, seen.how, seen.needsPass, seen.cost, now.toISOString()];
  const [row] = await readRows<{ wait: number; counted: number | null }>(database, LOOK, values);
  const wait = row?.wait ?? 0;
  if (wait > 0) throw new AdminError("too_many_views", { seconds: wait });
  const counted = row?.counted ?? 0;
  if (seen.cost > 0 && counted >= UNUSUAL_LEAST && counted % UNUSUAL_STEP === 0)
    await noteUnusual({ database, now }, userId);
  return wait;
}

/** Customers opened in a day (UTC), fewer of which are never unusual; of who has worked fewer days than are a habit. */
const UNUSUAL_LEAST = 100;
const UNUSUAL_LEAST_OF_NEW = 300;
const HABIT_DAYS_LEAST = 5;
/** So many times as many as the person opens on a day of the last four weeks on which they open any. */
const UNUSUAL_TIMES = 3;
/** Every so many looks it is counted whether they are unusual. */
const UNUSUAL_STEP = 20;

/** Whether so many customers opened in a day are beyond what is ordinary for the person. Pure. */
export function isUnusual({ today, days, usual }: { today: number; days: number; usual: number }): boolean {
  if (days < HABIT_DAYS_LEAST) return today >= UNUSUAL_LEAST_OF_NEW;
  return today >= UNUSUAL_LEAST && today >= UNUSUAL_TIMES * usual;
}

/** Notes in the log of security events, once a day and person, that they have opened more customers than is ordinary for them. */
export async function noteUnusual({ database, now }: ViewContext, userId: number): Promise<void> {
  const [habit] = await readRows<{ today: number; days: number; usual: number }>(database, HABIT, [
    userId,
    now.toISOString(),
  ]);
  if (habit === undefined || !isUnusual(habit)) return;
  const noted = await readRows(database, NOTE_UNUSUAL, [userId, now.toISOString()]);
  if (noted.length === 0) return;
  const details = { opened: habit.today, usual: Math.round(habit.usual) };
  await recordSecurityEvent({ kind: "view.unusual", userId, details });
}

const HABIT = `
WITH looked AS (SELECT (v.at AT TIME ZONE 'UTC')::date AS day, count(DISTINCT v.wallet_id) AS wallets
                  FROM wallet_view v
                 WHERE v.user_id = $1::integer AND v.at >= date_trunc('day', $2::timestamptz, 'UTC') - interval '28 days' GROUP BY 1),
     of AS (SELECT ($2::timestamptz AT TIME ZONE 'UTC')::date AS day)
SELECT coalesce(max(l.wallets) FILTER (WHERE l.day = of.day), 0)::int AS today, (count(*) FILTER (WHERE l.day < of.day))::int AS days,
       coalesce(avg(l.wallets) FILTER (WHERE l.day < of.day), 0)::float8 AS usual
  FROM of LEFT JOIN looked l ON true GROUP BY of.day`;

const NOTE_UNUSUAL = `
UPDATE wallet_view_count SET unusual_on = ($2::timestamptz AT TIME ZONE 'UTC')::date
 WHERE user_id = $1::integer AND unusual_on IS DISTINCT FROM ($2::timestamptz AT TIME ZONE 'UTC')::date RETURNING user_id`;

const LOOK = `SELECT look_at_wallet($1::integer, $2::bigint, $3::varchar, $4::boolean, $5::integer, $6::timestamptz) AS wait,
   (SELECT c.day_count FROM wallet_view_count c WHERE c.user_id = $1::integer AND c.day = date_trunc('day', $6::timestamptz)) AS counted`;

/** Leads a cashier or supervisor to the wallets that a list, an entry or a receipt names: they may open them by their ids. */
export async function leadTo(
  context: ViewContext,
  viewer: Viewer,
  walletIds: readonly number[],
): Promise<void> {
  if (!needsPass(viewer) || walletIds.length === 0) return;
  // Sorted, so that two lists at once do not wait for each other in turn.
  const ids = [...new Set(walletIds)].sort((one, other) => one - other);
  await readRows(context.database, LEAD, [viewer.userId, ids, context.now.toISOString()]);
}

// A list that is loaded again and again writes only when a pass is half over.
const LEAD = `
INSERT INTO wallet_pass (user_id, wallet_id, expires_at)
SELECT $1::integer, w.id, $3::timestamptz + interval '${LED_MINUTES} minutes' FROM unnest($2::bigint[]) w(id)
    ON CONFLICT (user_id, wallet_id) DO UPDATE SET expires_at = excluded.expires_at
 WHERE wallet_pass.expires_at < excluded.expires_at - interval '${LED_MINUTES / 2} minutes'`;

/** Forgets passes that are over. */
export const FORGET_PASSES = "DELETE FROM wallet_pass WHERE expires_at < $1::timestamptz - interval '1 day'";

/** A look at a wallet. */
export interface WalletLook {
  id: number;
  userId: number;
  name: string;
  merchantId: number | null;
  at: Date;
  how: ViewHow;
}

/** People who looked at a wallet, the last first: operators see everybody, a merchant's admins their own people. */
export async function readWalletLooks(
  database: Database,
  {
    walletId,
    merchantId,
    before,
    limit,
  }: { walletId: number; merchantId: number | null; before: number | null; limit: number },
): Promise<WalletLook[]> {
  const rows = await readRows<WalletLook & PersonNames>(database, LOOKS, [
    walletId,
    merchantId,
    before,
    limit,
  ]);
  return rows.map((row) => person(row));
}

const LOOKS = `
SELECT v.id, v.user_id AS "userId", u.name, u.name_ar AS "nameAr", u.merchant_id AS "merchantId", v.at, v.how
  FROM wallet_view v JOIN app_user u ON u.id = v.user_id
 WHERE v.wallet_id = $1::bigint AND ($2::integer IS NULL OR u.merchant_id = $2::integer) AND ($3::bigint IS NULL OR v.id < $3::bigint)
 ORDER BY v.id DESC LIMIT $4::integer`;
