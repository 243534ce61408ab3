import { branchTotals } from "@/lib/log/branch-totals";
import { readPersonCoupons } from "@/lib/log/person-coupons";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { inUnits } from "@/lib/platform/money";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, person } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { requireBranch } from "@/lib/portal/require";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { shifts } from "./contract";
import type { OwnShift, ShiftReport } from "./schemas";
import {
  closeShift,
  colleaguesWhere,
  handOverShift,
  openShift,
  readOpenShift,
  readShift,
  sumByKind,
} from "./shifts";

/** The actor's open shift, and who else works at its branch and has none: they may take it over. */
async function readOwnShift({ userId }: PortalActor): Promise<OwnShift> {
  const shift = await readOpenShift(prisma(), userId);
  if (shift === null) return { shift: null, colleagues: [] };
  const { branchId } = shift;
  const { merchantId } = await prisma().branch.findUniqueOrThrow({ where: { id: branchId } });
  const colleagues = await prisma().user.findMany({
    where: {
      ...colleaguesWhere({ merchantId, branchId }),
      id: { not: userId },
      shifts: { none: { closedAt: null } },
    },
    select: PERSON,
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return { shift, colleagues: colleagues.map(person) };
}

/**
 * A shift with what its person did at its branch meanwhile, test wallets left out. Throws AdminError `not_found` when there is
 * none, `forbidden` for a foreign branch.
 */
async function readShiftReport(actor: PortalActor, shiftId: number): Promise<ShiftReport> {
  const shift = await readShift(prisma(), shiftId);
  if (shift === null) throw new AdminError("not_found");
  const { branchId, person, openedAt, closedAt } = shift;
  await requireBranch(actor, branchId, { allowsInactive: true });
  const now = services().clock.now();
  const range = { from: new Date(openedAt), until: closedAt === null ? now : new Date(closedAt) };
  const [totals, { bought, used }] = await Promise.all([
    branchTotals(portalPool(), { branchIds: [branchId], ...range }),
    readPersonCoupons(portalPool(), { branchId, userId: person.id, ...range }),
  ]);
  return {
    shift,
    readAt: now.toISOString(),
    kinds: sumByKind(totals.filter(({ userId }) => userId === person.id)),
    coupons: { bought: { ...bought, value: inUnits(bought.value) }, used },
  };
}

export const shiftsPortal = serveContract(shifts, {
  own: ({ actor }) => readOwnShift(actor),
  report: ({ actor, params }) => readShiftReport(actor, params.shiftId),
  open: async ({ actor, admin, context, body }) => {
    await requireBranch(actor, body.branchId);
    await openShift(context, admin, body);
    return readOwnShift(actor);
  },
  close: async ({ actor, admin, context, params: { shiftId }, body }) => {
    // Before anything is written: a branch that is not the caller's.
    await readShiftReport(actor, shiftId);
    await closeShift(context, admin, { shiftId, ...body });
    return readShiftReport(actor, shiftId);
  },
  handOver: async ({ actor, admin, context, params: { shiftId }, body }) => {
    await readShiftReport(actor, shiftId);
    await handOverShift(context, admin, { shiftId, ...body });
    return readShiftReport(actor, shiftId);
  },
});
