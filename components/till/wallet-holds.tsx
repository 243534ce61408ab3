"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart } from "@/components/ui/lazy-part";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

const HeldList = lazyPart(async () => (await import("@/components/wallets/held-list")).HeldList);

/** The orders that the customer comes for. */
export function WalletHolds({ wallet }: { wallet: TillWallet }) {
  const t = useTranslations("entries.holds");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        {t("handOut")}
      </Button>
      {isOpen && (
        <Dialog isOpen onOpenChange={setOpen} title={t("title")}>
          <HeldList wallet={wallet} />
        </Dialog>
      )}
    </>
  );
}
