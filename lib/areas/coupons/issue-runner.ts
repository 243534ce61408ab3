import type { ClientBase } from "pg";
import { ISSUE_TO_WALLETS, LOCK_WALLETS_OF_LINES, TAKE_BACK_UNUSED } from "@/lib/ledger/with/coupons/issue";
import { newCouponNumber } from "@/lib/ledger/with/coupons/number";
import { validityOf } from "@/lib/ledger/with/coupons/words";
import type { Clock } from "@/lib/platform/clock";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { formatLocalDate } from "@/lib/platform/time";
import { type WaitingWork, waitingWork } from "@/lib/platform/waiting-work";
import { requireProved } from "@/lib/portal/security-log/proved";

export interface IssueRunnerOptions extends Pick<WaitingWork, "pool" | "onError"> {
  clock: Clock;
  timeZone: () => string;
}

/** Lines of one transaction: whoever buys such a coupon at a till waits for its end. */
const STEP = 500;

/** Issues the coupons of files, each from where it stopped. */
export function createIssueRunner({ pool, onError, ...time }: IssueRunnerOptions): RecurringJob<void> {
  return waitingWork({
    name: "coupon issues",
    pool,
    waiting: "SELECT id FROM coupon_issue WHERE state IN ('running', 'taking') ORDER BY id",
    lock: "coupon issue",
    work: async (client, id, signal) => {
      while (!signal.aborted && (await issueStep(client, id, time)));
    },
    onError,
  });
}

interface IssueRow {
  template_id: number;
  lines: number;
  unnamed: number;
  cursor_line: number;
  created_by: number;
  again: boolean;
  state: "running" | "taking";
  taken_back_to: string;
  taken_back_by: number | null;
}

interface TemplateRow {
  state: string;
  validFrom: string | null;
  validUntil: string | null;
  validDays: number | null;
  stock_left: number | null;
}

const LOCK_ISSUE = `
SELECT template_id, lines, unnamed, cursor_line, created_by, again, state, taken_back_to, taken_back_by
  FROM coupon_issue WHERE id = $1 AND state IN ('running', 'taking') FOR NO KEY UPDATE`;
// The template last, so that it is locked for as long as its coupons are written: what is left of its stock is shared out in turn.
const LOCK_TEMPLATE = `
SELECT state, valid_from::text AS "validFrom", valid_until::text AS "validUntil", valid_days AS "validDays", stock_left
  FROM coupon_template WHERE id = $1 FOR NO KEY UPDATE`;

const ISSUE_UNNAMED = `
INSERT INTO coupon (template_id, number, valid_from, valid_until, issued_at, issued_by_user_id, issue_id)
SELECT $1, n.number, $3, $4, $5, $6, $7 FROM unnest($2::text[]) AS n (number)`;

const STOP = "UPDATE coupon_issue SET state = 'stopped', finished_at = $2 WHERE id = $1";

const MOVE_BACK = `
UPDATE coupon_issue SET taken_back = taken_back + $2, taken_back_to = coalesce($3, taken_back_to),
       state = CASE WHEN $3::bigint IS NULL THEN 'taken' ELSE state END, finished_at = CASE WHEN $3::bigint IS NULL THEN $4::timestamptz END
 WHERE id = $1`;

/** Takes the next coupons back. Says whether there may be more. */
async function takeBackPart(
  client: ClientBase,
  issueId: number,
  issue: IssueRow,
  now: Date,
): Promise<boolean> {
  const { rows } = await client.query<{ ended: number; last: string | null }>(TAKE_BACK_UNUSED, [
    ...[issueId, now, issue.taken_back_by ?? issue.created_by, issue.taken_back_to, STEP],
  ]);
  const { ended = 0, last = null } = rows[0] ?? {};
  await client.query(MOVE_BACK, [issueId, ended, last, now]);
  return last !== null;
}

const MOVE_ON = `
UPDATE coupon_issue SET cursor_line = $2, issued = issued + $3, refused = refused + $4,
       state = CASE WHEN $2 = lines + unnamed THEN 'done' ELSE state END, finished_at = CASE WHEN $2 = lines + unnamed THEN $5::timestamptz END
 WHERE id = $1`;

/** Issues the next coupons of a file, or takes the next ones back, in one transaction. Says whether there is more to do. @throws StrangeRowError */
export async function issueStep(
  client: ClientBase,
  issueId: number,
  { clock, timeZone }: Pick<IssueRunnerOptions, "clock" | "timeZone">,
): Promise<boolean> {
  await client.query("BEGIN");
  try {
    const { rows } = await client.query<IssueRow>(LOCK_ISSUE, [issueId]);
    const issue = rows[0];
    if (issue !== undefined)
      await requireProved(client, [
        ["coupon_issue", issueId],
        ["coupon_issue_line", issueId],
        ["coupon_template", issue.template_id],
      ]);
    const now = clock.now();
    const isMore =
      issue !== undefined &&
      (issue.state === "taking"
        ? await takeBackPart(client, issueId, issue, now)
        : await issuePart(client, issueId, issue, { now, timeZone }));
    await client.query("COMMIT");
    return isMore;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

async function issuePart(
  client: ClientBase,
  issueId: number,
  issue: IssueRow,
  { now, timeZone }: { now: Date; timeZone: () => string },
): Promise<boolean> {
  const { lines, unnamed, cursor_line: from, template_id: templateId, created_by: userId } = issue;
  // First the lines, then those without a wallet, never both in one part.
  const end = from < lines ? Math.min(lines, from + STEP) : Math.min(lines + unnamed, from + STEP);
  const drawn = Array.from({ length: end - from }, newCouponNumber);
  if (from < lines) await client.query(LOCK_WALLETS_OF_LINES, [issueId, from, end]);
  const { rows } = await client.query<TemplateRow>(LOCK_TEMPLATE, [templateId]);
  const [template] = rows;
  if (template === undefined) throw new Error(`Template ${templateId} of a file is gone`);
  // An offer that was stopped issues nothing more.
  if (template.state !== "live") {
    await client.query(STOP, [issueId, now]);
    return false;
  }
  const { validFrom, validUntil } = validityOf(template, formatLocalDate(now, timeZone()));
  const left = Math.min(template.stock_left ?? Number.MAX_SAFE_INTEGER, end - from);
  const numbers = drawn.slice(0, left);
  let issued = left;
  if (from < lines) {
    const made = await client.query<{ issued: number }>(ISSUE_TO_WALLETS, [
      ...[issueId, from, end, templateId, userId, issue.again, numbers],
      ...[validFrom, validUntil, now, left],
    ]);
    issued = made.rows[0]?.issued ?? 0;
  } else if (left > 0)
    await client.query(ISSUE_UNNAMED, [templateId, numbers, validFrom, validUntil, now, userId, issueId]);
  await client.query(MOVE_ON, [issueId, end, issued, end - from - issued, now]);
  return end < lines + unnamed;
}
