import type { Pool } from "pg";
import { isInReach, type Sandbox } from "@/lib/ledger/rules/reach";
import { type Entry, LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";
import { readToldCoupons, type ToldCoupon } from "@/lib/ledger/with/coupons/lookup";
import { readEntries, settledUpTo } from "@/lib/log/tail";
import { maskMsisdn } from "@/lib/platform/mask";
import { inUnits, roundedUnits } from "@/lib/platform/money";
import { merchantsOfWallets, readWalletFacts, type WalletFacts } from "@/lib/wallet/facts";
import type { DomainEvent, EventCursor, EventType } from "./event-types";
import { ACT_TYPES, type Act, type DealFacts, inOneOrder, readActs, readDeals } from "./read-acts";

export interface EventsPart {
  events: DomainEvent[];
  cursor: EventCursor;
  /** There may be more right now. */
  hasMore: boolean;
}

/** The sandbox of a test client; undefined: any other reader. */
export type Reader = Sandbox | undefined;

export interface EventsRequest {
  after: EventCursor;
  /** Entries and acts that are looked at; of each as many. */
  limit: number;
  /** The merchants that are asked for. Events that concern none of them are left out. */
  merchantIds: readonly number[];
  /** For whom events are read: test clients by their sandbox, everybody else as undefined. Absent: customers' wallets only. */
  readers?: readonly Reader[];
}

/**
 * Reads the events after a cursor: movements from the log and acts on wallets and deals from the audit log, both complete
 * (lib/log/tail.ts) and in one order ({@link inOneOrder}), so that no event precedes its commit, none is missed, and those of one wallet
 * come as they happened. A movement or act without a merchant, such as expiry, is an event for the merchants that have used the wallet.
 */
export async function readEvents(
  pool: Pool,
  { after, limit, merchantIds, readers = [undefined] }: EventsRequest,
): Promise<EventsPart> {
  // Entries first: an act that precedes one of them is committed before their end is looked up, and so found afterwards.
  const entriesTo = await settledUpTo(pool, after.entryId);
  const actsTo = entriesTo && (await settledUpTo(pool, after.auditId, "audit_log"));
  if (entriesTo === null || actsTo === null) return { events: [], cursor: after, hasMore: false };
  const allEntries = await readEntries(pool, { after: after.entryId, until: entriesTo.last, limit });
  const allActs = await readActs(pool, { after: after.auditId, until: actsTo.last, limit: limit + 1 });
  const hasAllEntries = allEntries.length < limit;
  const { items, entries, acts } = inOneOrder({
    ...{ entries: allEntries, acts: allActs, limit },
    entriesUpTo: hasAllEntries ? entriesTo.taken : (allEntries.at(-1)?.id ?? after.entryId),
  });
  const users = await readMerchantsOf(pool, {
    ids: entries.flatMap(({ merchantId, walletId }) => (merchantId === null ? walletId : [])),
    walletCodes: acts.flatMap((act) => (act.merchant_id === null && isOfWallet(act) ? act.subject_id : [])),
    merchantIds,
  });
  const coupons = await readCoupons(pool, entries, acts);
  const wallets = await readWallets(pool, { entries, acts, coupons }, readers);
  const deals = await readDeals(pool, acts);
  const eventsOf = (item: (typeof items)[number]): DomainEvent[] => {
    if ("entry" in item)
      return wallets.has(item.entry.walletId)
        ? [pointsEvent(item.entry, wallets, users), ...couponEvents(item.entry, { wallets, coupons })]
        : [];
    return item.act.subject_type === "coupon"
      ? couponAct(item.act, { wallets, coupons }, readers)
      : actEvent(item.act, { wallets, deals, users });
  };
  const wanted = new Set(merchantIds);
  const events = items
    .flatMap(eventsOf)
    .map((event) => ({ ...event, merchantIds: event.merchantIds.filter((id) => wanted.has(id)) }));
  const hasAllActs = acts.length === allActs.length;
  const hasTakenEntries = entries.length === allEntries.length;
  return {
    events: events.filter((event) => event.merchantIds.length > 0),
    cursor: {
      entryId:
        hasAllEntries && hasTakenEntries
          ? Math.max(entriesTo.last, after.entryId)
          : (entries.at(-1)?.id ?? after.entryId),
      auditId: hasAllActs ? Math.max(actsTo.last, after.auditId) : (acts.at(-1)?.id ?? after.auditId),
    },
    hasMore: !(hasAllEntries && hasTakenEntries) || allActs.length > limit,
  };
}

// Points ---------------------------------------------------------------------------------------------------------------

const POINTS_TYPES: Record<LogTypeId, EventType> = {
  1: "points.redeemed",
  2: "points.rewarded",
  3: "points.refunded",
  4: "points.cancelled",
  5: "points.expired",
  6: "points.adjusted",
  7: "points.adjusted",
  8: "points.adjusted",
  9: "points.adjusted",
  10: "points.adjusted",
  11: "points.returned",
  12: "points.held",
};

/** Points released by an administrator are an adjustment; ripened or held ones a release. */
function pointsType({ logTypeId, relatedEntryId }: Entry): EventType {
  if (logTypeId === LOG_TYPE.release && relatedEntryId !== null) return "points.released";
  return POINTS_TYPES[logTypeId];
}

type WalletsBy = Map<number | string, WalletFacts>;

function pointsEvent(entry: Entry, wallets: WalletsBy, users: MerchantsOf): DomainEvent {
  const { id, walletId, merchantId } = entry;
  return {
    id: `evt_p${id}`,
    type: pointsType(entry),
    at: entry.createdAt,
    subject: `wallet:${walletId}`,
    merchantIds: merchantId === null ? (users.get(walletId) ?? []) : [merchantId],
    sandboxId: wallets.get(walletId)?.sandbox_id ?? null,
    data: {
      ...walletFields(wallets.get(walletId)),
      logId: id,
      logTypeId: entry.logTypeId,
      channelId: entry.channelId,
      amount: entry.amount,
      points: entry.pointsDelta,
      suspendedPoints: entry.suspendedDelta,
      amountValue: roundedUnits(entry.amountValue),
      totalAmount: inUnits(entry.amountValue),
      totalPoints: entry.balanceAfter,
      relatedLogId: entry.relatedEntryId,
      merchantId,
      branchId: entry.branchId,
      userId: entry.userId,
      externalLogId: entry.externalLogId,
      invoiceNumber: entry.invoiceNumber,
      skuId: entry.skuId,
      offerNumber: entry.offerNumber ?? 0,
      expiresOn: entry.expiresOn,
    },
  };
}

function walletFields(wallet: WalletFacts | undefined): Record<string, unknown> {
  if (wallet === undefined) return {};
  return {
    walletId: wallet.id,
    walletCode: wallet.wallet_code,
    contactMsisdnMasked: maskMsisdn(wallet.contact_msisdn),
  };
}

// Acts -------------------------------------------------------------------------------------------------------------

function isOfWallet({ subject_type }: Act): boolean {
  return subject_type === "wallet";
}

interface Around {
  wallets: WalletsBy;
  deals: Map<number, DealFacts>;
  users: MerchantsOf;
}

function actEvent(act: Act, { wallets, deals, users }: Around): DomainEvent[] {
  const type = ACT_TYPES[act.action];
  if (type === undefined) return [];
  const base = { id: `evt_a${act.id}`, type, at: act.created_at };
  const userFields = { changed: changedFields(act) };
  if (isOfWallet(act)) {
    const wallet = wallets.get(act.subject_id);
    if (wallet === undefined) return [];
    return [
      {
        ...base,
        subject: `wallet:${wallet.id}`,
        merchantIds: act.merchant_id === null ? (users.get(act.subject_id) ?? []) : [act.merchant_id],
        sandboxId: wallet.sandbox_id,
        data: {
          ...walletFields(wallet),
          walletStatusId: act.after?.statusId ?? wallet.status_id,
          ...pick(act.after, ["segmentId", "mergedIntoWalletCode"]),
          ...userFields,
        },
      },
    ];
  }
  const deal = deals.get(Number(act.subject_id));
  if (deal === undefined) return [];
  return [
    {
      ...base,
      subject: `deal:${deal.id}`,
      merchantIds: [deal.merchant_id],
      sandboxId: null,
      data: {
        dealId: deal.id,
        merchantId: deal.merchant_id,
        offerNumber: deal.offer_number,
        ...pick(act.after, ["state"]),
        ...userFields,
      },
    },
  ];
}

/** Names only: what was in them may be personal data. */
function changedFields({ before, after }: Act): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
}

