import type { AdminActor } from "@/lib/areas/actor";
import { type Act, administer } from "@/lib/areas/administer";
import { requireBranchesOf } from "@/lib/areas/branches/branch-view";
import type { AdminContext } from "@/lib/areas/context";
import { lockActiveMerchant } from "@/lib/areas/merchants/merchant-view";
import { type DealView, dealView, requireReferences, tellOfDeal, WITH_BRANCHES } from "./deal-view";
import { nextOfferNumber } from "./offer-number";

/** What people write about a deal. */
export type DealFields = Omit<
  DealView,
  "id" | "merchantId" | "state" | "sortingNumber" | "version" | "createdAt" | "updatedAt" | "wasPublished"
>;

/** An `offerNumber` of "" is filled with the next free one. */
export type CreateDealInput = { merchantId: number } & DealFields;

/**
 * Makes a deal, as a draft: customers see nothing of it until it is published.
 * @throws AdminError not_found, inactive (the merchant), taken (the offer number), invalid
 */
export function createDeal(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, ...fields }: CreateDealInput,
): Promise<DealView> {
  return administer(context, actor, "deal.create", async (act) => {
    await lockActiveMerchant(act, merchantId);
    return insertDeal(act, merchantId, fields);
  });
}

/** Writes a new draft with its audit row and its announcement. */
export async function insertDeal(
  act: Act,
  merchantId: number,
  { branchIds, ...fields }: DealFields,
): Promise<DealView> {
  const { tx, now } = act;
  await requireReferences(tx, fields);
  const offered = await requireBranchesOf(tx, merchantId, branchIds);
  const row = await tx.deal.create({
    data: {
      ...fields,
      merchantId,
      state: "draft",
      offerNumber: fields.offerNumber || (await nextOfferNumber(tx)),
      dealBranches: { create: offered.map((branchId) => ({ branchId })) },
      createdAt: now,
      updatedAt: now,
    },
    include: WITH_BRANCHES,
  });
  return tellOfDeal(act, null, dealView(row));
}
