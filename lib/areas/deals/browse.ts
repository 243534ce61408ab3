import { DomainError } from "@/lib/ledger/rules/errors";
import { foldText, searchWords } from "@/lib/platform/search-text";
import type { DealCatalogue } from "./live-deals";
import type { Bilingual, CatalogueDeal, DealCategory } from "./types";

/** Conditions for deals; an absent one asks nothing. Different ones must all be met. */
interface DealFilters {
  category?: number | undefined;
  merchant?: number | undefined;
  /** Honoured at this branch. */
  branch?: number | undefined;
  /** Open to customers of this rate plan, as in GetDeals: deals without one are open to all. */
  ratePlan?: string | undefined;
  /** Each word is part of title, description, merchant or offer number, in either language. See {@link foldText}. */
  text?: string | undefined;
}

interface DealPage {
  deals: CatalogueDeal[];
  /** Of all pages together. */
  total: number;
  /** Asks for the next page; null after the last. */
  nextCursor: string | null;
}

const LIMIT_DEFAULT = 24;

/**
 * The deals that are live now, of all merchants, in the order of GetDeals (rules.md §10). The cursor is a place in
 * that order, so pages stay whole while deals come and go.
 * Throws DomainError 1002 (field "cursor") for a cursor that is not one of this list's.
 */
export async function browseDeals(
  catalogue: DealCatalogue,
  {
    filters,
    cursor,
    limit = LIMIT_DEFAULT,
  }: { filters: DealFilters; cursor?: string | undefined; limit?: number | undefined },
): Promise<DealPage> {
  const { deals } = await catalogue.live(filters.ratePlan ?? null);
  const found = deals.filter(matcher(filters));
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const rest = after === null ? found : found.filter((deal) => isAfter(placeOf(deal), after));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rest.length > page.length;
  return {
    deals: page,
    total: found.length,
    nextCursor: hasMore && last !== undefined ? encodeCursor(placeOf(last)) : null,
  };
}

/**
 * The deals that a customer can have at a branch, in the order of GetDeals: those without a rate plan and those with the
 * customer's, whatever its case. Null: the customer has none.
 */
export async function usableDeals(
  catalogue: DealCatalogue,
  { ratePlan, branchId }: { ratePlan: string | null; branchId: number },
): Promise<CatalogueDeal[]> {
  const { deals } = await catalogue.live(ratePlan);
  return deals.filter(
    (deal) => (ratePlan !== null || deal.ratePlans.length === 0) && deal.validAt.includes(branchId),
  );
}

/** The deal when it is live now; otherwise null. */
export async function findLiveDeal(catalogue: DealCatalogue, dealId: number): Promise<CatalogueDeal | null> {
  const { deals } = await catalogue.live(null);
  return deals.find(({ id }) => id === dealId) ?? null;
}

/** Values by which the live deals can be filtered: all that at least one of them has. */
interface DealChoices {
  /** In the programme's order. */
  categories: DealCategory[];
  merchants: { id: number; name: Bilingual }[];
  branches: { id: number; name: Bilingual; merchantId: number }[];
  ratePlans: string[];
}

export async function dealChoices(catalogue: DealCatalogue): Promise<DealChoices> {
  const { deals } = await catalogue.live(null);
  const branches = deals.flatMap((deal) =>
    deal.branches.map(({ id, name }) => ({ id, name, merchantId: deal.merchant.id })),
  );
  const ratePlans = deals.flatMap((deal) => deal.ratePlans);
  return {
    categories: byId(deals.map(({ category }) => category)).sort(
      (one, other) => one.sortingNumber - other.sortingNumber || one.id - other.id,
    ),
    merchants: byId(deals.map(({ merchant }) => merchant)),
    branches: byId(branches),
    ratePlans: [...new Map(ratePlans.map((plan) => [plan.toLowerCase(), plan])).values()].sort(),
  };
}

function byId<Item extends { id: number }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()].sort((one, other) => one.id - other.id);
}

function matcher({ category, merchant, branch, text = "" }: DealFilters): (deal: CatalogueDeal) => boolean {
  const words = searchWords(text);
  return (deal) =>
    (category === undefined || deal.category.id === category) &&
    (merchant === undefined || deal.merchant.id === merchant) &&
    (branch === undefined || deal.validAt.includes(branch)) &&
    (words.length === 0 || hasWords(deal, words));
}

/** Folded once for each reading of the catalogue, and only when a person searches. */
const searchTexts = new WeakMap<CatalogueDeal, string>();

function hasWords(deal: CatalogueDeal, words: readonly string[]): boolean {
  let text = searchTexts.get(deal);
  if (text === undefined) {
    const { title, description, merchant } = deal;
    const texts = [title, description, merchant.name].flatMap(({ en, ar }) => [en, ar]);
    text = foldText([...texts, deal.offerNumber].join("\n"));
    searchTexts.set(deal, text);
  }
  const searched = text;
  return words.every((word) => searched.includes(word));
}

/** GetDeals' order (rules.md §10): sorting number, start (later first) and id. */
type Place = readonly [sortingNumber: number, startsAtMs: number, id: number];

/** Later than every start: drafts without one come first, as the database sorts null. */
const WITHOUT_START_MS = 8.64e15;

/** Larger than every sorting number: deals without one come last. */
const UNSORTED = 2 ** 31;

export function placeOf({
  sortingNumber,
  startsAt,
  id,
}: {
  sortingNumber: number | null;
  startsAt: Date | null;
  id: number;
}): Place {
  return [sortingNumber ?? UNSORTED, startsAt?.getTime() ?? WITHOUT_START_MS, id];
}

export function isAfter(
  [sortingNumber, startsAtMs, id]: Place,
  [otherNumber, otherStartsAtMs, otherId]: Place,
): boolean {
  if (sortingNumber !== otherNumber) return sortingNumber > otherNumber;
  if (startsAtMs !== otherStartsAtMs) return startsAtMs < otherStartsAtMs;
  return id > otherId;
}

/** A place as the cursor of a list: pages stay whole while deals come and go. */
export function encodeCursor(place: Place): string {
  return Buffer.from(place.join(".")).toString("base64url");
}

/** Throws {@link DomainError} 1002 (field "cursor") for what {@link encodeCursor} did not make. */
export function decodeCursor(cursor: string): Place {
  const [sortingNumber = Number.NaN, startsAtMs = Number.NaN, id = Number.NaN] = Buffer.from(
    cursor,
    "base64url",
  )
    .toString()
    .split(".")
    .map(Number);
  const place: Place = [sortingNumber, startsAtMs, id];
  if (!place.every(Number.isSafeInteger) || encodeCursor(place) !== cursor)
    throw new DomainError(1002, { field: "cursor" });
  return place;
}
