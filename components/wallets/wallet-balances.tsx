"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Day, Points } from "@/components/ui/format";
import { ShareBar } from "@/components/ui/share-bar";
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
      {(nextSegment || wallet.segment.value !== 0) && (
        <p className="mt-4 text-ink-soft text-sm">
          {nextSegment
            ? t("nextTier", {
                points: amounts.points(nextSegment.missingPoints),
                tier: nameOf(nextSegment),
              })
            : t("topTier")}
        </p>
      )}
    </Card>
  );
}

type Lot = TillWallet["lots"][number];

/** So many dates tell what comes; the later ones are shown when asked for. */
const SHOWN_AT_FIRST = 5;

/** Which points lapse when, soonest first; nothing for a wallet without points. The bars only repeat the figures beside them. */
export function WalletLots({ wallet: { lots } }: { wallet: TillWallet }) {
  const t = useTranslations("wallets.page.lots");
  const amounts = useAmounts();
  const [isWhole, setWhole] = useState(false);
  if (lots.length === 0) return null;
  const largest = Math.max(...lots.map(({ points }) => points), 1);
  // One date more than there is room for takes no more room than the button would.
  const isLong = lots.length > SHOWN_AT_FIRST + 1;
  const later = isLong ? lots.slice(SHOWN_AT_FIRST) : [];
  const shown = isLong && !isWhole ? lots.slice(0, SHOWN_AT_FIRST) : lots;
  return (
    <Card title={t("title")} description={t("lead")}>
      <ul className="grid gap-3">
        {shown.map((lot, place) => (
          <LotRow key={lot.expiresOn} lot={lot} share={lot.points / largest} isNext={place === 0} />
        ))}
      </ul>
      {isLong && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-2 text-ink-soft text-sm">
          <span>
            {!isWhole &&
              t("more", {
                count: later.length,
                points: amounts.points(later.reduce((sum, { points }) => sum + points, 0)),
              })}
          </span>
          <Button size="small" variant="quiet" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? t("less") : t("show")}
          </Button>
        </p>
      )}
    </Card>
  );
}

function LotRow({ lot: { expiresOn, points }, share, isNext }: { lot: Lot; share: number; isNext: boolean }) {
  const t = useTranslations("wallets.page.lots");
  return (
    <li>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="flex flex-wrap items-center gap-2">
          {expiresOn === null ? t("never") : <Day value={expiresOn} />}
          {isNext && expiresOn !== null && <Badge tone="warning">{t("next")}</Badge>}
        </span>
        <Points value={points} className="font-medium" />
      </span>
      <ShareBar share={Math.max(0.02, share)} className="mt-1 h-1.5" />
    </li>
  );
}
