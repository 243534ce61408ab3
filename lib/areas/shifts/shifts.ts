import type { BranchTotal } from "@/lib/log/branch-totals";
import type { Prisma, PrismaClient, Shift as ShiftRow } from "@/lib/platform/database/generated/client";
import { inUnits, type Money, moneyOf, moneyText, NOTHING } from "@/lib/platform/money";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, administer, lockRow, type Transaction } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, person, personName } from "@/lib/portal/acts/person";
import { isRole } from "@/lib/portal/acts/roles";
import type { KindTotal, Shift, ShiftEnding } from "./schemas";

/** Counted money (currency units, 0 or more, up to the currency's decimals; null: not counted) and a note. */
interface Noted {
  count: number | null;
  note: string;
}

const BRANCH = { select: { merchantId: true, isActive: true } } as const;

/**
 * Opens a shift of the actor at a branch. A person has one at a time.
 * @throws AdminError forbidden, not_found for a branch of others, inactive, shift_open
 */
export function openShift(
  context: AdminContext,
  actor: AdminActor,
  { branchId, count, note }: Noted & { branchId: number },
): Promise<{ id: number }> {
  return administer(context, actor, "shift.open", async (act) => {
    const branch = await act.tx.branch.findUnique({ where: { id: branchId }, ...BRANCH });
    if (branch === null || !isOwnMerchant(actor, branch.merchantId))
      throw new AdminError("not_found", { subject: "branch" });
    if (!branch.isActive) throw new AdminError("inactive", { subject: "branch" });
    return begin(act, { userId: actor.userId, branchId, merchantId: branch.merchantId, count, note });
  });
}

/**
 * Closes a shift: one's own, or as a person of the desk another's of the same merchant.
 * @throws AdminError forbidden for a cashier's colleague, not_found, shift_closed
 */
export function closeShift(
  context: AdminContext,
  actor: AdminActor,
  { shiftId, count, note }: Noted & { shiftId: number },
): Promise<void> {
  return administer(context, actor, "shift.close", async (act) => {
    const shift = await lockOpen(act, shiftId);
    const isOwn = shift.userId === actor.userId;
    if (!isOwn && actor.role === "cashier") throw new AdminError("forbidden");
    await end(act, shift, { ending: isOwn ? "closed" : "by_other", at: act.now, count, note });
  });
}

/**
 * Closes the actor's own shift and opens a colleague's at the same branch with the same count, in one act.
 * @throws AdminError forbidden, not_found, shift_closed, shift_open of the colleague, shift_colleague
 */
export function handOverShift(
  context: AdminContext,
  actor: AdminActor,
  { shiftId, toUserId, count, note }: Noted & { shiftId: number; toUserId: number },
): Promise<{ id: number }> {
  return administer(context, actor, "shift.hand_over", async (act) => {
    const shift = await lockOpen(act, shiftId);
    if (shift.userId !== actor.userId) throw new AdminError("forbidden");
    const { branchId, branch } = shift;
    if (toUserId === actor.userId || !(await worksAt(act.tx, toUserId, shift)))
      throw new AdminError("shift_colleague");
    const { merchantId } = branch;
    const next = await begin(act, { userId: toUserId, branchId, merchantId, count, note });
    await end(act, shift, { ending: "handed_over", at: act.now, count, note, handedTo: next.id });
    return next;
  });
}

/**
 * Closes a shift that was left open when its day ended, as of the day's end. True when it did: it may have been closed meanwhile.
 * @throws AdminError forbidden
 */
export function closeLeftShift(
  context: AdminContext,
  actor: AdminActor,
  { shiftId, at }: { shiftId: number; at: Date },
): Promise<boolean> {
  return administer(context, actor, "shift.close", async (act) => {
    const shift = await lockOpen(act, shiftId).catch((error: unknown) => {
      if (error instanceof AdminError && error.code === "shift_closed") return null;
      throw error;
    });
    if (shift === null) return false;
    await end(act, shift, { ending: "day_end", at, count: null, note: "" });
    return true;
  });
}

/** People who may take a shift over: those of the branch, as the portal lets them work there. */
export function colleaguesWhere({ merchantId, branchId }: { merchantId: number; branchId: number }) {
  return {
    kind: "portal",
    isActive: true,
    merchantId,
    OR: [
      { role: { in: ["supervisor", "merchant_admin"] } },
      { role: "cashier", userBranches: { some: { branchId } } },
    ],
  };
}

interface OpenShift extends ShiftRow {
  branch: { merchantId: number };
}

async function lockOpen({ tx, actor }: Act, shiftId: number): Promise<OpenShift> {
  await lockRow(tx, "shift", shiftId);
  const shift = await tx.shift.findUnique({ where: { id: shiftId }, include: { branch: BRANCH } });
  if (shift === null || !isOwnMerchant(actor, shift.branch.merchantId))
    throw new AdminError("not_found", { subject: "shift" });
  if (shift.closedAt !== null) throw new AdminError("shift_closed");
  return shift;
}

