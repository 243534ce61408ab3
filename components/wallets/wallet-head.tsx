"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Code } from "@/components/ui/format";
import { Tier } from "@/components/wallet/tier";
import { WalletAlerts } from "@/components/wallet/wallet-alerts";
import { WalletStatus } from "@/components/wallet/wallet-status";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

/** The customer, the code, and warnings before any act. */
export function WalletHead({
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
            <bdi>{profile.name ?? t("noName")}</bdi>
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
