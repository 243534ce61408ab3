import { listBranches } from "@/lib/areas/branches/branches";
import { foldText, searchWords } from "@/lib/platform/search-text";
import { plusDays, startOfDayAfter } from "@/lib/platform/time";
import type { AdminActor } from "@/lib/portal/acts/actor";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { DEAL_STATES, dealState, movesFrom } from "@/lib/portal/acts/deal-states";
import { decodeCursor, encodeCursor, isAfter, placeOf } from "./browse";
import type { DealView } from "./deal";
import type { DeskFilters, DeskList, DeskListRequest, ListedDeal as ListedDealBody } from "./desk-schemas";
import { imagePath } from "./live-deals";
import { type DealInterests, type ListedDeal, listDeals, readDealInterests } from "./read";
import { dealWarnings, type OtherDeal, untranslatedTexts } from "./warnings";
import { ENDING_DAYS, lackingParts } from "./words";

/** A page of the deals that the actor manages, in every state. Throws DomainError 1002 for a foreign cursor. */
export async function readDeskList(
  context: WalletAdminContext,
  actor: AdminActor,
  { cursor, limit = 20, merchant, ...filters }: DeskListRequest,
): Promise<DeskList> {
  const now = context.clock.now();
  const { order, branch } = filters;
  const [all, branches] = await Promise.all([
    listDeals(context, actor, { merchantId: merchant }),
    branch === undefined ? [] : listBranches(context, actor),
  ]);
  const place = placerOf(order, now);
  const chosen = branches.find(({ id }) => id === branch);
  const matching = all.filter(matcher(filters, chosen, { now, zone: context.programme.timeZone() }));
  const found =
    order === undefined
      ? matching
      : matching.sort((one, other) => (isAfter(place(one), place(other)) ? 1 : -1));
  const counts = Object.fromEntries(DEAL_STATES.map((state) => [state, 0])) as DeskList["counts"];
  for (const deal of found) counts[dealState(deal, now)] += 1;
  const { state } = filters;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const isWhole = after === null && Object.values(filters).every((value) => value === undefined);
  const shown = state === undefined ? found : found.filter((deal) => dealState(deal, now) === state);
  const rest = after === null ? shown : shown.filter((deal) => isAfter(place(deal), after));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const pageIds = page.map(({ id }) => id);
  const interests = await readDealInterests(context, pageIds);
  return {
    deals: page.map((deal) => serializeListed(deal, { others: all, interests, now })),
    total: shown.length,
    counts,
    order: isWhole ? all.filter((deal) => dealState(deal, now) !== "ended").map(({ id }) => id) : null,
    nextCursor: rest.length > page.length && last !== undefined ? encodeCursor(place(last)) : null,
  };
}

/** The place of a deal in an order. By their ends, those that are over come after those that are not, and drafts without an end last. */
function placerOf(order: DeskFilters["order"], now: Date) {
  return (deal: ListedDeal) => {
    const { id, sortingNumber, startDate, endDate } = deal;
    if (order === undefined) return placeOf({ id, sortingNumber, startsAt: startDate });
    if (order === "newest") return placeOf({ id, sortingNumber: -id, startsAt: null });
    const isOver = dealState(deal, now) === "ended";
    const minute = endDate && Math.floor(endDate.getTime() / 60_000);
    return placeOf({ id, sortingNumber: isOver ? OVER : minute, startsAt: isOver ? endDate : null });
  };
}

/** Behind every minute of an end. */
const OVER = 2 ** 31 - 1;

function matcher(
  { category, branch: branchId, from, until, ends, without, text = "" }: DeskFilters,
  branch: { id: number; merchantId: number } | undefined,
  { now, zone }: { now: Date; zone: string },
) {
  const words = searchWords(text);
  const endsBefore = ends && new Date(now.getTime() + ENDING_DAYS * 24 * 60 * 60_000);
  const begin = from === undefined ? undefined : startOfDayAfter(plusDays(from, -1), zone);
  const end = until === undefined ? undefined : startOfDayAfter(until, zone);
  return (deal: ListedDeal) => {
    if (category !== undefined && deal.categoryId !== category) return false;
    if (branchId !== undefined && !isHadAt(deal, branch)) return false;
    if ((begin || end) && (deal.state === "draft" || !overlaps(deal, begin, end))) return false;
    if (without !== undefined && untranslatedTexts(deal)[without].length === 0) return false;
    if (endsBefore && (dealState(deal, now) !== "live" || (deal.endDate ?? endsBefore) >= endsBefore))
      return false;
    if (words.length === 0) return true;
    const { titleEn, titleAr, descriptionEn, descriptionAr, merchant, offerNumber } = deal;
    const texts = [titleEn, titleAr, descriptionEn, descriptionAr, merchant.nameEn, merchant.nameAr];
    const folded = foldText([...texts, offerNumber].join("\n"));
    return words.every((word) => folded.includes(word));
  };
}

const isHadAt = (
  { merchant, branchIds }: ListedDeal,
  branch: { id: number; merchantId: number } | undefined,
) => branch?.merchantId === merchant.id && (branchIds.length === 0 || branchIds.includes(branch.id));

const overlaps = (
  { startDate, endDate }: { startDate: Date; endDate: Date },
  begin: Date | undefined,
  end: Date | undefined,
) => (end === undefined || startDate < end) && (begin === undefined || endDate > begin);

function serializeListed(
  deal: ListedDeal,
  { others, interests, now }: { others: readonly OtherDeal[]; interests: DealInterests; now: Date },
): ListedDealBody {
  const { id, offerNumber, merchant, category, discount, ratePlans, sortingNumber, version } = deal;
  const state = dealState(deal, now);
  const checked = {
    ...deal,
    hasImage: deal.imageHash !== null,
    isCategoryActive: category?.isActive ?? true,
  };
  return {
    id,
    // A draft may have a title in Arabic only, or none.
    title: { en: deal.titleEn || deal.titleAr, ar: deal.titleAr },
    offerNumber,
    merchant: named(merchant),
    category: category && { ...named(category), icon: category.icon },
    // Checked by the database.
    discountType: deal.discountType as ListedDealBody["discountType"],
    discount,
    image: imagePath(deal.imageHash),
    ...writtenDates(deal),
    ratePlans,
    sortingNumber,
    state,
    moves: [...movesFrom(deal, now)],
    isDeletable: !deal.wasPublished,
    warnings: state === "ended" ? [] : dealWarnings(checked, others, now).map(({ kind }) => kind),
    lacks: lackingParts(deal),
    untranslated: untranslatedTexts(deal),
    interest: interests.of(id),
    version,
  };
}

export function named({ id, nameEn, nameAr }: { id: number; nameEn: string; nameAr: string }) {
  return { id, name: { en: nameEn, ar: nameAr } };
}

/** Dates of a deal as they are sent: null where a draft has none. */
export function writtenDates({ startDate, endDate, expiryDate }: DealView) {
  const written = (date: Date | null) => date?.toISOString() ?? null;
  return { startDate: written(startDate), endDate: written(endDate), expiryDate: written(expiryDate) };
}
