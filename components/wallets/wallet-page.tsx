"use client";

import { ScanLine, WalletMinimal } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { WaitingAdjustments } from "@/components/adjustments/waiting-adjustments";
import { EntryDrawer } from "@/components/entries/entry-drawer";
import { ENTRY_SEARCH_FIELD } from "@/components/entries/search-field";
import { useActingBranch } from "@/components/entries/use-acting-branch";
import { useShownEntry } from "@/components/entries/use-shown-entry";
import { FamilyCard } from "@/components/families/family-card";
import { useErrorText } from "@/components/kit/use-language";
import { useNavigation } from "@/components/kit/use-navigation";
import { useShortcut } from "@/components/shell/shortcuts";
import type { ServeDraft } from "@/components/till/serve-draft";
import { offerToTill } from "@/components/till/till-offer";
import { useScanner } from "@/components/till/use-scanner";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { Code, Day, Points } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState, ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { Tier } from "@/components/wallet/tier";
import { useWalletInView } from "@/components/wallet/use-wallet";
import { WalletAlerts } from "@/components/wallet/wallet-alerts";
import { OTHER_WALLET_FIELD } from "@/components/wallet/wallet-field";
import { WalletStatus } from "@/components/wallet/wallet-status";
import { WalletActs } from "@/components/wallets/desk/wallet-acts";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { HeldList } from "./held-list";
import { WalletBalances, WalletLots } from "./wallet-balances";
import { WalletHistory } from "./wallet-history";
import { WalletProfile } from "./wallet-profile";
import { WalletReferrals } from "./wallet-referrals";

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

/** The customer, the code, and warnings before any act. */
function WalletHead({
  wallet,
  actions,
}: {
  wallet: TillWallet;
  /** Acts on the wallet as a whole. */
  actions?: ReactNode;
}) {
  const t = useTranslations("wallets.page");
  const { profile, mergedIntoWalletId } = wallet;
  return (
    <header className="mb-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="font-semibold text-2xl sm:text-3xl">
            <bdi>{profile.name ?? t(profile.isNameHidden ? "nameHidden" : "noName")}</bdi>
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-4 text-ink-soft">
            <span className="flex items-center">
              <span className="sr-only">{t("title")} </span>
              <Code className="font-medium text-ink text-lg">{wallet.walletCode}</Code>
              <CopyButton text={wallet.walletCode} label={t("copyCode")} />
            </span>
            <Code>{profile.mobile}</Code>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <span className="flex flex-wrap items-center gap-2">
            <Tier {...wallet.segment} />
            <WalletStatus statusId={wallet.statusId} />
          </span>
          {actions}
        </div>
      </div>
      {wallet.alerts.length > 0 && (
        <div className="mt-4 grid gap-2">
          <WalletAlerts wallet={wallet} />
          {mergedIntoWalletId !== null && (
            <Link
              href={`/wallets/${mergedIntoWalletId}`}
              className="inline-flex min-h-9 items-center justify-self-start font-medium text-accent underline underline-offset-4"
            >
              {t("openMerged")}
            </Link>
          )}
        </div>
      )}
    </header>
  );
}

/** The way to the till with this customer, by the till's own keys; and with the next one, by scanning. */
function ServeAtTill({ wallet: { walletCode } }: { wallet: TillWallet }) {
  const t = useTranslations("wallets.page");
  const keys = useTranslations("till.keys");
  const navigation = useNavigation();
  const serve = (code: string, mode?: ServeDraft["mode"]) =>
    navigation.push("/till", {
      onLeave: () => offerToTill({ code, ...(mode !== undefined && { draft: { mode } }) }),
    });
  useShortcut({
    keys: ["F2"],
    label: keys("reward"),
    onUse: () => serve(walletCode, "reward"),
    isForTyping: true,
  });
  useShortcut({
    keys: ["F4"],
    label: keys("redeem"),
    onUse: () => serve(walletCode, "redeem"),
    isForTyping: true,
  });
  useScanner((code) => serve(code), { keptBy: [ENTRY_SEARCH_FIELD, OTHER_WALLET_FIELD] });
  return (
    <Button variant="primary" icon={ScanLine} onPress={() => serve(walletCode)}>
      {t("serve")}
    </Button>
  );
}

/** Points aside, with their dates: ripening ones by day, and each hold with the way to give it back. */
function SetAside({ wallet }: { wallet: TillWallet }) {
  const t = useTranslations("wallets.page.aside");
  const { pending, held } = wallet;
  if (pending.length === 0 && held === 0) return null;
  return (
    <Card title={t("title")} description={t("lead")}>
      <ul className={cx("grid gap-3", held > 0 && pending.length > 0 && "mb-3")}>
        {pending.map(({ usableFrom, points }) => (
          <li key={usableFrom} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              {t("usableFrom")} <Day value={usableFrom} />
            </span>
            <Points value={points} className="font-medium" />
          </li>
        ))}
      </ul>
      {held > 0 && <HeldList wallet={wallet} />}
    </Card>
  );
}
