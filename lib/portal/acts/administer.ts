import { describeDatabaseError } from "@/lib/platform/database/errors";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { announceConfigChange } from "@/lib/platform/database/notify";
import {
  type AuditSnapshot,
  type AuditSubject,
  isChanged,
  subjectOf,
  writeAudit,
} from "@/lib/portal/acts/audit-log";
import { type AdminActor, requirePermission } from "./actor";
import type { AdminContext } from "./context";
import { AdminError, type AdminField } from "./errors";
import { type AdminAction, isPermitted, type Rights } from "./permissions";
import { isRole } from "./roles";
import { isValueAction } from "./value-acts";

export type Transaction = Prisma.TransactionClient;

/** Two transactions that stood in each other's way are simply tried again. */
const ATTEMPTS_MAX = 3;

/** An act's result, as the audit log keeps it. */
interface Done {
  subject: AuditSubject;
  subjectId: string | number;
  merchantId: number | null;
  before: AuditSnapshot | null;
  after: AuditSnapshot | null;
}

/** An administrative act while it is carried out. */
export interface Act {
  tx: Transaction;
  actor: AdminActor;
  action: AdminAction;
  now: Date;
  /** Writes the audit row. */
  record(done: Done): Promise<void>;
  /** Tells every process, when and only when the act is committed, that what it remembers of these is out of date. */
  announce(subject: AuditSubject, id: number): Promise<void>;
}

/**
 * Carries out one administrative act: checks that the actor may, as the database knows the actor at this moment, and runs
 * `work` in one transaction together with its audit row and its announcement. `work` may run again from the start when it
 * met another transaction, so it has no effect outside of the database.
 *
 * @throws AdminError what `work` throws; "forbidden" when the role is not enough or the actor has lost it; "taken" and
 * "invalid" for what only the database could know
 */
export async function administer<Result>(
  context: AdminContext,
  actor: AdminActor,
  action: AdminAction,
  work: (act: Act) => Promise<Result>,
): Promise<Result> {
  requirePermission(actor, action);
  return carryOut(context, actor, action, async (act) => {
    await requireStanding(act.tx, actor, action);
    return work(act);
  });
}

/**
 * {@link administer} for an API client (`clientActor`), whose right is its scope: whoever identified the client has checked it.
 * @throws AdminError what `work` throws; "taken" and "invalid" for what only the database could know
 */
export function actForClient<Result>(
  context: AdminContext,
  actor: AdminActor,
  action: AdminAction,
  work: (act: Act) => Promise<Result>,
): Promise<Result> {
  return carryOut(context, actor, action, work);
}

async function carryOut<Result>(
  context: AdminContext,
  actor: AdminActor,
  action: AdminAction,
  work: (act: Act) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await context.database.$transaction(async (tx) => {
        const act = actOf(tx, actor, action, context.clock.now());
        const result = await work(act);
        if (changed.has(tx) && isValueAction(action) && !weighed.has(tx))
          throw new Error(`${action} is in VALUE_ACTS and has not asked \`agree\``);
        return result;
      });
    } catch (error) {
      if (describeDatabaseError(error)?.kind === "serialization" && attempt < ATTEMPTS_MAX) continue;
      throw translate(error, action);
    }
  }
}

/** Transactions whose value was weighed, and those that have changed something. */
const weighed = new WeakSet<Transaction>();
const changed = new WeakSet<Transaction>();

/** Notes that the value of an act was weighed: `agree`, or what counts limits, has decided it. */
export function noteWeighed({ tx }: Pick<Act, "tx">): void {
  weighed.add(tx);
}

const settingUp = new WeakSet<Transaction>();

/** Notes that the first operator decides this act alone, which its audit row says. */
export function noteSettingUp({ tx }: Pick<Act, "tx">): void {
  settingUp.add(tx);
}

function actOf(tx: Transaction, actor: AdminActor, action: AdminAction, now: Date): Act {
  return {
    tx,
    actor,
    action,
    now,
    record: async (done) => {
      if (done.before !== null && done.after !== null && !isChanged(done.before, done.after)) return;
      changed.add(tx);
      const noted = {
        ...(actor.isUndo && { isUndo: true }),
        ...(settingUp.has(tx) && { isSettingUp: true }),
      };
      const after = done.after && { ...done.after, ...noted };
      await writeAudit(tx, { ...done, after, action, at: now, by: actor });
    },
    announce: (subject, id) =>
      announceConfigChange(
        { query: (text, values) => tx.$executeRawUnsafe(text, ...values) },
        { subject, id },
      ),
  };
}

