"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ask } from "@/components/kit/contract";
import { useSettled } from "@/components/kit/use-settled";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";
import type { WalletCandidate } from "@/lib/areas/wallets/shown-schemas";
import { tillWallets } from "@/lib/areas/wallets/till-contract";
import { isWholeMobile, normalizeMsisdn } from "@/lib/platform/msisdn";
import { CandidateFacts } from "./candidate-facts";

/** How long the typing must rest before the number is looked up. */
const REST_MS = 400;

interface NumberCheckProps {
  /** As it is typed. */
  mobile: string;
  allowsSharedMobile: boolean;
  onChange: (allowsSharedMobile: boolean) => void;
  /** Opens this wallet, under the label that is given. */
  openButton: (candidate: WalletCandidate, label: string) => ReactNode;
}

/**
 * The open wallets that a number has already, while it is typed for a new one: each can be opened instead, and another one is
 * opened only when that is ticked.
 */
export function NumberCheck({ mobile, allowsSharedMobile, onChange, openButton }: NumberCheckProps) {
  const t = useTranslations("till.enrol.number");
  const msisdn = mobileOf(mobile);
  const settled = useSettled(msisdn, REST_MS);
  const { data } = useQuery({
    // Always as they are now; the number is in the memory of this page only.
    ...ask(
      tillWallets.ofNumber,
      { body: { contactMsisdn: settled ?? "" } },
      { staleTime: 0, gcTime: 0, retry: false },
    ),
    enabled: settled !== null && settled === msisdn,
  });
  const wallets = settled !== null && settled === msisdn ? (data?.wallets ?? []) : [];
  return (
    <div role="status" className="empty:absolute">
      {wallets.length > 0 && (
        <div className="grid gap-3">
          <Notice kind="warning">{t("has", { count: wallets.length })}</Notice>
          <ul className="grid gap-2">
            {wallets.map((wallet) => (
              <li
                key={wallet.walletId}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line-strong px-4 py-3"
              >
                <CandidateFacts candidate={wallet} />
                {openButton(wallet, t("open"))}
              </li>
            ))}
          </ul>
          <Checkbox isSelected={allowsSharedMobile} onChange={onChange}>
            {t("another")}
          </Checkbox>
        </div>
      )}
    </div>
  );
}

/** A whole mobile number as E.164; null while it is not one yet. */
export function mobileOf(typed: string): string | null {
  const msisdn = normalizeMsisdn(typed.trim());
  return msisdn !== null && isWholeMobile(msisdn) ? msisdn : null;
}
