"use client";

import { useQuery } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { walletCoupons as api } from "@/lib/areas/coupons/till-contract";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

const CustomerCoupons = lazyPart(
  async () => (await import("@/components/coupons/customer-coupons")).CustomerCoupons,
);

/** The customer's coupons at this till, and what there is for points. Opens by itself for one that was scanned. */
export function WalletCoupons({ wallet, scanned }: { wallet: TillWallet; scanned: string | undefined }) {
  const { activeBranchId } = useMe();
  // Another one that is scanned opens it again.
  return activeBranchId === null ? null : (
    <CouponsAt key={scanned ?? ""} branchId={activeBranchId} {...{ wallet, scanned }} />
  );
}

function CouponsAt({
  wallet,
  branchId,
  scanned,
}: {
  wallet: TillWallet;
  branchId: number;
  scanned: string | undefined;
}) {
  const t = useTranslations("coupons.words");
  const [isOpen, setOpen] = useState(scanned !== undefined);
  const { data } = useQuery(
    ask(api.coupons, { params: { walletId: wallet.id }, query: { branchId, shown: scanned } }),
  );
  // As with deals: while they are not known, the card goes without them.
  if (data === undefined || data.coupons.length + data.offers.length === 0) return null;
  const count = data.coupons.filter(({ problem }) => problem === null).length;
  return (
    <>
      <Button size="small" icon={Ticket} onPress={() => setOpen(true)}>
        {t("button", { count })}
      </Button>
      {isOpen && (
        <CustomerCoupons {...{ wallet, branchId, scanned }} coupons={data} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
