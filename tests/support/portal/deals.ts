import type { DealFields } from "@/lib/areas/deals/desk-schemas";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { announceConfigChange } from "@/lib/platform/database/notify";
import type { TestDatabase } from "@/tests/support/database";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** An instant so many days from now; earlier ones are negative. */
export function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}

/** Empties the table, which the service cannot: deals that were published stay. */
export async function removeAllDeals({ owner }: Pick<TestDatabase, "owner">): Promise<void> {
  await owner.query("TRUNCATE deal, deal_branch, deal_day");
}

export type NewDeal = Partial<Omit<Prisma.DealUncheckedCreateInput, "dealBranches">> & {
  merchantId: number;
  categoryId: number;
  branchIds?: readonly number[];
};

let numbers = 0;

/** A deal that is live for a month unless it says otherwise, committed together with its announcement. Returns its id. */
export async function createDeal(
  { prisma, pool }: Pick<TestDatabase, "prisma" | "pool">,
  { branchIds = [], ...deal }: NewDeal,
): Promise<number> {
  numbers += 1;
  const { id } = await prisma.deal.create({
    data: {
      state: "published",
      offerNumber: `OFFER-${numbers}`,
      titleEn: `Deal ${numbers}`,
      titleAr: `عرض ${numbers}`,
      discountType: 1,
      discount: 20,
      startDate: daysFromNow(-10),
      endDate: daysFromNow(30),
      expiryDate: daysFromNow(44),
      ...deal,
      dealBranches: { create: branchIds.map((branchId) => ({ branchId })) },
    },
  });
  await announceConfigChange(pool, { kind: "test" });
  return id;
}

/** What the desk's editor sends of a deal that begins tomorrow and lasts ten days; without branches, for everybody. */
export function newDeal(categoryId: number, fields: Partial<DealFields> = {}): DealFields {
  numbers += 1;
  return {
    categoryId,
    offerNumber: "",
    titleEn: `Deal ${numbers}`,
    titleAr: `عرض ${numbers}`,
    descriptionEn: "",
    descriptionAr: "",
    termsEn: "",
    termsAr: "",
    discountType: 1,
    discount: 20,
    imageHash: null,
    startDate: daysFromNow(1).toISOString(),
    endDate: daysFromNow(11).toISOString(),
    expiryDate: daysFromNow(20).toISOString(),
    ratePlans: [],
    branchIds: [],
    ...fields,
  };
}
