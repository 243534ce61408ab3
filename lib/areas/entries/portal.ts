import { requireOpened, viewContext } from "@/lib/areas/wallets/portal";
import { shownProfile } from "@/lib/areas/wallets/shown-profile";
import { lastCancelDay } from "@/lib/ledger/moves/cancel";
import { type LastDay, lastRefundDay, lastReturnDay, remainingMoney } from "@/lib/ledger/moves/refund";
import { FILED_FIELDS, type FiledField } from "@/lib/ledger/rules/entry-fields";
import type { HistoryEntry } from "@/lib/ledger/rules/history-entry";
import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import { type Entry, LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";
import { holdStateAt } from "@/lib/ledger/with/aside/words";
import { readBill } from "@/lib/ledger/with/bills/settled-store";
import { type SettledBill as LedgerBill, paidWithPoints, payableOf } from "@/lib/ledger/with/bills/words";
import { readToldCoupons } from "@/lib/ledger/with/coupons/lookup";
import { readEntryParts } from "@/lib/ledger/with/promotions/entry-parts";
import type { GivenPart } from "@/lib/ledger/with/promotions/words";
import {
  childHistory,
  type HistoryFilter,
  type HistoryPage,
  readEntry,
  walletHistory,
} from "@/lib/log/history";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { maskCode } from "@/lib/platform/mask";
import { inUnits, NOTHING } from "@/lib/platform/money";
import { formatLocalDate, parseZonedDateTime, startOfDayAfter } from "@/lib/platform/time";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, person } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { leadTo } from "@/lib/portal/acts/wallet-views";
import { thisMoment } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { identifyWallet, isSharing } from "@/lib/wallet/facts";
import { readWallet } from "@/lib/wallet/read";
import { entries } from "./contract";
import type { Acted, EntryDetails, EntryPage, EntryQuery, PortalEntry, SettledBill } from "./schemas";

/** The entries as the portal shows them: with names instead of numbers, and what can still be done about each. */
export async function presentEntries(history: readonly HistoryEntry[]): Promise<PortalEntry[]> {
  const idsOf = (pick: (entry: HistoryEntry["entry"]) => number | null) => [
    ...new Set(history.map(({ entry }) => pick(entry)).filter((id) => id !== null)),
  ];
  const approvers = history.flatMap(({ approvedBy }) => approvedBy ?? []);
  const names = await readEntryNames({
    branchIds: idsOf(({ branchId }) => branchId),
    userIds: [...new Set([...idsOf(({ userId }) => userId), ...approvers])],
    merchantIds: idsOf(({ merchantId }) => merchantId),
  });
  return history.map((entry) => presentEntry(entry, names));
}

/** A page of entries as the portal shows it. */
export async function presentPage({ entries, nextCursor }: HistoryPage): Promise<EntryPage> {
  return { entries: await presentEntries(entries), nextCursor };
}

/**
 * A wallet's entries, newest first: to a merchant's people what its own branches did and what no branch did. Throws
 * DomainError 1002 for a cursor that is none, AdminError `not_found` for whom nothing led to the wallet.
 */
async function presentWalletHistory(
  actor: PortalActor,
  walletId: number,
  query: EntryQuery,
): Promise<EntryPage> {
  await requireOpened(actor, walletId, "opened");
  const filter = { ...historyFilterOf(query), merchantId: actor.merchantId ?? undefined };
  const { cursor, limit } = query;
  // A child's entries on its parent's points are in its parent's log.
  const read = (await isSharing(prisma(), walletId)) ? childHistory : walletHistory;
  return presentPage(await read(portalPool(), { walletId, filter, cursor, limit }));
}

/**
 * One entry with those it is tied to. Throws AdminError `not_found` when there is none that the actor may see: other
 * merchants' entries are nobody's but the operators'.
 */
