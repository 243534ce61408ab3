import { listBranches } from "@/lib/areas/branches/branches";
import { categoriesInOrder } from "@/lib/areas/categories/categories";
import { listMerchants } from "@/lib/areas/merchants/merchants";
import { listSegments } from "@/lib/areas/programme/segments";
import { addressOf } from "@/lib/platform/http/origin";
import { foldText, searchWords } from "@/lib/platform/search-text";
import { dealsSuccess } from "@/lib/points-api/envelopes";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { DEAL_STATES, type DealMove, dealState, hasStarted, movesFrom } from "@/lib/portal/acts/deal-states";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import { adminContext } from "@/lib/portal/administration";
import { chosenFile } from "@/lib/portal/chosen-file";
import { actOnEach } from "@/lib/portal/many";
import { readBytes } from "@/lib/portal/read-body";
import { requireMerchant } from "@/lib/portal/require";
import { serveContract } from "@/lib/portal/serve";
import { DONE } from "@/lib/portal/wire/done";
import type { ManyAnswer } from "@/lib/portal/wire/many";
import { services } from "@/lib/services";
import { decodeCursor, encodeCursor, isAfter, placeOf } from "./browse";
import type { DealView } from "./deal";
import { changeDealState, createDeal, deleteDeal, duplicateDeal, updateDeal } from "./deals";
import { deskDeals } from "./desk-contract";
import type {
  DealAnswer,
  DealAnswerRequest,
  DealDeskChoices,
  DealFields,
  DeskDeal,
  DeskFilterChoices,
  DeskFilters,
  DeskList,
  DeskListRequest,
  ListedDeal as ListedDealBody,
  MoveDealRequest,
} from "./desk-schemas";
import { imagePath } from "./live-deals";
import { orderDeals } from "./order-deals";
import { storeImage } from "./pictures";
import {
  type DealInterests,
  dealColumns,
  exportDeals,
  type ListedDeal,
  listDeals,
  readDeal,
  readDealInterests,
} from "./read";
import { dealWarnings, type OtherDeal, untranslatedTexts } from "./warnings";
import { ENDING_DAYS, lackingParts, PICTURE_BYTES_MAX } from "./words";

/** A page of the deals that the actor manages, in every state. Throws DomainError 1002 for a foreign cursor. */
async function readDeskList(
  actor: AdminActor,
  { cursor, limit = 20, merchant, ...filters }: DeskListRequest,
): Promise<DeskList> {
  const now = services().clock.now();
  const all = await listDeals(adminContext(), actor, { merchantId: merchant });
  const found = all.filter(matcher(filters, now));
  const counts = Object.fromEntries(DEAL_STATES.map((state) => [state, 0])) as DeskList["counts"];
  for (const deal of found) counts[dealState(deal, now)] += 1;
  const { state } = filters;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const isWhole = after === null && Object.values(filters).every((value) => value === undefined);
  const shown = state === undefined ? found : found.filter((deal) => dealState(deal, now) === state);
  const rest = after === null ? shown : shown.filter((deal) => isAfter(placeInList(deal), after));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const pageIds = page.map(({ id }) => id);
  const interests = await readDealInterests(adminContext(), pageIds);
  return {
    deals: page.map((deal) => serializeListed(deal, { others: all, interests, now })),
    total: shown.length,
    counts,
    order: isWhole ? all.filter((deal) => dealState(deal, now) !== "ended").map(({ id }) => id) : null,
    nextCursor: rest.length > page.length && last !== undefined ? encodeCursor(placeInList(last)) : null,
  };
}

function placeInList({ id, sortingNumber, startDate }: ListedDeal) {
  return placeOf({ id, sortingNumber, startsAt: startDate });
}

function matcher({ category, ends, text = "" }: Omit<DeskFilters, "state" | "merchant">, now: Date) {
  const words = searchWords(text);
  const endsBefore = ends && new Date(now.getTime() + ENDING_DAYS * 24 * 60 * 60_000);
  return (deal: ListedDeal) => {
    if (category !== undefined && deal.categoryId !== category) return false;
    if (endsBefore && (dealState(deal, now) !== "live" || (deal.endDate ?? endsBefore) >= endsBefore))
      return false;
    if (words.length === 0) return true;
    const { titleEn, titleAr, descriptionEn, descriptionAr, merchant, offerNumber } = deal;
    const texts = [titleEn, titleAr, descriptionEn, descriptionAr, merchant.nameEn, merchant.nameAr];
    const folded = foldText([...texts, offerNumber].join("\n"));
    return words.every((word) => folded.includes(word));
  };
}

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

