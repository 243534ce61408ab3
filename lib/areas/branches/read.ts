import type { Prisma } from "@/lib/platform/database/generated/client";
import { digitSpellings, toLatinDigits } from "@/lib/platform/digits";
import { type AdminActor, requirePermission, requireReach } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { PERSON, person } from "@/lib/portal/acts/person";
import { requireOwnBranch } from "./branches";
import { type BranchImpact, type BranchView, branch } from "./record";

interface BranchSearchInput {
  /** Absent: the actor's own merchant, or all for an operator. */
  merchantId?: number | undefined;
  isActive?: boolean | undefined;
  /** A part of a name, an address, a telephone or a mobile number, in whatever case. */
  text?: string | undefined;
  /** The last branch of the page before. */
  after?: number | undefined;
}

const PAGE_SIZE = 50;

/**
 * Branches that match, by number, page by page.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function searchBranches(
  { database }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined, isActive, text, after }: BranchSearchInput,
): Promise<{ branches: BranchView[]; nextAfter: number | null }> {
  requireReach(actor, "branch.read", merchantId);
  const rows = await database.branch.findMany({
    where: {
      ...(merchantId !== undefined && { merchantId }),
      ...(isActive !== undefined && { isActive }),
      ...(text !== undefined && text !== "" && { OR: anywhere(text) }),
      ...(after !== undefined && { id: { gt: after } }),
    },
    orderBy: { id: "asc" },
    take: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE).map(branch.view);
  return { branches: shown, nextAfter: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}

function anywhere(text: string): Prisma.BranchWhereInput[] {
  // A mobile number is kept with its country and typed without.
  const digits = toLatinDigits(text)
    .replace(/[\s()-]/g, "")
    .replace(/^(?:\+?20|0)(?=1)/, "");
  return [
    ...digitSpellings(text).flatMap((contains) => {
      const part = { contains, mode: "insensitive" } as const;
      return [{ nameEn: part }, { nameAr: part }, { addressEn: part }, { addressAr: part }, { phone: part }];
    }),
    ...(/^\+?\d+$/.test(digits) ? [{ msisdn: { contains: digits } }] : []),
  ];
}

/**
 * Consequences of closing the branch, shown before it is done.
 * @throws AdminError forbidden, not_found
 */
export async function readBranchImpact(
  { database, clock }: AdminContext,
  actor: AdminActor,
  branchId: number,
): Promise<BranchImpact> {
  requirePermission(actor, "branch.deactivate");
  requireOwnBranch(await database.branch.findUnique({ where: { id: branchId } }), actor, clock.now());
  const here = { some: { branchId } };
  const openElsewhere = { some: { branchId: { not: branchId }, branch: { isActive: true } } };
  const [cashiers, clients, deals] = await Promise.all([
    database.user.findMany({
      where: { role: "cashier", isActive: true, userBranches: here, NOT: { userBranches: openElsewhere } },
      select: PERSON,
      orderBy: { id: "asc" },
    }),
    database.apiClient.findMany({
      where: {
        allBranches: false,
        revokedAt: null,
        apiClientBranches: here,
        NOT: { apiClientBranches: openElsewhere },
      },
      select: { id: true, name: true },
      orderBy: { id: "asc" },
    }),
    database.deal.findMany({
      where: {
        state: "published",
        endDate: { gt: clock.now() },
        dealBranches: here,
        NOT: { dealBranches: openElsewhere },
      },
      select: { id: true, titleEn: true, titleAr: true },
      orderBy: { id: "asc" },
    }),
  ]);
  return { cashiers: cashiers.map(person), clients, deals };
}