/** Those of the fields that have a value: an act also notes what has none yet. */
function pick(source: Record<string, unknown> | null, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = source?.[name] ?? undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

// Coupons --------------------------------------------------------------------------------------------------------------

interface AroundCoupons {
  wallets: WalletsBy;
  coupons: readonly ToldCoupon[];
}

/** An entry's change of a coupon: issued, or ended with the entry that is undone. */
function couponEvents(entry: Entry, { wallets, coupons }: AroundCoupons): DomainEvent[] {
  const { id, merchantId, branchId, userId, createdAt: at } = entry;
  const by = { merchantId, branchId, userId, logId: id };
  return coupons.flatMap((coupon) => {
    const did = coupon.issuedByEntryId === id ? "issued" : coupon.voidedByEntryId === id ? "voided" : null;
    if (did === null || merchantId === null) return [];
    return [
      {
        id: `evt_${did === "issued" ? "i" : "v"}${id}`,
        type: `coupon.${did}` as const,
        at,
        subject: subjectOf(coupon),
        merchantIds: [merchantId],
        sandboxId: sandboxOf(coupon, wallets),
        data: { ...couponFields(coupon, wallets), state: did === "issued" ? "issued" : "void", ...by },
      },
    ];
  });
}

function couponAct(act: Act, { wallets, coupons }: AroundCoupons, readers: readonly Reader[]): DomainEvent[] {
  const type = ACT_TYPES[act.action];
  const coupon = coupons.find(({ id }) => id === Number(act.subject_id));
  if (type === undefined || coupon === undefined || act.merchant_id === null) return [];
  const isReached = coupon.walletId === null ? isInReachOfAny(readers, null) : wallets.has(coupon.walletId);
  if (!isReached) return [];
  const by = {
    merchantId: act.merchant_id,
    branchId: act.after?.branchId ?? null,
    userId: act.user_id,
    logId: null,
  };
  return [
    {
      ...{ id: `evt_a${act.id}`, type, at: act.created_at, subject: subjectOf(coupon) },
      merchantIds: [act.merchant_id],
      sandboxId: sandboxOf(coupon, wallets),
      data: { ...couponFields(coupon, wallets), state: act.after?.state ?? "issued", ...by },
    },
  ];
}

/** A wallet's coupons are told in one order with its points. */
function subjectOf({ id, walletId }: ToldCoupon): string {
  return walletId === null ? `coupon:${id}` : `wallet:${walletId}`;
}

function sandboxOf({ walletId }: ToldCoupon, wallets: WalletsBy): number | null {
  return (walletId === null ? undefined : wallets.get(walletId))?.sandbox_id ?? null;
}

function couponFields(coupon: ToldCoupon, wallets: WalletsBy): Record<string, unknown> {
  const { number: couponNumber, offerNumber, validUntil, walletId } = coupon;
  const wallet = walletId === null ? undefined : wallets.get(walletId);
  return { couponNumber, offerNumber, validUntil, ...walletFields(wallet) };
}

function readCoupons(pool: Pool, entries: readonly Entry[], acts: readonly Act[]): Promise<ToldCoupon[]> {
  return readToldCoupons(pool, {
    entryIds: entries.map(({ id }) => id),
    ids: acts.flatMap((act) => (act.subject_type === "coupon" ? Number(act.subject_id) : [])),
  });
}

// Their wallets and coupons ------------------------------------------------------------------------------------------------

const isInReachOfAny = (readers: readonly Reader[], sandboxId: number | null) =>
  readers.some((reader) => isInReach(reader, sandboxId));

/** Those within reach: what concerns any other is not told. */
async function readWallets(
  pool: Pool,
  {
    entries,
    acts,
    coupons,
  }: { entries: readonly Entry[]; acts: readonly Act[]; coupons: readonly ToldCoupon[] },
  readers: readonly Reader[],
): Promise<WalletsBy> {
  const ofCoupons = coupons.flatMap(({ walletId }) => walletId ?? []);
  const found = await readWalletFacts(pool, {
    ids: [...new Set([...entries.map(({ walletId }) => walletId), ...ofCoupons])],
    walletCodes: acts.filter(isOfWallet).map(({ subject_id }) => subject_id),
  });
  const wallets: WalletsBy = new Map();
  for (const wallet of found)
    if (isInReachOfAny(readers, wallet.sandbox_id))
      wallets.set(wallet.id, wallet).set(wallet.wallet_code, wallet);
  return wallets;
}

/** By the wallet's id and by its code. */
type MerchantsOf = Map<number | string, number[]>;

async function readMerchantsOf(
  pool: Pool,
  wanted: Parameters<typeof merchantsOfWallets>[1],
): Promise<MerchantsOf> {
  const found: MerchantsOf = new Map();
  if (wanted.ids.length + wanted.walletCodes.length === 0) return found;
  for (const { id, wallet_code, merchants } of await merchantsOfWallets(pool, wanted))
    found.set(id, merchants).set(wallet_code, merchants);
  return found;
}