/** Dates of a deal as they are sent: null where a draft has none. */
function writtenDates({ startDate, endDate, expiryDate }: DealView) {
  const written = (date: Date | null) => date?.toISOString() ?? null;
  return { startDate: written(startDate), endDate: written(endDate), expiryDate: written(expiryDate) };
}

/** Choices of the filters of managed deals. */
async function readDeskFilterChoices(actor: AdminActor): Promise<DeskFilterChoices> {
  const context = adminContext();
  const [merchants, categories] = await Promise.all([
    listMerchants(context, actor),
    categoriesInOrder(context),
  ]);
  return { merchants: merchants.map(named), categories: categories.map(named) };
}

function named({ id, nameEn, nameAr }: { id: number; nameEn: string; nameAr: string }) {
  return { id, name: { en: nameEn, ar: nameAr } };
}

/** Choices of a deal's form, and the other deals for its warnings. */
async function readDeskChoices(actor: AdminActor): Promise<DealDeskChoices> {
  const context = adminContext();
  const [merchants, categories, branches, segments, deals] = await Promise.all([
    listMerchants(context, actor),
    categoriesInOrder(context),
    listBranches(context, actor),
    listSegments(context, actor),
    listDeals(context, actor, { isOrderable: true }),
  ]);
  const ratePlans = [
    ...segments.flatMap(({ ratePlan }) => ratePlan ?? []),
    ...deals.flatMap((deal) => deal.ratePlans),
  ];
  return {
    merchants: merchants.map(({ imageHash, isActive, ...merchant }) => ({
      ...named(merchant),
      image: imagePath(imageHash),
      isActive,
    })),
    categories: categories.map(({ icon, isActive, ...category }) => ({ ...named(category), icon, isActive })),
    branches: branches.map(
      ({ merchantId, addressEn, addressAr, latitude, longitude, isActive, ...branch }) => ({
        ...{ ...named(branch), merchantId, address: { en: addressEn, ar: addressAr } },
        ...{ latitude, longitude, isActive },
      }),
    ),
    ratePlans: [...new Map(ratePlans.map((plan) => [plan.toLowerCase(), plan])).values()].sort(),
    deals: deals.flatMap(({ id, titleEn, titleAr, merchantId, branchIds, ratePlans, ...deal }) =>
      deal.state === "draft"
        ? []
        : {
            id,
            title: { en: titleEn, ar: titleAr },
            merchantId,
            categoryId: deal.categoryId,
            branchIds,
            ratePlans,
            state: deal.state,
            startDate: deal.startDate.toISOString(),
            endDate: deal.endDate.toISOString(),
          },
    ),
  };
}

/** A deal for its editor, and for whoever has to see what another person changed. */
async function readDeskDeal(actor: AdminActor, dealId: number): Promise<DeskDeal> {
  const context = adminContext();
  const { deal, lastChange } = await readDeal(context, actor, dealId);
  const interests = await readDealInterests(context, [dealId]);
  const now = services().clock.now();
  return {
    ...deal,
    // Checked by the database.
    discountType: deal.discountType as DeskDeal["discountType"],
    ...writtenDates(deal),
    state: dealState(deal, now),
    storedState: deal.state,
    isStarted: hasStarted(deal, now),
    moves: [...movesFrom(deal, now)],
    isDeletable: !deal.wasPublished,
    interest: interests.of(dealId),
    lastChange: lastChange && { at: lastChange.at.toISOString(), by: lastChange.by },
  };
}

/** The same for its page; null when there is none that the actor may know of. */
export async function findDeskDeal(actor: AdminActor, dealId: number): Promise<DeskDeal | null> {
  return readDeskDeal(actor, dealId).catch((error: unknown) => {
    if (isAdminError(error) && ["not_found", "forbidden"].includes(error.code)) return null;
    throw error;
  });
}

/** The fields of a form as the acts take them. A rate plan is kept once, whatever its case. */
function dealFieldsOf({ startDate, endDate, expiryDate, ratePlans, ...fields }: DealFields) {
  const moment = (date: string | null) => (date === null ? null : new Date(date));
  return {
    ...fields,
    startDate: moment(startDate),
    endDate: moment(endDate),
    expiryDate: moment(expiryDate),
    ratePlans: [...new Map(ratePlans.map((plan) => [plan.toLowerCase(), plan])).values()],
  };
}

