import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { isWholeMobile, normalizeMsisdn } from "@/lib/platform/msisdn";
import { processSingleton } from "@/lib/platform/process-singleton";
import { type Database, readRows } from "@/lib/platform/rows";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import { shownTo } from "@/lib/portal/acts/administer-wallet";
import { momentOf, type WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { readWallet, type Wallet } from "@/lib/wallet/read";
import { countExported, exportWallets as readExport, type WalletFilter } from "@/lib/wallet/search";
import { VISITS_ARE_COUNTED, type Visit } from "@/lib/wallet/visits";
import { CAME_FILTERS, type CameFilters, type WalletFilters } from "./desk-schemas";
import { SOUGHT_DIGITS_MIN, SOUGHT_LETTERS_MIN, type Sought } from "./shown-schemas";
import { PERIOD_DAYS } from "./words";

/**
 * A wallet as this actor may see it, with the version that its changes ask for.
 * @throws AdminError forbidden, not_found
 */
export async function viewWallet(
  context: WalletAdminContext,
  actor: AdminActor,
  by: { walletCode: string } | { id: number },
): Promise<Wallet> {
  requirePermission(actor, "wallet.read");
  const wallet = await readWallet(context.database, by, momentOf(context));
  if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
  return shownTo(actor, wallet);
}

/** Customers of a file. `ids`: only these, as far as the actor may have them. */
export type ExportWalletsInput = WalletFilters & { ids?: readonly number[] | undefined };

/**
 * The filter of customers as an actor may ask for it: visits are those to their merchant, and of customers that it does not know no birthday
 * tells anything.
 */
export function walletFilterOf(
  { merchantId }: Pick<AdminActor, "merchantId">,
  {
    joined,
    visit,
    birthday,
    period,
    branches,
    visitsMin,
    visitsMax,
    spentMin,
    spentMax,
    ...rest
  }: WalletFilters,
): WalletFilter {
  const [kind = "", days = ""] = visit?.split("-") ?? [];
  return {
    ...{ ...rest, isOptedIn: joined && joined === "yes", birthdayDays: birthday, visitsOf: merchantId },
    ...(isByVisits({ period, branches, visitsMin, visitsMax, spentMin, spentMax }) && {
      came: {
        ...{ days: period ?? PERIOD_DAYS, visitsMin, visitsMax, spentMin, spentMax },
        branchIds: branches?.split(",").map(Number),
      },
    }),
    ...(visit !== undefined && { visit: { kind, days: Number(days) } as Visit }),
    ...(birthday !== undefined && merchantId !== null && { merchantId }),
  };
}

const isByVisits = (filter: CameFilters) => CAME_FILTERS.some((name) => filter[name] !== undefined);

/** Refuses a filter by visits of a period while earlier visits are still being counted. @throws AdminError visits_counting */
export async function requireVisits(database: Database, filter: CameFilters): Promise<void> {
  if (!isByVisits(filter)) return;
  const [row] = await readRows<{ isCounted: boolean }>(database, VISITS_ARE_COUNTED, []);
  if (row?.isCounted !== true) throw new AdminError("visits_counting");
}

/**
 * Wallets one by one, the oldest first: merchant admins get the customers whom their merchant knows, operators all.
 * That it was asked for, and of what, is in the audit log before the first one is given out.
 * @throws AdminError forbidden, visits_counting
 */
export async function exportWallets(
  context: WalletAdminContext & { pool: Pool },
  actor: AdminActor,
  { ids, ...filter }: ExportWalletsInput,
): Promise<AsyncGenerator<Wallet>> {
  await requireVisits(context.pool, filter);
  await administer(context, actor, "wallet.export", ({ record }) =>
    record({
      subject: "wallet",
      subjectId: "*",
      merchantId: actor.merchantId,
      before: null,
      after: { ...filter, ...(ids && { chosen: [...ids] }) },
    }),
  );
  return readExport(context.pool, chosenOf(actor, { ids, ...filter }), momentOf(context));
}

/** Counts the wallets of {@link exportWallets}, so that a reader knows how far a file has come. */
export const countExport = (
  context: WalletAdminContext & { pool: Pool },
  actor: AdminActor,
  input: ExportWalletsInput,
): Promise<number> => countExported(context.pool, chosenOf(actor, input), momentOf(context));

function chosenOf(actor: AdminActor, { ids, ...filter }: ExportWalletsInput): WalletFilter {
  const { merchantId } = actor;
  return { ...walletFilterOf(actor, filter), ids, ...(merchantId !== null && { merchantId }) };
}

/** Meanings of a text, besides a wallet's code and the number on a receipt. */
export interface Reading {
  sought: Sought;
  /** E.164: the text is a whole phone number. */
  msisdn: string | null;
  /** Digits that a mobile number may begin or end with. */
  mobilePart: string | null;
  /** A name, or the beginnings of its words. */
  name: string | null;
  entryId: number | null;
}

/** Separators that people write between the digits of a number. */
const SEPARATORS = /[\s().-]/g;
const DIGITS = /^\+?\d+$/;
const ENTRY_NUMBER = /^[1-9]\d{0,14}$/;
/** Letters of whatever script and what stands between them in a name. */
const NAME = /^\p{L}[\p{L}\p{M}\s.'’ـ-]*$/u;

/** Reads what was scanned or typed, its digits Latin already. Pure. */
export function readSought(text: string): Reading {
  const nothing: Reading = {
    sought: "code",
    msisdn: null,
    mobilePart: null,
    name: null,
    entryId: null,
  };
  if (NAME.test(text))
    return longestWord(text) < SOUGHT_LETTERS_MIN
      ? { ...nothing, sought: "short" }
      : { ...nothing, sought: "name", name: text };
  const digits = text.replace(SEPARATORS, "");
  if (!DIGITS.test(digits)) return nothing;
  const msisdn = normalizeMsisdn(text);
  if (msisdn !== null && isWholeMobile(msisdn) && /^(?:\+|0|20)/.test(digits))
    return { ...nothing, sought: "mobile", msisdn };
  const isPart = digits.replace("+", "").length >= SOUGHT_DIGITS_MIN;
  // Too short for a part of a mobile number: the number on a receipt.
  const isEntryNumber = ENTRY_NUMBER.test(text);
  return {
    ...nothing,
    sought: isPart ? "number" : isEntryNumber ? "receipt" : "short",
    msisdn,
    mobilePart: isPart ? digits : null,
    entryId: isEntryNumber ? Number(text) : null,
  };
}

function longestWord(text: string): number {
  return Math.max(...text.split(/[^\p{L}\p{M}]+/u).map((word) => [...word.replace(/\p{M}/gu, "")].length));
}

/** A search lists many at once: enough for a busy desk, too little to copy the programme page by page. */
const SEARCHES_PER_MINUTE = 40;
/** Files of all customers. */
const EXPORTS_PER_HOUR = 12;

const LIMITS = {
  search: { points: SEARCHES_PER_MINUTE, duration: 60 },
  export: { points: EXPORTS_PER_HOUR, duration: 3_600 },
} as const;

const limiter = (kind: keyof typeof LIMITS) =>
  processSingleton(`${kind}-limits`, () => new RateLimiterMemory({ keyPrefix: kind, ...LIMITS[kind] }));

/**
 * Counts a page of a search of wallets by a user of the portal, in this process. Returns null when it may go on, otherwise the
 * seconds until it may.
 */
export function countWalletSearch(userId: number): Promise<number | null> {
  return count("search", userId);
}

/** The same for a file of wallets. */
export function countWalletExport(userId: number): Promise<number | null> {
  return count("export", userId);
}

async function count(kind: keyof typeof LIMITS, userId: number): Promise<number | null> {
  try {
    await limiter(kind).consume(userId);
    return null;
  } catch (result) {
    if (!(result instanceof RateLimiterRes)) throw result;
    await recordSecurityEvent({ kind: "limit.reached", userId, details: { limit: kind } });
    return Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  }
}
