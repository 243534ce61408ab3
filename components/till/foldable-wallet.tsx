"use client";

import { ChevronDown, ChevronUp, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { cx } from "@/components/ui/cx";
import { Points } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

/**
 * The wallet's card. Where there is little room it gives way to one line while an amount is typed: whose wallet, its points and
 * what is usable, with a button that shows the card all the same.
 */
export function FoldableWallet({
  wallet,
  isInTheWay,
  children,
}: {
  wallet: TillWallet;
  isInTheWay: boolean;
  /** The card. */
  children: ReactNode;
}) {
  const t = useTranslations("till.wallet");
  const amounts = useAmounts();
  const cardId = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const { profile, balance, usable, alerts } = wallet;
  const isFolded = isInTheWay && !isUnfolded;
  return (
    <div className="min-w-0">
      {isInTheWay && (
        <div
          className={cx(
            "hidden items-center cramped:flex gap-2 rounded-2xl border border-line bg-surface py-1 ps-4 pe-1 shadow-card",
            isUnfolded && "mb-2",
          )}
        >
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <bdi className="min-w-0 flex-1 basis-24 truncate font-semibold">
              {profile.name ?? t("noName")}
            </bdi>
            <Points value={balance} className="font-semibold" />
            <span className="text-ink-soft text-sm">
              {t("folded", { money: usable.points > 0 ? amounts.money(usable.value) : t("usableNothing") })}
            </span>
          </p>
          {alerts.length > 0 && (
            <span>
              <TriangleAlert aria-hidden className="size-5 text-warning" />
              <span className="sr-only">{t("noticed", { count: alerts.length })}</span>
            </span>
          )}
          <IconButton
            icon={isFolded ? ChevronDown : ChevronUp}
            label={t(isFolded ? "unfold" : "fold")}
            aria-expanded={isUnfolded}
            aria-controls={cardId}
            onPress={() => setUnfolded(!isUnfolded)}
          />
        </div>
      )}
      <div id={cardId} className={cx(isFolded && "cramped:hidden")}>
        {children}
      </div>
    </div>
  );
}
