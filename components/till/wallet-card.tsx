"use client";

import { useQuery } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Fact } from "@/components/ui/fact";
import { Code, Day, Money, Points } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { FamilyLine } from "@/components/wallet/family-line";
import { Tier } from "@/components/wallet/tier";
import { useAmounts } from "@/components/wallet/use-amounts";
import { useCustomerName } from "@/components/wallet/use-customer-name";
import { WalletAlerts } from "@/components/wallet/wallet-alerts";
import { WalletStatus } from "@/components/wallet/wallet-status";
import { walletCoupons as api } from "@/lib/areas/coupons/till-contract";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { STOPS } from "./mode-switch";
import { WalletDeals } from "./wallet-deals";

interface WalletCardProps {
  wallet: TillWallet;
  /** The number of a coupon of it, where that was scanned. */
  scannedCoupon?: string | undefined;
  /** Counts its scans. */
  couponScan?: number | undefined;
  /** False once something was done: the new balance stands with that. */
  isBalanceShown: boolean;
  /** Opens another wallet in its place. */
  onOpen: (walletId: number) => void;
}

/** The customer and the points, at a glance. */
export function WalletCard({ wallet, scannedCoupon, couponScan, isBalanceShown, onOpen }: WalletCardProps) {
  const t = useTranslations("till.wallet");
  const { profile, mergedIntoWalletId, refusals } = wallet;
  const name = useCustomerName()(profile);
  const isStopped = refusals.reward !== null && refusals.redeem !== null;
  const alerts = wallet.alerts.filter((alert) => !isStopped || !STOPS.includes(alert));
  return (
    <section
      aria-label={t("heading", { name })}
      className="rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold text-xl wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-soft text-sm">
            <Code>{profile.mobile}</Code>
            <span>
              {t("code")} <Code>{wallet.walletCode}</Code>
            </span>
          </p>
          {wallet.broughtBy !== null && <BroughtBy {...wallet.broughtBy} />}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Tier {...wallet.segment} />
          <WalletStatus statusId={wallet.statusId} />
        </div>
      </header>
      {(alerts.length > 0 || mergedIntoWalletId !== null) && (
        <div className="mt-4 grid gap-3">
          <WalletAlerts wallet={{ ...wallet, alerts }} />
          {mergedIntoWalletId !== null && (
            <Button className="justify-self-start" onPress={() => onOpen(mergedIntoWalletId)}>
              {t("openMerged")}
            </Button>
          )}
        </div>
      )}
      <FamilyLine wallet={wallet} />
      {isBalanceShown && <Balance wallet={wallet} />}
      <Facts wallet={wallet} />
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:mt-4">
        <Link
          href={`/wallets/${wallet.id}`}
          className="inline-flex min-h-9 pointer-coarse:min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          {t("history")}
        </Link>
        <span className="flex flex-wrap items-center gap-2">
          <WalletDeals wallet={wallet} />
          <WalletCoupons key={couponScan} wallet={wallet} scanned={scannedCoupon} />
        </span>
      </div>
    </section>
  );
}

function BroughtBy({ isOpen, name, mobile }: NonNullable<TillWallet["broughtBy"]>) {
  const t = useTranslations("till.wallet");
  return (
    <p className="mt-0.5 text-ink-soft text-sm">
      {t(isOpen ? "broughtByOpen" : "broughtBy", { who: name ?? mobile })}
    </p>
  );
}

function Balance({ wallet: { balance, balanceValue } }: { wallet: TillWallet }) {
  const t = useTranslations("till.wallet");
  const amounts = useAmounts();
  return (
    // In one column the line above says so already.
    <p className="mt-5 cramped:hidden">
      <span className="block text-ink-soft text-sm">{t("balance")}</span>
      <span className="block font-semibold text-6xl leading-tight">
        <Points value={balance} isBare />
      </span>
      <span className="block text-ink-soft">{t("worth", { money: amounts.money(balanceValue) })}</span>
    </p>
  );
}

