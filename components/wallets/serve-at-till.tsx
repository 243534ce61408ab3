"use client";

import { ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { ENTRY_SEARCH_FIELD } from "@/components/entries/search-field";
import { useNavigation } from "@/components/kit/use-navigation";
import { useShortcut } from "@/components/shell/shortcuts";
import type { ServeDraft } from "@/components/till/serve-draft";
import { offerToTill } from "@/components/till/till-offer";
import { useScanner } from "@/components/till/use-scanner";
import { Button } from "@/components/ui/button";
import { OTHER_WALLET_FIELD } from "@/components/wallet/wallet-field";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";

/** The way to the till with this customer, by the till's own keys; and with the next one, by scanning. */
export function ServeAtTill({ wallet: { walletCode } }: { wallet: TillWallet }) {
  const t = useTranslations("wallets.page");
  const keys = useTranslations("till.keys");
  const navigation = useNavigation();
  const serve = (code: string, mode?: ServeDraft["mode"]) =>
    navigation.push("/till", {
      onLeave: () => offerToTill({ code, ...(mode !== undefined && { draft: { mode } }) }),
    });
  useShortcut({
    keys: ["F2"],
    label: keys("reward"),
    onUse: () => serve(walletCode, "reward"),
    isForTyping: true,
  });
  useShortcut({
    keys: ["F4"],
    label: keys("redeem"),
    onUse: () => serve(walletCode, "redeem"),
    isForTyping: true,
  });
  useScanner((code) => serve(code), { keptBy: [ENTRY_SEARCH_FIELD, OTHER_WALLET_FIELD] });
  return (
    <Button variant="primary" icon={ScanLine} onPress={() => serve(walletCode)}>
      {t("serve")}
    </Button>
  );
}
