import { findSegment } from "@/lib/areas/programme/segments";
import { formatLocalDate } from "@/lib/platform/time";
import { AdminError } from "@/lib/portal/acts/errors";
import { adminContext } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { browseDeals, dealChoices, findLiveDeal, usableDeals } from "./browse";
import { deals as api } from "./contract";
import type {
  Deal,
  DealListRequest,
  DealLooks,
  DealPage,
  DealSummary,
  UsableDeals,
  UsableDealsRequest,
} from "./schemas";
import type { CatalogueDeal } from "./types";

/** A page of the live deals. Throws DomainError 1002 for a cursor that is not one of the list's. */
async function readDealPage({ cursor, limit, ...filters }: DealListRequest): Promise<DealPage> {
  const page = await browseDeals(services().deals, { filters, cursor, limit });
  return { ...page, deals: page.deals.map(serializeSummary) };
}

/** Everything about a live deal. Throws AdminError `not_found` when there is none of this number, or not any more. */
export async function readDeal(dealId: number): Promise<Deal> {
  const deal = await findLiveDeal(services().deals, dealId);
  if (deal === null) throw new AdminError("not_found");
  const { description, terms, startsAt, branches } = deal;
  return {
    ...serializeSummary(deal),
    description,
    terms,
    startsAt: startsAt.toISOString(),
    branches: branches.map((branch) => ({ ...branch })),
  };
}

/** The live deals that customers of a tier can have at a branch: those for everybody, and those for the tier's rate plan. */
async function readUsableDeals({ segment, branch }: UsableDealsRequest): Promise<UsableDeals> {
  const tier = await findSegment(adminContext().database, segment);
  const deals = await usableDeals(services().deals, { ratePlan: tier?.ratePlan ?? null, branchId: branch });
  return {
    deals: deals.map((deal) => ({
      ...serializeSummary(deal),
      description: deal.description,
      terms: deal.terms,
    })),
  };
}

/** Counts the deals that were seen and opened in the portal; deals that are not live are left out. */
async function countDealLooks({ seen, opened }: DealLooks): Promise<{ isNoted: true }> {
  const { deals, dealCounts } = services();
  const live = new Set((await deals.live(null)).deals.map(({ id }) => id));
  dealCounts.look({ seen: seen.filter((id) => live.has(id)), opened: opened.filter((id) => live.has(id)) });
  return { isNoted: true };
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
    branchIds: [...deal.validAt],
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days of the programme's calendar from today to the last day before the end. */
function daysLeft(endsAt: Date): number {
  const { clock, programme } = services();
  const dayOf = (instant: Date) => Date.parse(formatLocalDate(instant, programme.timeZone()));
  return (dayOf(new Date(endsAt.getTime() - 1)) - dayOf(clock.now())) / DAY_MS;
}

export const dealsPortal = serveContract(api, {
  list: ({ query }) => readDealPage(query),
  choices: () => dealChoices(services().deals),
  one: ({ params }) => readDeal(params.dealId),
  usable: ({ query }) => readUsableDeals(query),
  looks: ({ body }) => countDealLooks(body),
});
