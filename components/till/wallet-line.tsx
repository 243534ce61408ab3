"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Points } from "@/components/ui/format";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

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
  const amounts = useAmounts();
  return (
    <div className="sticky top-(--header) z-20 hidden cramped:flex items-center gap-2 rounded-2xl border border-line bg-surface px-4 py-2 shadow-card">
      <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <bdi className="min-w-0 flex-1 basis-24 truncate font-semibold">{profile.name ?? t("noName")}</bdi>
        {isBalanceShown && <Points value={balance} className="font-semibold" />}
        {isBalanceShown && usable.points > 0 && (
          <span className="text-ink-soft text-sm [@media(height<28rem)]:hidden">
            {t("folded", { money: amounts.money(usable.value) })}
          </span>
        )}
      </p>
      {alerts.length > 0 && (
        <span>
          <TriangleAlert aria-hidden className="size-5 text-warning" />
          <span className="sr-only">{t("noticed", { count: alerts.length })}</span>
        </span>
      )}
    </div>
  );
}