/** The answer to whoever changed a deal: the deal as it is now, which this process lists as such from now on. */
async function changedDeal(actor: AdminActor, { id }: Pick<DealView, "id">): Promise<DeskDeal> {
  // The others are told by the database; this one need not wait for it.
  services().deals.forget();
  return readDeskDeal(actor, id);
}

/** Removes a draft; this process lists it no more from now on. */
async function removeDeal(
  actor: AdminActor,
  input: { dealId: number; version: number },
): Promise<{ isDeleted: true }> {
  await deleteDeal(adminContext(), actor, input);
  services().deals.forget();
  return { isDeleted: true };
}

async function moveDeal(
  actor: AdminActor,
  { dates, ...input }: { dealId: number } & MoveDealRequest,
): Promise<DeskDeal> {
  const chosen = dates && {
    startsNow: dates.startsNow,
    startDate: new Date(dates.startDate),
    endDate: new Date(dates.endDate),
    expiryDate: new Date(dates.expiryDate),
  };
  return changedDeal(actor, await changeDealState(adminContext(), actor, { ...input, dates: chosen }));
}

/** Does one move to each of some deals; this process lists them so from now on. */
async function moveDeals(
  call: { admin: AdminActor; requestId: string } & {
    body: { move: DealMove; records: { id: number; version: number }[]; isUndo?: boolean | undefined };
  },
): Promise<ManyAnswer> {
  const { move } = call.body;
  const answer = await actOnEach(call, (actor, { id: dealId, version }) =>
    changeDealState(adminContext(), actor, { dealId, version, move }),
  );
  services().deals.forget();
  return answer;
}

/** GetDeals' answer at a moment, by the code that answers it. A merchant's admins see their own deals only. */
async function readDealAnswer(
  actor: AdminActor,
  { ratePlan, language = "en", at }: DealAnswerRequest,
  headers: Headers,
): Promise<DealAnswer> {
  const { deals: catalogue, clock } = services();
  const moment = at === undefined ? clock.now() : new Date(at);
  const answered = await catalogue.liveAt(ratePlan ?? null, moment);
  const shown = answered.filter(
    ({ merchant }) => actor.role === "programme_operator" || merchant.id === actor.merchantId,
  );
  const envelope = dealsSuccess(shown, { language, baseUrl: addressOf(headers) });
  return { envelope: envelope as typeof envelope & DealAnswer["envelope"] };
}

/** The service's time, for forms that begin with it. */
export function deskNow(): string {
  return services().clock.now().toISOString();
}

export const deskDealsPortal = serveContract(deskDeals, {
  deskList: ({ admin, query }) => readDeskList(admin, query),
  filters: ({ admin }) => readDeskFilterChoices(admin),
  deskChoices: ({ admin }) => readDeskChoices(admin),
  answer: ({ admin, query, request }) => readDealAnswer(admin, query, request.headers),
  export: async (call) => {
    const now = services().clock.now();
    const rows = await exportDeals(call.context, call.admin, call.query);
    return chosenFile(call, "deals", (zone) => dealColumns(zone, now), rows);
  },
  deskOne: ({ admin, params }) => readDeskDeal(admin, params.dealId),
  create: async ({ actor, admin, context, body: { merchantId, publication, ...fields } }) => {
    requireMerchant(actor, merchantId);
    const input = { merchantId, publication, ...dealFieldsOf(fields) };
    return changedDeal(admin, await createDeal(context, admin, input));
  },
  change: async ({ admin, context, params, body: { version, publication, ...fields } }) => {
    const input = { ...params, version, publication, ...dealFieldsOf(fields) };
    return changedDeal(admin, await updateDeal(context, admin, input));
  },
  remove: ({ admin, params, query }) => removeDeal(admin, { ...params, ...query }),
  move: ({ admin, params, body }) => moveDeal(admin, { ...params, ...body }),
  moveMany: moveDeals,
  duplicate: async ({ admin, context, params }) =>
    changedDeal(admin, await duplicateDeal(context, admin, params)),
  reorder: async ({ actor, admin, body, context }) => {
    if (body.merchantId !== null) requireMerchant(actor, body.merchantId);
    else if (actor.role !== "programme_operator") throw new AdminError("forbidden");
    await orderDeals(context, admin, body);
    // This process lists them so from now on.
    services().deals.forget();
    return DONE;
  },
  storePicture: async ({ admin, context, query, request }) =>
    storeImage(context, admin, await readBytes(request, PICTURE_BYTES_MAX), query.use),
});
