import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { findCoupon } from "@/lib/ledger/with/coupons/lookup";
import { readEntry } from "@/lib/log/history";
import { findReceipts, type ReceiptEntry } from "@/lib/log/receipts";
import { readCouponNumber } from "@/lib/platform/coupon-number";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { toLatinDigits } from "@/lib/platform/digits";
import { maskCode, maskMsisdn, maskName } from "@/lib/platform/mask";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { countLookup, leadTo, noteFound } from "@/lib/portal/acts/wallet-views";
import { thisMoment } from "@/lib/portal/administration";
import { requireBranch } from "@/lib/portal/require";
import { serveContract } from "@/lib/portal/serve";
import { identifyWallet } from "@/lib/wallet/facts";
import { findWalletsByMsisdn, type Moment, readWallet, readWallets, type Wallet } from "@/lib/wallet/read";
import { findWalletsByPart } from "@/lib/wallet/search";
import { joinAtTill } from "./join-customer";
import {
  enrolAtTill,
  presentFoundWallet,
  presentWallet,
  readEnrolWords,
  requireOpened,
  viewContext,
} from "./portal";
import { countWalletSearch, type Reading, readSought } from "./read";
import type { LookupAnswer, Sought, TillWallet, WalletCandidate } from "./shown-schemas";
import { tillWallets } from "./till-contract";
import { RECEIPT_PREFIX } from "./words";

export const tillWalletsPortal = serveContract(tillWallets, {
  one: ({ actor, params }) => presentWallet(actor, params.walletId),
  lookUp: ({ actor, body }) => lookUp(actor, body.text),
  enrolWords: () => readEnrolWords(),
  joinWords: () => readEnrolWords(),
  enrol: ({ body, ...call }) => enrolAtTill(call, body),
  join: async ({ context, admin, actor, params: { walletId }, body: { branchId, consent } }) => {
    await requireBranch(actor, branchId);
    await requireOpened(actor, walletId, "opened");
    const wallet = await identifyWallet(prisma(), walletId);
    if (wallet === null) throw new AdminError("not_found");
    await joinAtTill(context, admin, { walletCode: wallet.walletCode, consent });
    return presentWallet(actor, walletId);
  },
  ofNumber: ({ actor, body }) => walletsOfNumber(actor, body.contactMsisdn),
});

/** Wallets that are shown to choose from; of more there is only said that there are more. */
const CANDIDATES_MAX = 8;

/**
 * Meaning of a scanned or typed text: a wallet's code, a mobile number or a part of it, a name, the code or the number on a receipt. A part
 * and a name only ever show wallets to choose from, masked, of customers whom the actor's merchant knows. Throws AdminError
 * `rate_limited`: a part or a name is counted as a search as well.
 */
async function lookUp(actor: PortalActor, text: string): Promise<LookupAnswer> {
  await countLookup(viewContext(), actor);
  // Caps Lock turns the letters of what is scanned.
  if (text.toLowerCase().startsWith(RECEIPT_PREFIX))
    return lookUpReceipt(actor, text.slice(RECEIPT_PREFIX.length));
  const at = thisMoment(actor);
  const byCode = await findByCode(text, at);
  if (byCode !== null) return { kind: "wallet", wallet: await presentLookedUp(actor, byCode) };
  const byCoupon = await lookUpCoupon(actor, text, at);
  if (byCoupon !== null) return byCoupon;
  const reading = readSought(text);
  if (reading.msisdn !== null) {
    const found = await findWalletsByMsisdn(portalPool(), reading.msisdn, at);
    if (found.length > 0) return ofNumber(actor, found);
  }
  if (reading.sought === "mobile") return { kind: "nothing", sought: "mobile" };
  return lookUpParts(actor, text, reading);
}

/** The open wallets of a mobile number (E.164), masked. Throws AdminError `rate_limited`. */
async function walletsOfNumber(actor: PortalActor, msisdn: string): Promise<{ wallets: WalletCandidate[] }> {
  await countLookup(viewContext(), actor);
  const found = await findWalletsByMsisdn(portalPool(), msisdn, thisMoment());
  return { wallets: await candidatesOf(actor, found.filter(isOpen)) };
}

/** The wallet with this code, or with the code in other cases of its letters where only one wallet can be meant. */
async function findByCode(text: string, at: Moment): Promise<Wallet | null> {
  const exact = await readWallet(portalPool(), { walletCode: text }, at);
  // Names have no digits.
  if (exact !== null || !/\d/.test(text)) return exact;
  const others = new Set([text.toUpperCase(), text.toLowerCase(), inOtherCase(text)]);
  others.delete(text);
  const found = await Promise.all(
    [...others].map((walletCode) => readWallet(portalPool(), { walletCode }, at)),
  );
  const [only = null, ...more] = found.filter((wallet) => wallet !== null);
  return more.length === 0 ? only : null;
}

