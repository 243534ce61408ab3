"use client";

import { WalletMinimal } from "lucide-react";
import { useTranslations } from "next-intl";
import { WaitingAdjustments } from "@/components/adjustments/waiting-adjustments";
import { useActingBranch } from "@/components/entries/use-acting-branch";
import { useShownEntry } from "@/components/entries/use-shown-entry";
import { FamilyCard } from "@/components/families/family-card";
import { useErrorText } from "@/components/kit/use-language";
import { LinkButton } from "@/components/shell/link-button";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState, ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { useWalletInView } from "@/components/wallet/use-wallet";
import { ServeAtTill } from "./serve-at-till";
import { SetAside } from "./set-aside";
import { WalletBalances } from "./wallet-balances";
import { WalletHead } from "./wallet-head";
import { WalletHistory } from "./wallet-history";
import { WalletLots } from "./wallet-lots";
import { WalletProfile } from "./wallet-profile";

const EntryDrawer = lazyPart(async () => (await import("@/components/entries/entry-drawer")).EntryDrawer);

const WalletActs = lazyPart(async () => (await import("@/components/wallets/desk/wallet-acts")).WalletActs);

const WalletReferrals = lazyPart(async () => (await import("./wallet-referrals")).WalletReferrals);

/** One wallet: whose it is, what is in it, and all that happened to it. */
export function WalletPage({ walletId }: { walletId: number }) {
  const t = useTranslations("wallets.page");
  const errors = useTranslations("errors");
  const { textOf } = useErrorText();
  const shown = useShownEntry();
  const isAtTill = useActingBranch() !== null;
  const { data: wallet, error, refetch } = useWalletInView(walletId);
  if (wallet === undefined) {
    if (!error) return <WalletSkeleton />;
    return error.code === "not_found" ? (
      <EmptyState
        headingLevel={1}
        icon={<WalletMinimal aria-hidden />}
        title={t("notFound")}
        actions={<LinkButton href="/">{errors("home")}</LinkButton>}
      >
        {t("notFoundText")}
      </EmptyState>
    ) : (
      <ErrorState headingLevel={1} title={t("failed")} onRetry={() => void refetch()}>
        {textOf(error)}
      </ErrorState>
    );
  }
  return (
    <>
      <WalletHead
        wallet={wallet}
        actions={
          <>
            {isAtTill && <ServeAtTill wallet={wallet} />}

            <WalletActs wallet={wallet} />
          </>
        }
      />
      <WaitingAdjustments wallet={wallet} />
      {/* The history comes before the customer's data in what is read and on a phone: it is what one comes for. */}
      <div className="grid gap-5 lg:grid-cols-3">
        <WalletBalances wallet={wallet} />
        <div className="grid min-w-0 content-start gap-5">
          {wallet.family !== null && <FamilyCard family={wallet.family} />}
          <SetAside wallet={wallet} />
          <WalletLots wallet={wallet} />
        </div>
        <div className="min-w-0 lg:col-span-3 lg:row-start-2">
          <WalletHistory walletId={walletId} shown={shown} />
        </div>
        <WalletProfile wallet={wallet} />
        <WalletReferrals walletId={walletId} />
      </div>

      {shown.entryId !== null && (
        <EntryDrawer entryId={shown.entryId} onClose={shown.close} onShow={shown.show} />
      )}
    </>
  );
}

function WalletSkeleton() {
  return (
    <Loading>
      <Skeleton className="mb-2 h-10 w-64" />
      <Skeleton className="mb-6 h-7 w-48" />
      <div className="grid gap-5 lg:grid-cols-3">
        <Skeleton className="h-80 rounded-2xl" />
        <Skeleton className="h-80 rounded-2xl" />
        <Skeleton className="h-80 rounded-2xl" />
        <Skeleton className="h-96 rounded-2xl lg:col-span-3" />
      </div>
    </Loading>
  );
}