export async function presentEntryDetails(actor: PortalActor, entryId: number): Promise<EntryDetails> {
  const found = await readEntry(portalPool(), { entryId, merchantId: actor.merchantId ?? undefined });
  if (found === null) throw new AdminError("not_found");
  await leadTo(viewContext(), actor, [found.entry.entry.walletId]);
  const related = [found.refersTo, ...found.referredToBy].filter((entry) => entry !== null);
  const [entry, ...others] = await presentEntries([found.entry, ...related]);
  if (entry === undefined) throw new Error("The entry was not presented");
  const { actorWalletId } = found.entry.entry;
  const [parts, coupons, member, customer, bill] = await Promise.all([
    readEntryParts(portalPool(), entryId),
    readToldCoupons(portalPool(), { entryIds: [entryId], ids: [] }),
    actorWalletId === null ? null : identifyWallet(prisma(), actorWalletId),
    presentCustomer(actor, found.entry.entry.walletId),
    readBill(portalPool(), entryId),
  ]);
  const coupon = coupons.find(({ issuedByEntryId }) => issuedByEntryId === entryId);
  return {
    entry,
    refersTo: found.refersTo && (others.shift() ?? null),
    referredToBy: others,
    promotions: presentActed(parts),
    member: member && maskCode(member.walletCode),
    ...(customer !== null && { customer }),
    bill: bill && presentBill(bill.bill, bill.goodsBack),
    coupon: coupon ? { number: coupon.number, title: { en: coupon.titleEn, ar: coupon.titleAr } } : null,
  };
}

/** Name and number of a wallet's customer, as the actor's role may read them; null for a wallet that is no customer's. */
async function presentCustomer(
  { role, merchantId }: PortalActor,
  walletId: number,
): Promise<NonNullable<EntryDetails["customer"]> | null> {
  const [wallet, known] = await Promise.all([
    readWallet(portalPool(), { id: walletId }, thisMoment()),
    knownCustomers(portalPool(), { merchantId, walletIds: [walletId] }),
  ]);
  if (wallet === null) return null;
  const { name, mobile } = shownProfile(wallet, { role, isKnown: known.has(walletId) }).shown;
  return { name, mobile };
}

/** Of what an entry is made of, what promotions gave. */
export function presentActed(parts: readonly GivenPart[]): Acted[] {
  return parts.flatMap(({ promotion, points }) => {
    if (promotion === null) return [];
    const { number, nameEn, nameAr } = promotion;
    return [{ number, nameEn, nameAr, points }];
  });
}

/** A settled bill in currency units. `goodsBack`: the price of its goods that came back. */
export function presentBill(bill: LedgerBill, goodsBack = NOTHING): SettledBill {
  return {
    value: inUnits(bill.value),
    coupons: bill.coupons.map(({ coupon: { number, template }, off }) => ({
      ...{ number, title: { en: template.titleEn, ar: template.titleAr }, off: inUnits(off) },
    })),
    paid: inUnits(paidWithPoints(bill)),
    payable: inUnits(payableOf(bill)),
    left: inUnits(bill.value - goodsBack),
  };
}

/** The filter that an address asks for. Days begin and end at midnight of the programme's zone. */
export function historyFilterOf(query: EntryQuery): HistoryFilter {
  const zone = services().programme.timeZone();
  return {
    logTypeIds: query.kinds?.split(",").map((kind) => Number(kind) as LogTypeId),
    from: query.from === undefined ? undefined : parseZonedDateTime(query.from, zone),
    until: query.until === undefined ? undefined : startOfDayAfter(query.until, zone),
    branchId: query.branchId,
    userId: query.userId,
    text: query.text,
  };
}

/** Names that entries are presented with, and the rules by which they can be undone. */
export type EntryNames = Awaited<ReturnType<typeof readEntryNames>>;

export async function readEntryNames({
  branchIds,
  userIds,
  merchantIds,
}: {
  branchIds: readonly number[];
  userIds: readonly number[];
  merchantIds: readonly number[];
}) {
  const [branches, users, merchants, programme] = await Promise.all([
    prisma().branch.findMany({
      where: { id: { in: [...branchIds] } },
      select: { id: true, nameEn: true, nameAr: true },
    }),
    prisma().user.findMany({
      where: { id: { in: [...userIds] } },
      select: { ...PERSON, kind: true },
    }),
    prisma().merchant.findMany({
      where: { id: { in: [...merchantIds] } },
      select: { id: true, refundWindowDays: true, returnWindowDays: true },
    }),
    prisma().programme.findFirstOrThrow(),
  ]);
  const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
  return {
    branches: byId(branches),
    users: byId(users.map((user) => person(user))),
    merchants: byId(merchants),
    programme,
  };
}