/** In one line with its value where the page is narrow. */
const FACT = "max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-3";

function Facts({ wallet }: { wallet: TillWallet }) {
  const { balance, usable, refusals, lots, nextSegment, pending, held } = wallet;
  const t = useTranslations("till.wallet");
  const nameOf = useNameOf();
  const amounts = useAmounts();
  const next = lots.find(({ expiresOn }) => expiresOn !== null);
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-1.5 border-line border-t pt-3 sm:mt-5 sm:grid-cols-3 sm:pt-4">
      {usable.points !== balance && (
        <Fact className={FACT} name={t("usable")}>
          {refusals.redeem === null ? (
            <>
              <Money value={usable.value} className="font-semibold" />{" "}
              <span className="text-ink-soft text-sm">
                (<Points value={usable.points} />)
              </span>
            </>
          ) : (
            <span className="font-semibold">{t("usableNothing")}</span>
          )}
        </Fact>
      )}
      {balance > 0 && (
        <Fact className={FACT} name={t("expires")}>
          {next?.expiresOn ? (
            <>
              {next.points !== balance && <Points value={next.points} className="font-semibold" />}{" "}
              <Day value={next.expiresOn} className="text-ink-soft text-sm" />
            </>
          ) : (
            t("expiresNothing")
          )}
        </Fact>
      )}
      {pending[0] && (
        <Fact className={FACT} name={t("pending")}>
          <Points value={pending[0].points} className="font-semibold" />{" "}
          <Day value={pending[0].usableFrom} className="text-ink-soft text-sm" />
        </Fact>
      )}
      {held > 0 && (
        <Fact className={FACT} name={t("held")}>
          <Points value={held} className="font-semibold" /> <WalletHolds wallet={wallet} />
        </Fact>
      )}
      {(nextSegment || wallet.segment.value !== 0) && (
        <Fact className={FACT} name={t("tier")}>
          {nextSegment
            ? t("nextTier", { points: amounts.points(nextSegment.missingPoints), tier: nameOf(nextSegment) })
            : t("topTier")}
        </Fact>
      )}
    </dl>
  );
}

const CustomerCoupons = lazyPart(
  async () => (await import("@/components/coupons/customer-coupons")).CustomerCoupons,
);

/** The customer's coupons at this till, and what there is for points. Opens by itself for one that was scanned. */
function WalletCoupons({ wallet, scanned }: { wallet: TillWallet; scanned: string | undefined }) {
  const { activeBranchId } = useMe();
  return activeBranchId === null ? null : <CouponsAt branchId={activeBranchId} {...{ wallet, scanned }} />;
}

function CouponsAt({
  wallet,
  branchId,
  scanned,
}: {
  wallet: TillWallet;
  branchId: number;
  scanned: string | undefined;
}) {
  const t = useTranslations("coupons.words");
  const [isOpen, setOpen] = useState(scanned !== undefined);
  const { data } = useQuery(
    ask(api.coupons, { params: { walletId: wallet.id }, query: { branchId, shown: scanned } }),
  );
  // As with deals: while they are not known, the card goes without them.
  if (data === undefined || data.coupons.length + data.offers.length === 0) return null;
  const count = data.coupons.filter(({ problem }) => problem === null).length;
  return (
    <>
      <Button size="small" icon={Ticket} onPress={() => setOpen(true)}>
        {t("button", { count })}
      </Button>
      {isOpen && (
        <CustomerCoupons {...{ wallet, branchId, scanned }} coupons={data} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

const HeldList = lazyPart(async () => (await import("@/components/wallets/held-list")).HeldList);

/** The orders that the customer comes for. */
function WalletHolds({ wallet }: { wallet: TillWallet }) {
  const t = useTranslations("entries.holds");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        {t("handOut")}
      </Button>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title={t("title")}>
          <HeldList wallet={wallet} />
        </Dialog>
      )}
    </>
  );
}
