"use client";

import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useNameOf } from "@/components/kit/use-language";
import { useNavigation } from "@/components/kit/use-navigation";
import { EmptyState } from "@/components/ui/states";
import { OwnTillCode, useOwnTill } from "./own-till";

/** A cashier's page on a device that is not registered: a code for the supervisor. The page goes on by itself once the device is registered. */
export function TillGate() {
  const t = useTranslations("till.gate");
  const nameOf = useNameOf();
  const navigation = useNavigation();
  const device = useOwnTill();
  const isRegistered = device?.isNeeded === false;
  useEffect(() => {
    if (isRegistered) navigation.refresh();
  }, [isRegistered, navigation]);
  const elsewhere = device?.till?.branch;
  return (
    <EmptyState
      headingLevel={1}
      icon={<MonitorSmartphone />}
      title={elsewhere ? t("elsewhere", { branch: nameOf(elsewhere) }) : t("title")}
    >
      <span className="mb-4 block">{elsewhere ? t("elsewhereText") : t("text")}</span>
      <OwnTillCode device={device} />
    </EmptyState>
  );
}
