import { NO_PROFILE } from "@/lib/ledger/rules/profile";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { openForCustomer, sealForCustomer } from "@/lib/platform/personal";
import { ACTS } from "@/lib/portal/acts/generated/acts";
import type { AdminAction } from "@/lib/portal/acts/permissions";
import { isSecurityKind } from "@/lib/portal/security-log/kinds";
import { writeSecurityEvent } from "@/lib/portal/security-log/write-event";
import { customerKey } from "@/lib/wallet/customer-key";

type Acts = typeof ACTS;
type SubjectsOf<Action extends AdminAction> = Acts[Action] extends { on: readonly (infer Subject)[] }
  ? Subject
  : Action extends `${string}.read`
    ? never
    : Action extends `${infer Subject}.${string}`
      ? Subject
      : never;

/** Subject of an administrative act: the word before the dot of its permission, unless the act declares others. */
export type AuditSubject = { [Action in AdminAction]: SubjectsOf<Action> }[AdminAction];

export function subjectOf(action: AdminAction): string {
  return action.slice(0, action.indexOf("."));
}

export const AUDIT_SUBJECTS = [
  ...new Set(
    Object.entries(ACTS).flatMap(([action, facts]): readonly string[] => {
      if ("on" in facts) return facts.on;
      return action.endsWith(".read") ? [] : [subjectOf(action as AdminAction)];
    }),
  ),
] as AuditSubject[];

/** A subject as it was or is: plain values only, no secrets. */
export type AuditSnapshot = Readonly<Record<string, unknown>>;

/** One administrative act. */
export interface AuditedAct {
  action: string;
  subject: AuditSubject;
  subjectId: string | number;
  /** The merchant whose admins may read about it; null: the programme's operators only. */
  merchantId: number | null;
  /** Null when the act made the subject. */
  before: AuditSnapshot | null;
  after: AuditSnapshot | null;
  at: Date;
  by: { userId: number; ipAddress?: string | undefined; requestId?: string | undefined };
}

/** Fields that never enter the audit log, in any snapshot. The acts do not pass secrets; this is the second guard. */
const SECRET_FIELD = /password|secret$|secrethash|^pin$|pinhash|^hash$|token/i;
/** Of a customer: the log keeps their values under the customer's own key, since it can never be cleaned of one. */
const PERSONAL_FIELDS: ReadonlySet<string> = new Set(["contactMsisdn", ...Object.keys(NO_PROFILE)]);
/** Never kept, sealed or not. */
const NOT_KEPT_FIELDS: ReadonlySet<string> = new Set(["nid"]);
/** Stands for a value that is not kept, or that nobody may read any more. */
const NOT_KEPT = "•••";
/** Stands before a value under the customer's key. */
const SEALED = "sealed:";
/** Change with every act and say nothing. */
const NOISE = new Set(["version", "updatedAt"]);

/**
 * Writes an act into the audit log, in the transaction of the act, and one that concerns who may do what into the log of security
 * events as well. Of a change only the fields that differ are kept.
 */
export async function writeAudit(transaction: Prisma.TransactionClient, act: AuditedAct): Promise<void> {
  const key = hasPersonal(act) ? await customerKey(transaction, String(act.subjectId)) : null;
  const { text, values } = auditStatement(act, key);
  await transaction.$executeRawUnsafe(text, ...values);
  const { action: kind, merchantId, by, at } = act;
  if (!isSecurityKind(kind)) return;
  const details = { subject: act.subject, subjectId: act.subjectId };
  await writeSecurityEvent(transaction, { kind, merchantId, ...by, details }, at);
}

/**
 * Behind the columns and values of an inserted act: the last entry number that was given out before the act took its own. Entries of
 * the act's wallet up to this number came before the act, all later ones after it, since both are numbered under the wallet's lock.
 * The number is read before that of the act is taken; read afterwards, acts could change places.
 */
export const ENTRIES_BEFORE = `(SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS entries_before FROM entry_id_seq) numbered`;

const INSERT = `
INSERT INTO audit_log (created_at, user_id, merchant_id, action, subject_type, subject_id, before, after, ip_address, request_id, entries_before)
SELECT $1::timestamptz, $2::integer, $3::integer, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10, entries_before FROM ${ENTRIES_BEFORE}`;

