import { requireOpened } from "@/lib/areas/wallets/portal";
import { seesAll } from "@/lib/areas/wallets/shown-profile";
import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import {
  type Referral,
  type ReferralParty,
  readReferralMonths,
  readReferralOf,
  readReferralsBy,
} from "@/lib/ledger/with/referrals/facts";
import { portalPool } from "@/lib/platform/database/pools";
import { maskMsisdn, maskName } from "@/lib/platform/mask";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { serveContract } from "@/lib/portal/serve";
import { referrals } from "./contract";
import type { ReferralReport, ShownReferral, WalletReferrals } from "./schemas";

/** Customers that a page names. */
const SHOWN_MAX = 20;

/**
 * The referrer of a wallet's customer, and the customers whom that customer referred: names and numbers masked for everybody, and of
 * customers who were never at the reader's merchant nothing but the masked number (rules.md §16). Throws AdminError `not_found` for whom
 * nothing led to the wallet; AdminError too_many_views.
 */
async function presentReferrals(actor: PortalActor, walletId: number): Promise<WalletReferrals> {
  await requireOpened(actor, walletId, "opened");
  const [own, by] = await Promise.all([
    readReferralOf(portalPool(), walletId),
    readReferralsBy(portalPool(), walletId, SHOWN_MAX),
  ]);
  const others = by.referrals.map(({ newcomer }) => newcomer.walletId);
  const walletIds = own === null ? others : [own.referrer.walletId, ...others];
  const known = await knownCustomers(portalPool(), { merchantId: actor.merchantId, walletIds });
  const shown = (referral: Referral, other: ReferralParty, points: number): ShownReferral => ({
    other: {
      walletId: seesAll(actor.role) && known.has(other.walletId) ? other.walletId : null,
      name: known.has(other.walletId) && other.name !== null ? maskName(other.name) : null,
      mobile: maskMsisdn(other.contactMsisdn),
    },
    state: referral.state,
    openedAt: referral.openedAt.toISOString(),
    settledOn: referral.settledOn,
    points,
  });
  return {
    broughtBy: own && shown(own, own.referrer, own.newcomerPoints),
    brought: by.referrals.map((referral) => shown(referral, referral.newcomer, referral.referrerPoints)),
    count: by.count,
    points: by.points,
  };
}

/** Totals of referrals, month by month. */
export function presentReferralReport(): Promise<ReferralReport> {
  return readReferralMonths(portalPool());
}

export const referralsPortal = serveContract(referrals, {
  referrals: ({ actor, params }) => presentReferrals(actor, params.walletId),
});
