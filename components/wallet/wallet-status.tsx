"use client";

import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { OffIcon, Status } from "@/components/ui/badge";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";

type Name = keyof typeof WALLET_STATUS;

const TONES = {
  active: "success",
  pending: "warning",
  suspended: "warning",
  blocked: "danger",
  closed: "danger",
  merged: "danger",
  unknown: "danger",
} as const satisfies Record<Name | "unknown", string>;

/** A status that this page does not know, because the service is newer than the page, is "unknown". */
function nameOf(statusId: number): Name | "unknown" {
  const names = Object.keys(WALLET_STATUS) as Name[];
  return names.find((name) => WALLET_STATUS[name] === statusId) ?? "unknown";
}

/** The word for a wallet's status (rules.md §2). */
export function useWalletStatusText(): (statusId: number) => string {
  const t = useTranslations("till.wallet.status");
  return (statusId) => t(nameOf(statusId));
}

/** The status of a wallet (rules.md §2), by icon, word and colour. */
export function WalletStatus({ statusId }: { statusId: number }) {
  const textOf = useWalletStatusText();
  const name = nameOf(statusId);
  const tone = TONES[name];
  const icon = name === "pending" ? Hourglass : tone === "success" ? undefined : OffIcon;
  return (
    <Status tone={tone} {...(icon !== undefined && { icon })}>
      {textOf(statusId)}
    </Status>
  );
}
