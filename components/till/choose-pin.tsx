"use client";

import { useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { outdate } from "@/components/kit/query";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { askNewPin, useAskedPin, useDisplay } from "./display";

/** Has a customer without a PIN choose one on the display of this till; what is sold meanwhile goes on. */
export function ChoosePin({ wallet, isOffered }: { wallet: TillWallet; isOffered: boolean }) {
  const t = useTranslations("display.till");
  const client = useQueryClient();
  const display = useDisplay();
  const asked = useAskedPin();
  const { walletCode, pin } = wallet;
  const isOfAnother = asked !== null && asked.walletCode !== walletCode;
  const answer =
    asked !== null && display.state === "paired" && display.answer?.question === asked.question
      ? display.answer
      : null;
  const isSet = answer?.agrees === true;
  useEffect(() => {
    if (isOfAnother) askNewPin(null);
  }, [isOfAnother]);
  useEffect(() => {
    if (isSet) void outdate(client, "wallets");
  }, [client, isSet]);
  if (display.state !== "paired" || !display.isPresent) return null;
  if (asked === null || isOfAnother)
    return isOffered && pin.state === "none" ? (
      <Button
        size="small"
        icon={MonitorSmartphone}
        className="justify-self-start"
        onPress={() => askNewPin(walletCode)}
      >
        {t("choosePin")}
      </Button>
    ) : null;
  if (answer !== null)
    return (
      <Notice kind={isSet ? "success" : "info"} isAnnounced>
        {t(isSet ? "pinSet" : "pinNotSet")}
      </Notice>
    );
  return (
    <Notice
      kind="info"
      actions={
        <Button size="small" onPress={() => askNewPin(null)}>
          {t("stopAsking")}
        </Button>
      }
    >
      {t("choosingPin")}
    </Notice>
  );
}