function inOtherCase(text: string): string {
  return text.replaceAll(/\p{L}/gu, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

/** The wallet of the coupon with this number, or the coupon that is nobody's yet; null where there is none. */
async function lookUpCoupon(actor: PortalActor, text: string, at: Moment): Promise<LookupAnswer | null> {
  const number = readCouponNumber(toLatinDigits(text));
  const coupon = number === null ? null : await findCoupon(portalPool(), number);
  if (number === null || coupon === null) return null;
  if (coupon.walletId === null) return coupon.isTest ? null : { kind: "coupon", number };
  const wallet = await readWallet(portalPool(), { id: coupon.walletId }, at);
  return wallet && { kind: "wallet", wallet: await presentLookedUp(actor, wallet), coupon: number };
}

function refuseWhenLimited(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new AdminError("rate_limited", { seconds: retryAfterSeconds });
}

/** A closed or merged wallet has its number no more. */
function isOpen({ statusId }: Wallet): boolean {
  return statusId !== WALLET_STATUS.closed && statusId !== WALLET_STATUS.merged;
}

async function lookUpReceipt(actor: PortalActor, number: string): Promise<LookupAnswer> {
  const entryId = /^\d{1,15}$/.test(number) ? Number(number) : null;
  const [entry] = await findEntry(actor, entryId);
  return entry === undefined ? { kind: "nothing", sought: "receipt" } : ofEntry(actor, entry, "receipt");
}

async function ofNumber(actor: PortalActor, found: readonly Wallet[]): Promise<LookupAnswer> {
  // A wallet that was merged away answers for its number only when it is the only one that does.
  const standing = found.filter(({ statusId }) => statusId !== WALLET_STATUS.merged);
  const [only = found[0], ...others] = standing;
  if (only !== undefined && others.length === 0)
    return { kind: "wallet", wallet: await presentLookedUp(actor, only) };
  const candidates = await candidatesOf(actor, standing);
  return { kind: "candidates", sought: "mobile", candidates, hasMore: false };
}

/** Matches of a part, and of the number on a receipt. */
async function lookUpParts(
  actor: PortalActor,
  text: string,
  { sought, mobilePart, name, entryId }: Reading,
): Promise<LookupAnswer> {
  const part = mobilePart !== null ? { digits: mobilePart } : name !== null ? { name } : null;
  if (part !== null) refuseWhenLimited(await countWalletSearch(actor.userId));
  const limit = CANDIDATES_MAX + 1;
  const merchantId = actor.merchantId ?? undefined;
  const [wallets, receipts, byNumber] = await Promise.all([
    part === null
      ? []
      : findWalletsByPart(portalPool(), part, thisMoment(), { merchantId: actor.merchantId, limit }),
    name === null ? findReceipts(portalPool(), { text, merchantId }, limit) : [],
    findEntry(actor, entryId),
  ]);
  const entries = byNumber.concat(receipts.filter((one) => one.entryId !== byNumber[0]?.entryId));
  const [only, ...others] = entries;
  if (only === undefined && wallets.length === 0) return { kind: "nothing", sought };
  if (only !== undefined && others.length === 0 && wallets.length === 0) return ofEntry(actor, only, sought);
  const owners = await ownersOf(entries);
  const candidates: Candidate[] = [
    ...wallets,
    ...entries.flatMap((entry) => {
      const owner = owners.get(entry.walletId);
      return owner === undefined ? [] : { ...owner, entry };
    }),
  ];
  return {
    kind: "candidates",
    sought,
    candidates: await candidatesOf(actor, candidates.slice(0, CANDIDATES_MAX)),
    hasMore: candidates.length > CANDIDATES_MAX,
  };
}

/** A wallet that a look-up led to, with what is shown of it. */
async function presentLookedUp(actor: PortalActor, wallet: Wallet): Promise<TillWallet> {
  await noteFound(viewContext(), actor, wallet.id);
  return presentFoundWallet(actor, wallet);
}

/** Wallets to choose from, each of which the actor may open now. */
async function candidatesOf(actor: PortalActor, wallets: readonly Candidate[]): Promise<WalletCandidate[]> {
  const walletIds = wallets.map(({ id }) => id);
  const [known] = await Promise.all([
    knownCustomers(portalPool(), { merchantId: actor.merchantId, walletIds }),
    leadTo(viewContext(), actor, walletIds),
  ]);
  return wallets.map((wallet) => candidateOf(wallet, known.has(wallet.id)));
}

/** The entry of this number, when the actor may see it and it is a customer's. */
async function findEntry(actor: PortalActor, entryId: number | null): Promise<ReceiptEntry[]> {
  if (entryId === null) return [];
  const found = await readEntry(portalPool(), { entryId, merchantId: actor.merchantId ?? undefined });
  if (found === null) return [];
  const { id, walletId, createdAt } = found.entry.entry;
  const entry = { entryId: id, walletId, createdAt };
  return (await ownersOf([entry])).has(walletId) ? [entry] : [];
}

/** The customers' wallets that entries are of, by their ids. */
function ownersOf(entries: readonly ReceiptEntry[]): Promise<Map<number, Wallet>> {
  return readWallets(
    portalPool(),
    entries.map(({ walletId }) => walletId),
    thisMoment(),
  );
}

async function ofEntry(
  actor: PortalActor,
  { entryId, walletId }: ReceiptEntry,
  sought: Sought,
): Promise<LookupAnswer> {
  const wallet = await readWallet(portalPool(), { id: walletId }, thisMoment(actor));
  if (wallet === null) return { kind: "nothing", sought };
  return { kind: "entry", entryId, wallet: await presentLookedUp(actor, wallet) };
}

/** A wallet, with the entry by which it was found. */
type Candidate = Wallet & { entry?: ReceiptEntry };

function candidateOf({ entry, ...wallet }: Candidate, isKnown: boolean): WalletCandidate {
  const { segment, profile } = wallet;
  return {
    walletId: wallet.id,
    name: isKnown ? profile.name && maskName(profile.name) : null,
    isNameHidden: !isKnown,
    codeHint: maskCode(wallet.walletCode),
    mobile: maskMsisdn(wallet.contactMsisdn),
    statusId: wallet.statusId,
    segment: { nameEn: segment.nameEn, nameAr: segment.nameAr, color: segment.color },
    balance: wallet.balance,
    entry: entry === undefined ? null : { id: entry.entryId, createdAt: entry.createdAt.toISOString() },
  };
}
