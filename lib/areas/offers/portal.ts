import { listBranches } from "@/lib/areas/branches/branches";
import { listTemplates } from "@/lib/areas/coupons/templates";
import { listDeals } from "@/lib/areas/deals/read";
import { listMerchants } from "@/lib/areas/merchants/merchants";
import {
  addUp,
  meet,
  type PromotionView,
  promotionView,
  seenBy,
  WITH_RULE,
} from "@/lib/areas/promotions/promotion";
import { scheduleOf } from "@/lib/areas/promotions/promotions";
import { holdsFor } from "@/lib/platform/any-of";
import { compareTexts } from "@/lib/platform/search-text";
import { formatLocalDate, parseZonedDateTime, plusDays } from "@/lib/platform/time";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { dealState } from "@/lib/portal/acts/deal-states";
import { isPermitted } from "@/lib/portal/acts/permissions";
import { adminContext } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { offers as api } from "./contract";
import type { CalendarOffer, OfferCalendar, OfferCalendarRequest } from "./schemas";

/** An offer with where it holds. Empty lists are no condition. */
type Placed = CalendarOffer & { merchantIds: readonly number[]; branchIds: readonly number[] };

/** A month of the programme's calendar: its days, and its first moment and that of the month after. */
interface Month {
  now: Date;
  from: Date;
  until: Date;
  firstDay: string;
  lastDay: string;
  dayOf: (instant: Date) => string;
}

const OF_ONE_BILL = { rivals: [], addedTo: [] };
const titled = ({ nameEn, nameAr }: { nameEn: string; nameAr: string }) => ({ en: nameEn, ar: nameAr });

/** Offers of one month that the actor may see, and the choices of the filters. */
async function readCalendar(
  actor: AdminActor,
  { month, kind, merchant, branch }: OfferCalendarRequest,
): Promise<OfferCalendar> {
  const context = adminContext();
  const zone = context.programme.timeZone();
  const dayOf = (instant: Date) => formatLocalDate(instant, zone);
  const now = context.clock.now();
  const shown = month ?? dayOf(now).slice(0, 7);
  const nextMonth = `${plusDays(`${shown}-28`, 4).slice(0, 7)}-01`;
  const asked: Month = {
    now,
    from: parseZonedDateTime(`${shown}-01`, zone),
    until: parseZonedDateTime(nextMonth, zone),
    firstDay: `${shown}-01`,
    lastDay: plusDays(nextMonth, -1),
    dayOf,
  };
  const [deals, promotions, coupons, merchants, branches] = await Promise.all([
    dealsOf(actor, asked),
    promotionsOf(actor, asked),
    couponsOf(actor, asked),
    actor.role === "programme_operator" ? listMerchants(context, actor) : [],
    listBranches(context, actor),
  ]);
  const merchantOfBranch = branches.find(({ id }) => id === branch)?.merchantId;
  const holds = ({ merchantIds, branchIds, ...offer }: Placed) =>
    (kind === undefined || offer.kind === kind) &&
    (merchant === undefined || holdsFor(merchantIds, merchant)) &&
    (branch === undefined ||
      (holdsFor(merchantIds, merchantOfBranch ?? null) && holdsFor(branchIds, branch)));
  return {
    month: shown,
    today: dayOf(now),
    offers: [...deals, ...promotions, ...coupons]
      .filter(holds)
      .map(({ merchantIds, branchIds, ...offer }) => offer)
      .sort((one, other) => compareTexts(one.firstDay, other.firstDay) || one.id - other.id),
    merchants: merchants.map(({ id, ...names }) => ({ id, name: titled(names) })),
    branches: branches.map(({ id, merchantId, ...names }) => ({ id, merchantId, name: titled(names) })),
  };
}

async function dealsOf(actor: AdminActor, { now, from, until, dayOf }: Month): Promise<Placed[]> {
  const deals = await listDeals(adminContext(), actor, { within: { from, until } });
  return deals.flatMap((deal) =>
    deal.state === "draft"
      ? []
      : {
          ...OF_ONE_BILL,
          kind: "deal" as const,
          id: deal.id,
          title: { en: deal.titleEn, ar: deal.titleAr },
          merchant: titled(deal.merchant),
          merchantIds: [deal.merchantId],
          branchIds: deal.branchIds,
          state: dealState(deal, now),
          firstDay: dayOf(deal.startDate),
          lastDay: dayOf(new Date(deal.endDate.getTime() - 1)),
        },
  );
}

/** Promotions of deals are left out: their deals stand for them. */
async function promotionsOf(actor: AdminActor, { now, from, until, dayOf }: Month): Promise<Placed[]> {
  if (!isPermitted(actor, "promotion.read")) return [];
  const { database } = adminContext();
  const [rows, { promotionsStack }] = await Promise.all([
    database.promotion.findMany({
      where: {
        AND: [seenBy(actor), { NOT: { state: "draft" }, startsAt: { lt: until }, endsAt: { gt: from } }],
      },
      include: { ...WITH_RULE, merchant: { select: { nameEn: true, nameAr: true, isActive: true } } },
    }),
    database.programme.findUniqueOrThrow({ where: { id: 1 }, select: { promotionsStack: true } }),
  ]);
  const running = rows.map(({ merchant, ...row }) => ({ view: promotionView(row), merchant }));
  return running
    .filter(({ view }) => view.dealId === null)
    .map(({ view, merchant }) => {
      const met = running.map((other) => other.view).filter(({ id }) => id !== view.id);
      const others = met.filter((other) => isMeeting(view, other, now));
      const [addedTo, rivals] = [true, false].map((isAdded) =>
        others.filter((other) => addUp(view, other, promotionsStack) === isAdded).map(titled),
      ) as [CalendarOffer["addedTo"], CalendarOffer["rivals"]];
      return {
        ...{ kind: "promotion" as const, rivals, addedTo },
        id: view.id,
        title: titled(view),
        merchant: merchant && titled(merchant),
        merchantIds: view.merchantId === null ? view.rule.merchantIds : [view.merchantId],
        branchIds: view.rule.branchIds,
        state: dealState({ ...scheduleOf(view), isMerchantStopped: merchant?.isActive === false }, now),
        firstDay: dayOf(view.startsAt),
        lastDay: dayOf(new Date(view.endsAt.getTime() - 1)),
      };
    });
}

/** Whether two promotions that are not over may be asked about one bill. */
function isMeeting(one: PromotionView, other: PromotionView, now: Date): boolean {
  return one.endsAt > now && other.endsAt > now && meet(one, other);
}

async function couponsOf(actor: AdminActor, { firstDay, lastDay }: Month): Promise<Placed[]> {
  if (!isPermitted(actor, "coupon.read")) return [];
  const templates = await listTemplates(adminContext(), actor);
  return templates
    .filter(
      ({ state, since, validUntil }) =>
        state !== "draft" && since <= lastDay && (validUntil ?? lastDay) >= firstDay,
    )
    .map((template) => ({
      ...OF_ONE_BILL,
      kind: "coupon",
      id: template.id,
      title: { en: template.titleEn, ar: template.titleAr },
      merchant: template.merchantName,
      merchantIds: template.merchantId === null ? [] : [template.merchantId],
      branchIds: template.branchIds,
      state: template.state,
      firstDay: template.since,
      lastDay: template.validUntil,
    }));
}

export const offersPortal = serveContract(api, {
  calendar: ({ admin, query }) => readCalendar(admin, query),
});
