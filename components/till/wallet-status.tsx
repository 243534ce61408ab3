"use client";

import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { OffIcon, Status } from "@/components/ui/badge";

/** Names of the states of a wallet, by their number (rules.md §2). */
const STATUSES = [
  ["active", "success"],
  ["pending", "warning"],
  ["suspended", "warning"],
  ["blocked", "danger"],
  ["closed", "danger"],
  ["merged", "danger"],
] as const;

/** The state of a wallet, by icon, word and colour. */
export function WalletStatus({ statusId }: { statusId: number }) {
  const t = useTranslations("till.wallet.status");
  const [name, tone] = STATUSES[statusId - 1] ?? STATUSES[3];
  const icon = name === "pending" ? Hourglass : tone === "success" ? undefined : OffIcon;
  return (
    <Status tone={tone} {...(icon !== undefined && { icon })}>
      {t(name)}
    </Status>
  );
}