async function begin(
  { tx, actor, now, record }: Act,
  {
    userId,
    branchId,
    merchantId,
    count,
    note,
  }: Noted & { userId: number; branchId: number; merchantId: number },
): Promise<{ id: number }> {
  // Of two that open one for the same person the second waits, and finds it.
  await lockRow(tx, "user", userId);
  const open = await tx.shift.findFirst({
    where: { userId, closedAt: null },
    select: { user: { select: PERSON } },
  });
  if (open !== null) throw new AdminError("shift_open", { name: personName(open.user) });
  const shift = await tx.shift.create({
    data: {
      userId,
      branchId,
      openedBy: actor.userId,
      openedAt: now,
      openingHundredths: amountOf(count),
      openingNote: note,
    },
  });
  await record({
    subject: "shift",
    subjectId: shift.id,
    merchantId,
    before: null,
    after: { userId, branchId, count: countText(count), note },
  });
  return { id: shift.id };
}

async function end(
  { tx, actor, record }: Act,
  { id, userId, branch }: OpenShift,
  {
    ending,
    at,
    count,
    note,
    handedTo = null,
  }: Noted & { ending: ShiftEnding; at: Date; handedTo?: number | null },
): Promise<void> {
  const closing = { closingHundredths: amountOf(count), closingNote: note };
  await tx.shift.update({
    where: { id },
    data: { closedBy: actor.userId, closedAt: at, ending, handedTo, ...closing },
  });
  await record({
    subject: "shift",
    subjectId: id,
    merchantId: branch.merchantId,
    before: { ending: null },
    after: { userId, ending, count: countText(count), note },
  });
}

async function worksAt(
  tx: Transaction,
  userId: number,
  { branchId, branch }: { branchId: number; branch: { merchantId: number } },
): Promise<boolean> {
  const found = await tx.user.findFirst({
    where: { id: userId, ...colleaguesWhere({ merchantId: branch.merchantId, branchId }) },
    select: { role: true },
  });
  return isRole(found?.role);
}

function amountOf(count: number | null): bigint | null {
  return count === null ? null : moneyOf(count);
}

function countText(count: number | null): string | null {
  return count === null ? null : moneyText(moneyOf(count));
}

const WITH_NAME = { select: PERSON } as const;
const WITH_PEOPLE = {
  user: WITH_NAME,
  opener: WITH_NAME,
  closer: WITH_NAME,
  next: { select: { user: WITH_NAME } },
  before: { select: { user: WITH_NAME } },
} as const satisfies Prisma.ShiftInclude;

type Database = Pick<PrismaClient, "shift">;
type PeopledShift = Prisma.ShiftGetPayload<{ include: typeof WITH_PEOPLE }>;

/** The shift, for whoever may know of its branch: that is for the caller to see. Null when there is none. */
export async function readShift(database: Database, shiftId: number): Promise<Shift | null> {
  const row = await database.shift.findUnique({ where: { id: shiftId }, include: WITH_PEOPLE });
  return row && present(row);
}

/** The person's shift that is open, at whatever branch; null without one. */
export async function readOpenShift(database: Database, userId: number): Promise<Shift | null> {
  const row = await database.shift.findFirst({ where: { userId, closedAt: null }, include: WITH_PEOPLE });
  return row && present(row);
}

/** The branch's shifts that were open at some time from one instant on and before another, the earliest first. */
export async function readShiftsOf(
  database: Database,
  { branchId, from, until }: { branchId: number; from: Date; until: Date },
): Promise<Shift[]> {
  const rows = await database.shift.findMany({
    where: { branchId, openedAt: { lt: until }, OR: [{ closedAt: null }, { closedAt: { gt: from } }] },
    include: WITH_PEOPLE,
    orderBy: [{ openedAt: "asc" }, { id: "asc" }],
  });
  return rows.map(present);
}

function present(row: PeopledShift): Shift {
  return {
    id: row.id,
    branchId: row.branchId,
    person: person(row.user),
    openedAt: row.openedAt.toISOString(),
    openedBy: person(row.opener),
    openingCount: countOf(row.openingHundredths),
    openingNote: row.openingNote,
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closer && person(row.closer),
    // A CHECK constraint of the table.
    ending: row.ending as ShiftEnding | null,
    closingCount: countOf(row.closingHundredths),
    closingNote: row.closingNote,
    handedTo: row.next && person(row.next.user),
    takenFrom: row.before && person(row.before.user),
  };
}

function countOf(amount: bigint | null): number | null {
  return amount === null ? null : inUnits(amount);
}

/** The totals of all branches and people among these, by kind. Pure. */
export function sumByKind(totals: readonly BranchTotal[]): KindTotal[] {
  const sums = new Map<string, Omit<KindTotal, "value"> & { value: Money }>();
  for (const { logTypeId, cancelledLogTypeId, entries, points, value } of totals) {
    const key = `${logTypeId} ${cancelledLogTypeId}`;
    const sum = sums.get(key) ?? { logTypeId, cancelledLogTypeId, entries: 0, points: 0, value: NOTHING };
    sum.entries += entries;
    sum.points += points;
    sum.value += value;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .map((sum) => ({ ...sum, value: inUnits(sum.value) }))
    .sort(
      (one, other) =>
        one.logTypeId - other.logTypeId || (one.cancelledLogTypeId ?? 0) - (other.cancelledLogTypeId ?? 0),
    );
}
