"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useErrorText } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { cx } from "@/components/ui/cx";
import { Points } from "@/components/ui/format";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { useAmounts } from "@/components/wallet/use-amounts";
import { useCustomerName } from "@/components/wallet/use-customer-name";
import { useWalletInView } from "@/components/wallet/use-wallet";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { firstWord, rememberCustomer } from "./recent-customers";
import { SERVING_PARTS, ServePanel, type ServePanelProps } from "./serve-panel";
import { WalletCard } from "./wallet-card";

export { SERVING_PARTS };

/** A customer at the counter: the wallet, and what can be done. */
export function WalletStage({
  walletId,
  scannedCoupon,
  couponScan,
  onOpen,
  ...props
}: Omit<ServePanelProps, "wallet"> & {
  walletId: number;
  scannedCoupon: string | undefined;
  couponScan: number | undefined;
  onOpen: (walletId: number) => void;
}) {
  const t = useTranslations("errors");
  const { user } = useMe();
  const { textOf } = useErrorText();
  const { send } = props.till;
  const isDone = props.till.state.serving.phase === "done";
  const { data: wallet, error, refetch } = useWalletInView(walletId);
  useEffect(() => {
    if (wallet === undefined) return;
    rememberCustomer(user.id, wallet);
    send({ type: "known", walletId: wallet.id, name: firstWord(wallet.profile.name) });
  }, [wallet, user.id, send]);
  if (wallet === undefined && error !== null)
    return (
      <ErrorState title={t("couldNotLoad")} onRetry={() => void refetch()}>
        {textOf(error)}
      </ErrorState>
    );
  return (
    <div className="grid items-start gap-4 [overflow-anchor:none] sm:gap-6 lg:grid-cols-2 short:gap-4">
      {wallet === undefined ? (
        <WalletSkeleton />
      ) : (
        <>
          <WalletLine wallet={wallet} isBalanceShown={!isDone} />
          {/* In one column the page is then no longer than what was done: nothing has to scroll to show it. */}
          <div className={cx("min-w-0 cramped:order-last", isDone && "cramped:hidden")}>
            <WalletCard
              wallet={wallet}
              scannedCoupon={scannedCoupon}
              couponScan={couponScan}
              isBalanceShown={!isDone}
              onOpen={onOpen}
            />
          </div>
          <ServePanel wallet={wallet} {...props} />
        </>
      )}
    </div>
  );
}

/** The place of a wallet that is being fetched. */
export function WalletSkeleton() {
  return (
    <>
      <Loading>
        <Skeleton className="h-96 w-full rounded-2xl" />
      </Loading>
      <Skeleton className="h-96 w-full rounded-2xl" />
    </>
  );
}

/** Customer, points and usable points, in one line that stays in sight where the card has no room beside the bill. */
export function WalletLine({
  wallet: { profile, balance, usable, alerts },
  isBalanceShown,
}: {
  wallet: TillWallet;
  /** False once something was done: the new balance stands with that. */
  isBalanceShown: boolean;
}) {
  const t = useTranslations("till.wallet");
  const nameOf = useCustomerName();
  const amounts = useAmounts();
  return (
    <div className="sticky top-(--header) z-20 hidden min-w-0 cramped:flex items-center gap-2 rounded-2xl border border-line bg-surface px-4 py-2 shadow-card">
      <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <bdi className="min-w-0 flex-1 basis-24 truncate font-semibold">{nameOf(profile)}</bdi>
        {isBalanceShown && <Points value={balance} className="font-semibold" />}
        {isBalanceShown && usable.points > 0 && (
          <span className="text-ink-soft text-sm [@media(height<28rem)]:hidden">
            {t("folded", { money: amounts.money(usable.value) })}
          </span>
        )}
      </p>
      {alerts.length > 0 && (
        <span className="flex shrink-0 items-center gap-1 text-sm">
          <TriangleAlert aria-hidden className="size-5 text-warning" />
          {t("noticed", { count: alerts.length })}
        </span>
      )}
    </div>
  );
}
