import { listBranches } from "@/lib/areas/branches/branches";
import { categoriesInOrder } from "@/lib/areas/categories/categories";
import { listMerchants } from "@/lib/areas/merchants/merchants";
import { listSegments } from "@/lib/areas/programme/segments";
import { addressOf } from "@/lib/platform/http/origin";
import { dealsSuccess } from "@/lib/points-api/envelopes";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type DealMove, dealState, hasStarted, movesFrom } from "@/lib/portal/acts/deal-states";
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
import type { DealView } from "./deal";
import { changeDealState, createDeal, deleteDeal, duplicateDeal, updateDeal } from "./deals";
import { deskDeals } from "./desk-contract";
import { named, readDeskList, writtenDates } from "./desk-list";
import type {
  DealAnswer,
  DealAnswerRequest,
  DealDeskChoices,
  DealFields,
  DeskDeal,
  DeskFilterChoices,
  MoveDealRequest,
} from "./desk-schemas";
import { imagePath } from "./live-deals";
import { orderDeals } from "./order-deals";
import { storeImage } from "./pictures";
import { dealColumns, exportDeals, listDeals, readDeal, readDealInterests } from "./read";
import { PICTURE_BYTES_MAX } from "./words";

/** Choices of the filters of managed deals. */
async function readDeskFilterChoices(actor: AdminActor): Promise<DeskFilterChoices> {
  const context = adminContext();
  const [merchants, categories, branches] = await Promise.all([
    listMerchants(context, actor),
    categoriesInOrder(context),
    listBranches(context, actor),
  ]);
  return {
    merchants: merchants.map(named),
    categories: categories.map(named),
    branches: branches.map((branch) => ({ ...named(branch), merchantId: branch.merchantId })),
  };
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
  deskList: ({ admin, context, query }) => readDeskList(context, admin, query),
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