/**
 * The statement of {@link writeAudit}, for acts that another part of the service commits, such as movements of points. Without the
 * customer's key the values of personal fields are left out.
 */
export function auditStatement(
  act: AuditedAct,
  key: Uint8Array | null = null,
): { text: string; values: unknown[] } {
  const { before, after } = keptOf(act, key);
  return {
    text: INSERT,
    values: [
      act.at.toISOString(),
      act.by.userId,
      act.merchantId,
      act.action,
      act.subject,
      String(act.subjectId),
      before && JSON.stringify(before),
      after && JSON.stringify(after),
      act.by.ipAddress ?? null,
      act.by.requestId ?? null,
    ],
  };
}

/** The audit log's copy of an act: {@link differences}, of a wallet with personal fields under its customer's key. */
export function keptOf(
  { subject, before, after }: Pick<AuditedAct, "subject" | "before" | "after">,
  key: Uint8Array | null = null,
): ReturnType<typeof differences> {
  const kept = differences(before, after);
  if (subject !== "wallet") return kept;
  const sealed = (name: string, value: unknown) => {
    const text = key === null || NOT_KEPT_FIELDS.has(name) ? null : sealForCustomer(value, key);
    return text === null ? NOT_KEPT : SEALED + text;
  };
  return { before: withPersonal(kept.before, sealed), after: withPersonal(kept.after, sealed) };
}

/**
 * A snapshot of a wallet as it may be read: with the values that the customer's key opens. Without the key nothing of a personal field is
 * shown, in acts that were written before values were sealed either.
 */
export function openedSnapshot<Snapshot extends object | null>(
  snapshot: Snapshot,
  key: Uint8Array | undefined,
): Snapshot {
  const opened = (_: string, value: unknown) => {
    const isSealed = typeof value === "string" && value.startsWith(SEALED);
    if (key === undefined || !isSealed) return NOT_KEPT;
    return (openForCustomer(value.slice(SEALED.length), key) ?? NOT_KEPT) as Prisma.InputJsonValue;
  };
  return withPersonal(snapshot as Prisma.InputJsonObject | null, opened) as Snapshot;
}

function hasPersonal({ subject, before, after }: AuditedAct): boolean {
  if (subject !== "wallet") return false;
  const kept = differences(before, after);
  return [...Object.entries(kept.before ?? {}), ...Object.entries(kept.after ?? {})].some(isPersonal);
}

const isPersonal = ([name, value]: [string, unknown]) => PERSONAL_FIELDS.has(name) && value !== null;

function withPersonal(
  snapshot: Prisma.InputJsonObject | null,
  replaced: (name: string, value: unknown) => Prisma.InputJsonValue,
): Prisma.InputJsonObject | null {
  if (snapshot === null) return null;
  const fields = Object.entries(snapshot).map(([name, value]) => [
    name,
    isPersonal([name, value]) ? replaced(name, value) : value,
  ]);
  return Object.fromEntries(fields);
}

/** The two snapshots without what is the same in both, what is secret and what is noise. Pure. */
export function differences(
  before: AuditSnapshot | null,
  after: AuditSnapshot | null,
): { before: Prisma.InputJsonObject | null; after: Prisma.InputJsonObject | null } {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const kept = [...names].filter((name) => {
    if (NOISE.has(name) || SECRET_FIELD.test(name)) return false;
    return before === null || after === null || !isSame(before[name], after[name]);
  });
  return { before: pick(before, kept), after: pick(after, kept) };
}

/** Whether anything that the audit log would tell differs between the two. */
export function isChanged(before: AuditSnapshot, after: AuditSnapshot): boolean {
  return Object.keys(differences(before, after).after ?? {}).length > 0;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function pick(snapshot: AuditSnapshot | null, names: readonly string[]): Prisma.InputJsonObject | null {
  if (snapshot === null) return null;
  const entries = names.filter((name) => snapshot[name] !== undefined).map((name) => [name, snapshot[name]]);
  // Through JSON once, so that dates are texts and nothing but plain values reaches the driver.
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)));
}