/** An entry as the portal shows it. */
export function presentEntry(history: HistoryEntry, names: EntryNames): PortalEntry {
  const { entry } = history;
  const user = names.users.get(entry.userId);
  return {
    id: entry.id,
    wallet: { id: entry.walletId, walletCode: history.walletCode },
    logTypeId: entry.logTypeId,
    channelId: entry.channelId,
    points: entry.pointsDelta,
    suspendedPoints: entry.suspendedDelta,
    value: inUnits(entry.amountValue),
    factor: entry.factor,
    balanceAfter: entry.balanceAfter,
    createdAt: entry.createdAt.toISOString(),
    expiresOn: entry.expiresOn === "infinity" ? null : entry.expiresOn,
    isExpired: history.isExpired,
    relatedEntryId: entry.relatedEntryId,
    cancelledByEntryId: history.cancelledByEntryId,
    remainingPoints: history.remainingPoints,
    remainingValue: history.remainingPoints === 0 ? 0 : inUnits(remainingMoney(entry, history)),
    givenBackValue: inUnits(history.givenBackValue),
    refundableUntil: givenBackUntil(history, names, LOG_TYPE.redemption, lastRefundDay),
    returnableUntil: givenBackUntil(history, names, LOG_TYPE.reward, lastReturnDay),
    ...cancellation(history, names),
    branch: entry.branchId === null ? null : (names.branches.get(entry.branchId) ?? null),
    by: { id: entry.userId, name: user?.name ?? "", kind: kindOf(user?.kind) },
    reference: entry.externalLogId,
    ...filedOf(entry),
    invoiceDate: entry.invoiceDate?.toISOString() ?? null,
    approvedBy: history.approvedBy === null ? null : (names.users.get(history.approvedBy)?.name ?? ""),
    repeatsEntryId: history.repeatsEntryId,
    aside: presentAside(history.aside),
    referralPoints: history.referralPoints,
    isByMember: entry.actorWalletId !== null,
  };
}

/** The fields that are shown as they are. */
function filedOf(entry: Entry): Pick<Entry, FiledField> {
  return Object.fromEntries(FILED_FIELDS.map(({ field }) => [field, entry[field]])) as never;
}

function presentAside(aside: HistoryEntry["aside"]): PortalEntry["aside"] {
  if (aside === null) return null;
  return aside.kind === "pending"
    ? { kind: "pending", usableFrom: aside.ripensOn, points: aside.points }
    : {
        kind: "hold",
        state: holdStateAt(aside, services().clock.now()),
        until: aside.expiresAt.toISOString(),
      };
}

/** The portal's word for a kind of user in the database. */
export function kindOf(kind: string | undefined): PortalEntry["by"]["kind"] {
  if (kind === "technical") return "client";
  return kind === "portal" ? "portal" : "system";
}

function givenBackUntil(
  { entry, remainingPoints }: HistoryEntry,
  names: EntryNames,
  logTypeId: LogTypeId,
  lastDay: LastDay,
): string | null {
  const merchant = entry.merchantId === null ? undefined : names.merchants.get(entry.merchantId);
  if (entry.logTypeId !== logTypeId || remainingPoints === 0 || merchant === undefined) return null;
  return notPast(lastDay(entry, merchant, names.programme.timeZone), names);
}

const CANCELLABLE_KINDS: readonly LogTypeId[] = [LOG_TYPE.redemption, LOG_TYPE.reward, LOG_TYPE.refund];

function cancellation(
  history: HistoryEntry,
  names: EntryNames,
): Pick<PortalEntry, "cancellableUntil" | "cancelEndedOn"> {
  const { entry, cancelledByEntryId, remainingPoints, givenBackValue } = history;
  const isInParts = entry.logTypeId === LOG_TYPE.redemption || entry.logTypeId === LOG_TYPE.reward;
  const isGivenBack = isInParts && (remainingPoints < entry.amount || givenBackValue > 0);
  const isOf = CANCELLABLE_KINDS.includes(entry.logTypeId) && cancelledByEntryId === null;
  if (!isOf || isGivenBack) return { cancellableUntil: null, cancelEndedOn: null };
  const day = lastCancelDay(entry, names.programme);
  const cancellableUntil = notPast(day, names);
  return { cancellableUntil, cancelEndedOn: cancellableUntil === null ? day : null };
}

function notPast(day: string, { programme }: EntryNames): string | null {
  return day < formatLocalDate(services().clock.now(), programme.timeZone) ? null : day;
}

export const entriesPortal = serveContract(entries, {
  read: ({ actor, params }) => presentEntryDetails(actor, params.entryId),
  ofWallet: ({ actor, params, query }) => presentWalletHistory(actor, params.walletId, query),
});
