"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useErrorText } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { cx } from "@/components/ui/cx";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { useWalletInView } from "@/components/wallet/use-wallet";
import { rememberCustomer } from "./recent-customers";
import { SERVING_PARTS, ServePanel, type ServePanelProps } from "./serve-panel";
import { WalletCard } from "./wallet-card";
import { WalletLine } from "./wallet-line";

export { SERVING_PARTS };

/** A customer at the counter: the wallet, and what can be done. */
export function WalletStage({
  walletId,
  scannedCoupon,
  onOpen,
  ...props
}: Omit<ServePanelProps, "wallet"> & {
  walletId: number;
  scannedCoupon: string | undefined;
  onOpen: (walletId: number) => void;
}) {
  const t = useTranslations("errors");
  const { user } = useMe();
  const { textOf } = useErrorText();
  const isDone = props.till.state.serving.phase === "done";
  const { data: wallet, error, refetch } = useWalletInView(walletId);
  useEffect(() => {
    if (wallet !== undefined) rememberCustomer(user.id, wallet);
  }, [wallet, user.id]);
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
