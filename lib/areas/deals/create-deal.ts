import { requireBranchesOf } from "@/lib/areas/branches/branches";
import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { Act } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import type { StoredDealState } from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";
import { nextOfferNumber } from "@/lib/portal/acts/offer-number";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { dealView, requireReferences, tellOfDeal, WITH_BRANCHES } from "./deal-view";
import type { DealView } from "./kept-deal";

export type DealFields = Omit<
  DealView,
  "id" | "merchantId" | "state" | "sortingNumber" | "version" | "createdAt" | "updatedAt" | "wasPublished"
>;

/** That a draft is published in the act that saves it: `startsNow` at the moment of the act, whatever its start was. */
export interface Publication {
  startsNow: boolean;
}

/** An `offerNumber` of "" is filled with the next free one. */
export type CreateDealInput = { merchantId: number; publication?: Publication | undefined } & DealFields;

/**
 * Makes a deal: a draft, of which customers see nothing, or with `publication` one that is published at once.
 * @throws AdminError second_person (one that multiplies points, rules.md §24), forbidden, not_found, inactive (the merchant), taken (the offer number), invalid
 */
export function createDeal(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, publication, ...fields }: CreateDealInput,
): Promise<DealView> {
  if (publication !== undefined) requirePermission(actor, "deal.change_state");
  return administerAgreed(context, actor, "deal.create", async (act) => {
    await lockActiveMerchant(act, merchantId);
    const published = publication && publishedAs(fields, publication, act.now);
    return insertDeal(act, merchantId, { ...fields, ...published });
  });
}

/**
 * Dates and state of a draft once it is published.
 * @throws AdminError invalid ("endDate": its end is past)
 */
export function publishedAs(
  { startDate, endDate }: Pick<DealFields, "startDate" | "endDate">,
  { startsNow }: Publication,
  now: Date,
): { state: "published"; startDate: Date } {
  if (endDate <= now) throw new AdminError("invalid", { field: "endDate" });
  return { state: "published", startDate: startsNow ? now : startDate };
}

/** Writes a new deal, a draft unless it is said otherwise, with its audit row and its announcement. */
export async function insertDeal(
  act: Act,
  merchantId: number,
  { branchIds, state = "draft", ...fields }: DealFields & { state?: StoredDealState },
): Promise<DealView> {
  const { tx, now } = act;
  await requireReferences(tx, fields);
  const offered = await requireBranchesOf(tx, merchantId, branchIds);
  const row = await tx.deal.create({
    data: {
      ...fields,
      merchantId,
      state,
      offerNumber: fields.offerNumber || (await nextOfferNumber(tx)),
      dealBranches: { create: offered.map((branchId) => ({ branchId })) },
      createdAt: now,
      updatedAt: now,
    },
    include: WITH_BRANCHES,
  });
  return tellOfDeal(act, null, dealView(row));
}
