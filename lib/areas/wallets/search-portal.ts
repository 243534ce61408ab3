import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import { findReceipts } from "@/lib/log/receipts";
import { portalPool } from "@/lib/platform/database/pools";
import { maskCode, maskMsisdn, maskName } from "@/lib/platform/mask";
import { formatMsisdn } from "@/lib/platform/msisdn";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { leadTo } from "@/lib/portal/acts/wallet-views";
import { thisMoment } from "@/lib/portal/administration";
import { fieldRefusal } from "@/lib/portal/refusal";
import {
  countWallets,
  type FoundBySearch,
  SEARCH_LENGTH_MIN,
  searchWallets,
  type WalletFilter,
} from "@/lib/wallet/search";
import type { FoundWallet, WalletSearchPage, WalletSearchRequest } from "./desk-schemas";
import { viewContext } from "./portal";
import { countWalletSearch, requireVisits, walletFilterOf } from "./read";
import { seesAll } from "./shown-profile";
import { FOUND_MAX } from "./words";

/** A text without one is no number of an invoice. */
const DIGIT = /\p{Nd}/u;
/** Wallets on one page of a search. */
const PAGE_SIZE = 25;

/**
 * A page of the wallets that match. Supervisors must say whom they look for and see enough to recognise them.
 * Throws AdminError `rate_limited`, `validation`, `visits_counting`.
 */
export async function findWallets(
  actor: PortalActor,
  { cursor, order, ...request }: WalletSearchRequest,
): Promise<WalletSearchPage> {
  const filter = await soughtOf(actor, request);
  await requireVisits(portalPool(), request);
  const at = thisMoment();
  const [page, found] = await Promise.all([
    searchWallets(portalPool(), filter, { at, order, cursor, limit: PAGE_SIZE }),
    cursor === undefined ? countWallets(portalPool(), filter, { at, max: FOUND_MAX + 1 }) : undefined,
  ]);
  const walletIds = page.wallets.map(({ id }) => id);
  const [known] = await Promise.all([
    knownCustomers(portalPool(), { merchantId: actor.merchantId, walletIds }),
    leadTo(viewContext(), actor, walletIds),
  ]);
  const wallets = page.wallets.map((wallet) => foundOf(actor, wallet, known.has(wallet.id)));
  return { ...page, wallets, found };
}

/** Wallets that the actor searches for, those of an invoice of their merchant's included. Throws AdminError `rate_limited`, `validation`. */
async function soughtOf(
  actor: PortalActor,
  { text, ...filter }: Omit<WalletSearchRequest, "cursor" | "order">,
): Promise<WalletFilter> {
  const lookedFor = text || undefined;
  if (lookedFor === undefined ? !seesAll(actor.role) : lookedFor.length < SEARCH_LENGTH_MIN)
    throw fieldRefusal("text", lookedFor === undefined ? "required" : "invalid");
  const retryAfterSeconds = await countWalletSearch(actor.userId);
  if (retryAfterSeconds !== null) throw new AdminError("rate_limited", { seconds: retryAfterSeconds });
  const merchantId = actor.merchantId ?? undefined;
  const receipts =
    lookedFor !== undefined && DIGIT.test(lookedFor)
      ? await findReceipts(portalPool(), { text: lookedFor, merchantId }, PAGE_SIZE)
      : [];
  return {
    ...walletFilterOf(actor, filter),
    ...{ text: lookedFor, partsOf: merchantId, meant: receipts.map(({ walletId }) => walletId) },
  };
}

function foundOf({ role }: PortalActor, wallet: FoundBySearch, isKnown: boolean): FoundWallet {
  const { id, walletCode, contactMsisdn, statusId, segment, isOptedIn, balance, createdAt, lastDay } = wallet;
  const { name } = wallet.profile;
  const since = createdAt.toISOString();
  const rest = {
    ...{ id, statusId, segmentId: segment.segmentId, isOptedIn, balance, createdAt: since, lastDay },
    isNameHidden: !isKnown,
  };
  if (seesAll(role) && isKnown) return { ...rest, walletCode, name, mobile: formatMsisdn(contactMsisdn) };
  return {
    ...rest,
    walletCode: seesAll(role) ? walletCode : maskCode(walletCode),
    name: isKnown ? name && maskName(name) : null,
    mobile: maskMsisdn(contactMsisdn),
  };
}
