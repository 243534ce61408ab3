import { hasEntries, hasMoved } from "@/lib/log/first-steps";
import { readRows } from "@/lib/platform/rows";
import { systemActor } from "./actor";
import { type Act, administer, lockRow, type Transaction } from "./administer";
import { writeAudit } from "./audit-log";
import type { AdminContext } from "./context";

/** The setting-up of a new programme (rules.md §24): hours it lasts at most, and people with an admin's rights it knows at most. */
export const SETUP_HOURS = 72;
export const SETUP_PEOPLE_MAX = 3;
const SETUP_MS = SETUP_HOURS * 60 * 60 * 1000;

/** SQL: whether a grant `g` is the first operator's while the programme `p` is set up. */
export const IS_FIRST_OPERATORS = `coalesce(p.setup_by = g.granted_by AND g.at BETWEEN p.setup_from
                 AND least(p.setup_closed_at, p.setup_from + interval '${SETUP_HOURS} hours'), false)`;

/** Why a setting-up is over. */
export type SetupEnd = "moved" | "time" | "people";

export interface SettingUp {
  /** The first operator, who decides alone. */
  by: number;
  until: Date;
  /** People who got an admin's rights so far, the first operator among them. */
  people: number;
  /** Null while it goes on. */
  end: SetupEnd | null;
}

/**
 * The setting-up that no one has closed yet; null for a programme that was closed, or had people before. Movements, acts and people stay in
 * their logs, so that what ended it once ends it for ever; a clock that was put back counts for nothing behind the newest act.
 */
export async function readSettingUp(
  database: Pick<Transaction, "programme" | "auditLog" | "$queryRawUnsafe">,
  now: Date,
): Promise<SettingUp | null> {
  const { setupBy, setupFrom, setupClosedAt } = await database.programme.findUniqueOrThrow({
    where: { id: 1 },
    select: { setupBy: true, setupFrom: true, setupClosedAt: true },
  });
  if (setupBy === null || setupFrom === null || setupClosedAt !== null) return null;
  const [isMoved, [people], newest] = await Promise.all([
    hasMoved(database),
    readRows<{ count: number }>(database, ADMINS_EVER),
    database.auditLog.findFirst({ orderBy: { createdAt: "desc" }, select: { createdAt: true } }),
  ]);
  const until = new Date(setupFrom.getTime() + SETUP_MS);
  const count = people?.count ?? 0;
  const isLate = now >= until || (newest !== null && newest.createdAt >= until);
  const end = isMoved ? "moved" : isLate ? "time" : count > SETUP_PEOPLE_MAX ? "people" : null;
  return { by: setupBy, until, people: count, end };
}

/** So long an operator who was away is told that the setting-up has ended. */
const TOLD_MS = 7 * 24 * 60 * 60 * 1000;

/** The end of the setting-up, for a week after it was written down. */
export async function readSetupEnd(
  database: Pick<Transaction, "programme" | "auditLog">,
  now: Date,
): Promise<{ by: number; at: Date; why: SetupEnd } | null> {
  const { setupBy: by, setupClosedAt: at } = await database.programme.findUniqueOrThrow({
    where: { id: 1 },
    select: { setupBy: true, setupClosedAt: true },
  });
  if (by === null || at === null || now.getTime() - at.getTime() > TOLD_MS) return null;
  const closed = await database.auditLog.findFirst({
    where: { action: SETUP.action },
    orderBy: { id: "desc" },
    select: { after: true },
  });
  const { setUpEnd } = (closed?.after ?? {}) as { setUpEnd?: SetupEnd };
  return setUpEnd === undefined ? null : { by, at, why: setUpEnd };
}

/** People whom the audit log has seen with an admin's role, whatever became of them. */
const ADMINS_EVER = `
SELECT count(DISTINCT subject_id)::integer AS count FROM audit_log
 WHERE subject_type = 'user' AND after->>'role' IN ('programme_operator', 'merchant_admin')`;

/**
 * Whether the actor decides this act alone because the programme is being set up. Acts that move nothing ask for it, and say whether they
 * bring another person with an admin's rights.
 */
export async function decidesAlone(
  { tx, actor, now }: Act,
  { isNewAdmin }: { isNewAdmin: boolean },
): Promise<boolean> {
  // People who are brought at the same moment are counted one after the other.
  if (isNewAdmin) await lockRow(tx, "programme", 1);
  const settingUp = await readSettingUp(tx, now);
  if (settingUp === null || settingUp.end !== null || settingUp.by !== actor.userId) return false;
  return !isNewAdmin || settingUp.people < SETUP_PEOPLE_MAX;
}

/** Begins the setting-up with the first person of a programme, an operator whom the command line made. */
export async function beginSettingUp(
  { tx, actor, now: at }: Act,
  { id, role }: { id: number; role: string },
): Promise<void> {
  if (role !== "programme_operator") return;
  const isCommandLine = (await tx.user.count({ where: { id: actor.userId, kind: "system" } })) > 0;
  if (!isCommandLine || (await tx.user.count({ where: { kind: "portal", id: { not: id } } })) > 0) return;
  await lockRow(tx, "programme", 1);
  const { setupBy } = await tx.programme.findUniqueOrThrow({ where: { id: 1 }, select: { setupBy: true } });
  if (setupBy !== null || (await hasEntries(tx))) return;
  await tx.programme.update({ where: { id: 1 }, data: { setupBy: id, setupFrom: at } });
  await writeAudit(tx, { ...SETUP, before: null, after: { setUp: "begun" }, at, by: actor });
}

const SETUP = { action: "programme.set_up", subject: "programme", subjectId: 1, merchantId: null } as const;

/**
 * Writes down that the setting-up is over, once it is: from then on no clock and no count brings it back. Safe to be called at any time.
 * @returns why it ended; null when nothing was to be written
 */
export function closeSettingUp(context: AdminContext, systemUserId: number): Promise<SetupEnd | null> {
  return administer(context, systemActor(systemUserId), "programme.set_up", async ({ tx, now, record }) => {
    await lockRow(tx, "programme", 1);
    const { end = null } = (await readSettingUp(tx, now)) ?? {};
    if (end === null) return null;
    await tx.programme.update({ where: { id: 1 }, data: { setupClosedAt: now } });
    const { action: _, ...subject } = SETUP;
    await record({ ...subject, before: { setUp: "begun" }, after: { setUp: "ended", setUpEnd: end } });
    return end;
  });
}
