"use client";

import { useTranslations } from "next-intl";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Points } from "@/components/ui/format";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

/** Points of the wallet, their value, and their totals. */
export function WalletBalances({ wallet }: { wallet: TillWallet }) {
  const t = useTranslations("wallets.page.balances");
  const amounts = useAmounts();
  const nameOf = useNameOf();
  const inLanguage = useInLanguage();
  const { balance, usable, refusals, nextSegment } = wallet;
  const totals = [
    ["accumulated", wallet.accumulated],
    ["redeemed", wallet.redeemed],
    ["suspended", wallet.suspended],
  ] as const;
  return (
    <Card title={t("title")}>
      <p className="text-ink-soft text-sm">{t("spendable")}</p>
      <p className={cx("font-semibold text-5xl leading-tight", balance < 0 && "text-danger")}>
        <Points value={balance} isBare />
      </p>
      <p className="text-ink-soft">{t("worth", { money: amounts.money(wallet.balanceValue) })}</p>
      <p className="mt-1 text-ink-soft text-sm">
        {refusals.redeem === null
          ? t("usable", { money: amounts.money(usable.value) })
          : t("usableNothing", { reason: inLanguage(refusals.redeem.message) })}
      </p>
      <dl className="mt-5 grid grid-cols-3 gap-3 border-line border-t pt-4">
        {totals.map(([name, points]) => (
          <div key={name} className="min-w-0">
            <dt className="text-ink-soft text-sm">{t(name)}</dt>
            <dd className="font-semibold text-lg">
              <Points value={points} isBare />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-ink-soft text-sm">
        {nextSegment
          ? t("nextTier", {
              points: amounts.points(nextSegment.missingPoints),
              tier: nameOf(nextSegment),
            })
          : t("topTier")}
      </p>
    </Card>
  );
}
