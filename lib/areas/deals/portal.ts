import { formatLocalDate } from "@/lib/platform/time";
import { PortalRefusal } from "@/lib/portal/refusal";
import { services } from "@/lib/services";
import { browseDeals, dealChoices, findLiveDeal } from "./browse";
import type { Deal, DealChoices, DealListRequest, DealPage, DealSummary } from "./schemas";
import type { CatalogueDeal } from "./types";

/** A page of the live deals. Throws DomainError 1002 for a cursor that is not one of the list's. */
export async function readDealPage({ cursor, limit, ...filters }: DealListRequest): Promise<DealPage> {
  const page = await browseDeals(services().deals, { filters, cursor, limit });
  return { ...page, deals: page.deals.map(serializeSummary) };
}

/** What the live deals can be filtered by. */
export function readDealChoices(): Promise<DealChoices> {
  return dealChoices(services().deals);
}

/** Everything about a live deal. Throws PortalRefusal `not_found` when there is none of this number, or not any more. */
export async function readDeal(dealId: number): Promise<Deal> {
  const deal = await findLiveDeal(services().deals, dealId);
  if (deal === null) throw new PortalRefusal("not_found");
  const { description, terms, startsAt, branches } = deal;
  return {
    ...serializeSummary(deal),
    description,
    terms,
    startsAt: startsAt.toISOString(),
    branches: branches.map((branch) => ({ ...branch })),
  };
}

function serializeSummary(deal: CatalogueDeal): DealSummary {
  const { id, title, offerNumber, category, discount, image, endsAt, expiresAt } = deal;
  return {
    id,
    title,
    offerNumber,
    merchant: { ...deal.merchant, image: deal.merchantImage },
    category,
    // Checked by the database.
    discountType: deal.discountType as DealSummary["discountType"],
    discount,
    image,
    endsAt: endsAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    daysLeft: daysLeft(endsAt),
    ratePlans: [...deal.ratePlans],
    branchIds: deal.branches.map((branch) => branch.id),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days of the programme's calendar from today to the last day before the end. */
function daysLeft(endsAt: Date): number {
  const { clock, programme } = services();
  const dayOf = (instant: Date) => Date.parse(formatLocalDate(instant, programme.timeZone()));
  return (dayOf(new Date(endsAt.getTime() - 1)) - dayOf(clock.now())) / DAY_MS;
}
