import type { BranchTotal } from "@/lib/log/branch-totals";
import type { Prisma, PrismaClient } from "@/lib/platform/database/generated/client";
import { inUnits, type Money, NOTHING } from "@/lib/platform/money";
import type { KindTotal, Shift, ShiftEnding } from "./schemas";

const PERSON = { select: { id: true, name: true } } as const;
const WITH_PEOPLE = {
  user: PERSON,
  opener: PERSON,
  closer: PERSON,
  next: { select: { user: PERSON } },
  before: { select: { user: PERSON } },
} as const satisfies Prisma.ShiftInclude;

type Database = Pick<PrismaClient, "shift">;
type ShiftRow = Prisma.ShiftGetPayload<{ include: typeof WITH_PEOPLE }>;

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

function present(row: ShiftRow): Shift {
  return {
    id: row.id,
    branchId: row.branchId,
    person: row.user,
    openedAt: row.openedAt.toISOString(),
    openedBy: row.opener,
    openingCount: countOf(row.openingHundredths),
    openingNote: row.openingNote,
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closer,
    // A CHECK constraint of the table.
    ending: row.ending as ShiftEnding | null,
    closingCount: countOf(row.closingHundredths),
    closingNote: row.closingNote,
    handedTo: row.next?.user ?? null,
    takenFrom: row.before?.user ?? null,
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