/** The columns that decide a person's permissions; {@link rightsOf} reads them. */
export const RIGHTS = {
  role: true,
  permissionSet: { select: { name: true, added: true, removed: true } },
} as const;

/** Null for API clients. */
export function rightsOf({
  role,
  permissionSet,
}: {
  role: string | null;
  permissionSet: Rights["set"];
}): Required<Rights> | null {
  return isRole(role) ? { role, set: permissionSet ?? null } : null;
}

/**
 * Refuses an actor who is no longer what the session said: deactivated, of another role or merchant, of a merchant that was deactivated,
 * or of a set without the permission, even a moment ago.
 * @throws AdminError forbidden
 */
export async function requireStanding(
  tx: Transaction,
  actor: AdminActor,
  action: AdminAction,
): Promise<void> {
  const user = await tx.user.findUnique({
    where: { id: actor.userId },
    select: {
      ...RIGHTS,
      kind: true,
      merchantId: true,
      isActive: true,
      merchant: { select: { isActive: true } },
    },
  });
  const rights: Rights | null =
    user?.kind === "system" ? { role: "programme_operator" } : user && rightsOf(user);
  const isTrue =
    user?.isActive === true &&
    rights?.role === actor.role &&
    isPermitted(rights, action) &&
    user.merchantId === actor.merchantId &&
    user.merchant?.isActive !== false;
  if (!isTrue) throw new AdminError("forbidden");
}

/** Where a table is not called as what is in it. */
const TABLES: Partial<Record<string, string>> = {
  approval: "till_approval",
  client: "api_client",
  user: "app_user",
  webhook: "webhook_endpoint",
};
const tableOf = (subject: string) => TABLES[subject] ?? subject;

/** Locks a row for the rest of the act, before anything is read that the act depends on. A row that is not there locks nothing. */
export async function lockRow(tx: Transaction, subject: AuditSubject, id: number): Promise<void> {
  await tx.$queryRawUnsafe(`SELECT 1 FROM ${tableOf(subject)} WHERE id = $1 FOR NO KEY UPDATE`, id);
}

/**
 * The same where an act can do without one: undoing names the version that it made, and undoes nothing else.
 * @throws AdminError conflict
 */
export function requireVersionIfNamed(
  subject: AuditSubject,
  present: number,
  expected: number | undefined,
): void {
  if (expected !== undefined) requireVersion(subject, present, expected);
}

/**
 * The second editor is told, and nothing is overwritten silently. Call it under the row's lock.
 * @throws AdminError conflict
 */
export function requireVersion(subject: AuditSubject, present: number, expected: number): void {
  if (present !== expected) throw new AdminError("conflict", { subject, version: present });
}

/** The form field behind a check of the database. */
const FIELD_BY_CHECK: Readonly<Record<string, AdminField>> = {
  branch_msisdn_e164: "msisdn",
  branch_coordinates: "coordinates",
  merchant_refund_window: "refundWindowDays",
  merchant_return_window: "returnWindowDays",
  merchant_ripening_days: "ripeningDays",
  app_user_role: "role",
  app_user_merchant: "merchantId",
  api_client_scopes: "scopes",
  api_client_key_required_for: "keyRequiredFor",
  api_client_rate: "rate",
  segment_version_factors: "factors",
  segment_version_points: "points",
  wallet_msisdn_e164: "contactMsisdn",
  wallet_status: "statusId",
  deal_dates: "endDate",
  deal_discount: "discount",
  deal_discount_type: "discount",
  coupon_template_discount: "discount",
  coupon_template_validity: "endDate",
  coupon_template_stock: "stock",
  coupon_template_reward: "stock",
};

function translate(error: unknown, action: AdminAction): unknown {
  const described = describeDatabaseError(error);
  const taken = fieldOfKey(described?.constraint, action);
  if (described?.kind === "unique" && taken !== undefined) return new AdminError("taken", { field: taken });
  const invalid = FIELD_BY_CHECK[described?.constraint ?? ""];
  if (described?.kind === "check" && invalid !== undefined)
    return new AdminError("invalid", { field: invalid });
  return error;
}

/** `branch_msisdn_key` is about `msisdn`, for what is done to branches. */
function fieldOfKey(constraint: string | undefined, action: AdminAction): string | undefined {
  const table = tableOf(subjectOf(action));
  const column = new RegExp(`^${table}_(\\w+)_key$`).exec(constraint ?? "")?.[1];
  return column?.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
