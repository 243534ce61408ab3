import { requireBranchesOf } from "@/lib/areas/branches/branches";
import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import { formatLocalDate, formatLocalDateTime, parseZonedDateTime, plusDays } from "@/lib/platform/time";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { type Act, administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import {
  afterMove,
  type DealMove,
  dealState,
  hasStarted,
  type StoredDealState,
} from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";
import { nextOfferNumber } from "@/lib/portal/acts/offer-number";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import {
  type DealView,
  dealView,
  ownDeal,
  requireReferences,
  requireWhole,
  tellOfDeal,
  WITH_BRANCHES,
} from "./deal";

export type DealFields = Omit<
  DealView,
  "id" | "merchantId" | "state" | "sortingNumber" | "version" | "createdAt" | "updatedAt" | "wasPublished"
>;

/** That a draft is published in the act that saves it: `startsNow` at the moment of the act, whatever its start was. */
interface Publication {
  startsNow: boolean;
}

/** An `offerNumber` of "" is filled with the next free one. */
type CreateDealInput = { merchantId: number; publication?: Publication | undefined } & DealFields;

/**
 * Makes a deal: a draft, of which customers see nothing and which may lack parts, or with `publication` one that is published at once.
 * @throws AdminError incomplete (parts that a published deal needs), second_person (rules.md §24), forbidden, not_found, inactive (the merchant), taken (the offer number), invalid
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
 * @throws AdminError incomplete (it lacks parts), invalid ("endDate": its end is past)
 */
function publishedAs(
  fields: DealFields,
  { startsNow }: Publication,
  now: Date,
): { state: "published"; startDate: Date } {
  requireWhole(fields);
  const { startDate, endDate } = fields;
  if (endDate <= now) throw new AdminError("invalid", { field: "endDate" });
  return { state: "published", startDate: startsNow ? now : startDate };
}

/** Writes a new deal, a draft unless it is said otherwise, with its audit row and its announcement. */
async function insertDeal(
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

/** The whole deal as it is to be. The merchant stays; "" keeps the offer number. */
type UpdateDealInput = {
  dealId: number;
  /** The version that was read. */
  version: number;
  /** Publishes the draft with what is saved of it. */
  publication?: Publication | undefined;
} & DealFields;

/**
 * Changes a deal; a live one changes for customers at once. Start and offer number stay once the deal has started: customers and tills go
 * by them. One that is over is not changed any more. With `publication` a draft is published in the same act.
 * @throws AdminError incomplete (parts that a published deal needs), second_person (rules.md §24), forbidden, not_found, conflict, deal_state (it is over, or is no draft to publish), taken (the offer number), invalid
 */
export function updateDeal(
  context: AdminContext,
  actor: AdminActor,
  { dealId, version, branchIds, publication, ...chosen }: UpdateDealInput,
): Promise<DealView> {
  if (publication !== undefined) requirePermission(actor, "deal.change_state");
  return administerAgreed(context, actor, "deal.update", async (act) => {
    const { tx, now } = act;
    const before = await ownDeal.lock(act, dealId, version);
    const fields = { ...chosen, offerNumber: chosen.offerNumber || before.offerNumber };
    requireChangeable(before, { ...fields, branchIds }, now);
    if (publication !== undefined && before.state !== "draft")
      throw new AdminError("deal_state", { state: dealState(before, now) });
    await requireReferences(tx, fields, before);
    const offered = await requireBranchesOf(tx, before.merchantId, branchIds);
    const row = await tx.deal.update({
      where: { id: dealId },
      data: {
        ...fields,
        ...(publication && publishedAs({ ...fields, branchIds }, publication, now)),
        dealBranches: { deleteMany: {}, create: offered.map((branchId) => ({ branchId })) },
        version: { increment: 1 },
        updatedAt: now,
      },
      include: WITH_BRANCHES,
    });
    return tellOfDeal(act, before, dealView(row));
  });
}

function requireChangeable(before: DealView, fields: DealFields, now: Date): void {
  const state = dealState(before, now);
  if (state === "ended") throw new AdminError("deal_state", { state });
  if (before.state === "draft") return;
  requireWhole(fields);
  const { startDate, endDate, offerNumber } = fields;
  if (hasStarted(before, now)) {
    if (startDate.getTime() !== before.startDate.getTime())
      throw new AdminError("invalid", { field: "startDate" });
    if (offerNumber !== before.offerNumber) throw new AdminError("invalid", { field: "offerNumber" });
  }
  // Ending a deal is an act of its own, which asks first.
  if (endDate <= now) throw new AdminError("invalid", { field: "endDate" });
}

const DAY_MS = 86_400_000;

/**
 * Makes a draft like the deal, with an offer number of its own. When the original has started, the copy's dates are put
 * off by whole days of the programme's calendar, so that it begins in the future at the same time of day and lasts as long.
 * @throws AdminError not_found, inactive (the merchant), invalid (the category is not used any more)
 */
export function duplicateDeal(
  context: AdminContext,
  actor: AdminActor,
  { dealId }: { dealId: number },
): Promise<DealView> {
  return administer(context, actor, "deal.duplicate", async (act) => {
    const { tx, now } = act;
    const original = await ownDeal.lock(act, dealId);
    const { merchantId, startDate, endDate, expiryDate } = original;
    await lockActiveMerchant(act, merchantId);
    const { timeZone } = await tx.programme.findUniqueOrThrow({ where: { id: 1 } });
    const days = daysUntilFuture(startDate, now, timeZone);
    const later = (date: Date | null) => date && daysLater(date, days, timeZone);
    return insertDeal(act, merchantId, {
      ...fieldsOf(original),
      offerNumber: "",
      startDate: later(startDate),
      endDate: later(endDate),
      expiryDate: later(expiryDate),
    });
  });
}

function daysUntilFuture(date: Date | null, now: Date, zone: string): number {
  if (date === null || date > now) return 0;
  const [from, until] = [date, now].map((moment) => Date.parse(formatLocalDate(moment, zone))) as [
    number,
    number,
  ];
  const days = (until - from) / DAY_MS;
  return daysLater(date, days, zone) > now ? days : days + 1;
}

/** The same time of day, so many days of the zone's calendar later. */
function daysLater(date: Date, days: number, zone: string): Date {
  const [day = "", time] = formatLocalDateTime(date, zone).split("T");
  return new Date(
    parseZonedDateTime(`${plusDays(day, days)}T${time}`, zone).getTime() + date.getUTCMilliseconds(),
  );
}

function fieldsOf(deal: DealView) {
  const { id, merchantId, state, sortingNumber, version, createdAt, updatedAt, wasPublished, ...fields } =
    deal;
  return fields;
}

interface ChangeDealStateInput {
  dealId: number;
  /** The version that was read: what is published is what was seen. */
  version: number;
  move: DealMove;
  /** With `publish`: the dates it is published with; absent: those it has. */
  dates?: ({ startDate: Date; endDate: Date; expiryDate: Date } & Publication) | undefined;
}

/**
 * Publishes, starts, withdraws, pauses, resumes or ends a deal. Starting it takes its start to now; ending it takes its end
 * there, and is for ever.
 * @throws AdminError incomplete (parts that publishing needs), second_person (rules.md §24), not_found, conflict, deal_state, invalid ("endDate": a draft whose end is past)
 */
export function changeDealState(
  context: AdminContext,
  actor: AdminActor,
  { dealId, version, move, dates }: ChangeDealStateInput,
): Promise<DealView> {
  return administerAgreed(context, actor, "deal.change_state", async (act) => {
    const { tx, now } = act;
    const before = await ownDeal.lock(act, dealId, version);
    const chosen = move === "publish" && dates !== undefined ? chosenDates(dates, now) : {};
    if (move === "publish" && before.state === "draft") requireWhole({ ...before, ...chosen });
    const moved = afterMove({ ...before, ...chosen }, move, now);
    if (moved === null) {
      if (move === "publish" && before.state === "draft")
        throw new AdminError("invalid", { field: "endDate" });
      throw new AdminError("deal_state", { state: dealState(before, now) });
    }
    const row = await tx.deal.update({
      where: { id: dealId },
      data: { ...chosen, ...moved, version: { increment: 1 }, updatedAt: now },
      include: WITH_BRANCHES,
    });
    return tellOfDeal(act, before, dealView(row));
  });
}

function chosenDates({ startsNow, ...dates }: NonNullable<ChangeDealStateInput["dates"]>, now: Date) {
  return startsNow ? { ...dates, startDate: now } : dates;
}

/**
 * Removes a draft that was never published, for ever; the audit log keeps what it was. Its picture is removed later, when
 * nothing else uses it.
 * @returns the deal as it was
 * @throws AdminError not_found, conflict, deal_state (it is or was published)
 */
export function deleteDeal(
  context: AdminContext,
  actor: AdminActor,
  { dealId, version }: { dealId: number; version: number },
): Promise<DealView> {
  return administer(context, actor, "deal.delete", async (act) => {
    const { tx, now } = act;
    const deal = await ownDeal.lock(act, dealId, version);
    if (deal.wasPublished) throw new AdminError("deal_state", { state: dealState(deal, now) });
    await tx.deal.delete({ where: { id: dealId } });
    await ownDeal.tell(act, { before: deal, after: null });
    return deal;
  });
}
