"use client";

import { useQuery } from "@tanstack/react-query";
import { TicketPercent } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { deals as api } from "@/lib/areas/deals/contract";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";

const CustomerDeals = lazyPart(async () => (await import("@/components/deals/customer-deals")).CustomerDeals);

/** The deals that this customer may use at this till: by the tier's rate plan and the branch. None on a wallet that nothing is done on. */
export function WalletDeals({ wallet: { segment, statusId } }: { wallet: TillWallet }) {
  const { activeBranchId } = useMe();
  const isOpenWallet = statusId === WALLET_STATUS.active || statusId === WALLET_STATUS.pending;
  if (activeBranchId === null || !isOpenWallet) return null;
  return <DealsAt branch={activeBranchId} segment={segment} />;
}

function DealsAt({ branch, segment }: { branch: number; segment: TillWallet["segment"] }) {
  const t = useTranslations("till.wallet");
  const nameOf = useNameOf();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    ...ask(api.usable, { query: { segment: segment.id, branch } }),
    staleTime: 60_000,
  });
  // Deals are an extra: while they are not known, and when they cannot be, the card goes without them.
  if (data === undefined) return null;
  if (data.deals.length === 0) return <span className="text-ink-soft text-sm">{t("noDeals")}</span>;
  return (
    <>
      <Button size="small" icon={TicketPercent} onPress={() => setOpen(true)}>
        {t("deals", { count: data.deals.length })}
      </Button>
      {isOpen && <CustomerDeals deals={data.deals} tier={nameOf(segment)} onClose={() => setOpen(false)} />}
    </>
  );
}
