"use client";

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { useFormatter } from "@/components/ui/use-formatter";
import type { TillWallet, WalletAlert } from "@/lib/areas/wallets/shown-schemas";
import { useAmounts } from "./use-amounts";

/** Alerts that block everything are shown as a danger, limits as a warning. */
const DANGERS: readonly WalletAlert[] = ["suspended", "blocked", "closed", "merged", "not_opted_in"];

/** Alerts for a cashier before anything is done, in words. */
export function WalletAlerts({ wallet }: { wallet: TillWallet }) {
  const t = useTranslations("till.alerts");
  const format = useFormatter();
  const amounts = useAmounts();
  const { lockedUntil } = wallet.pin;
  const textOf = (alert: WalletAlert) => {
    if (alert === "pin_locked" && lockedUntil !== null)
      return t("pin_locked_until", {
        time: format.dateTime(new Date(lockedUntil), { hour: "numeric", minute: "2-digit" }),
      });
    if (alert === "below_threshold")
      return t("below_threshold", { points: amounts.points(wallet.segment.redeemThreshold) });
    return t(alert);
  };
  if (wallet.alerts.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {wallet.alerts.map((alert) => (
        <li key={alert}>
          <Notice kind={DANGERS.includes(alert) ? "danger" : "warning"}>{textOf(alert)}</Notice>
        </li>
      ))}
    </ul>
  );
}
