"use client";

import { useTranslations } from "next-intl";
import { Code, DateTime, Points } from "@/components/ui/format";
import { Tier } from "@/components/wallet/tier";
import { useCustomerName } from "@/components/wallet/use-customer-name";
import { WalletStatus } from "@/components/wallet/wallet-status";
import type { WalletCandidate } from "@/lib/areas/wallets/shown-schemas";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";

/** As little about a wallet as tells it from others. */
export function CandidateFacts({ candidate }: { candidate: WalletCandidate }) {
  const t = useTranslations("till.candidates");
  const nameOf = useCustomerName();
  const { codeHint, mobile, entry, balance, segment, statusId } = candidate;
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
      <span className="min-w-0 flex-1 basis-40">
        <bdi className="block font-semibold text-lg wrap-anywhere">{nameOf(candidate)}</bdi>
        <span className="flex flex-wrap gap-x-3 text-ink-soft text-sm">
          <span>
            {t("code")} <Code>{codeHint}</Code>
          </span>
          <Code>{mobile}</Code>
          {entry && (
            <span>
              {t("receipt")} <Code>{String(entry.id)}</Code> <DateTime value={entry.createdAt} />
            </span>
          )}
        </span>
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-2 sm:justify-end">
        <Points value={balance} className="font-semibold" />
        <Tier {...segment} />
        {statusId !== WALLET_STATUS.active && <WalletStatus statusId={statusId} />}
      </span>
    </span>
  );
}
