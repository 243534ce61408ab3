"use client";

import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { ask, useSend } from "@/components/kit/contract";
import { toPortalError } from "@/components/kit/error";
import { Refusal } from "@/components/kit/refusal";
import { useNavigation } from "@/components/kit/use-navigation";
import { Button } from "@/components/ui/button";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { tills as api } from "@/lib/areas/tills/contract";

const ASK_EVERY_MS = 4000;

/** A cashier's page on a device that is not registered: a code for the supervisor. The page goes on by itself once the device is registered. */
export function TillGate() {
  const t = useTranslations("till.gate");
  const navigation = useNavigation();
  const { data } = useQuery({ ...ask(api.own), refetchInterval: ASK_EVERY_MS });
  const request = useSend(api.request);
  const isRegistered = data?.isNeeded === false;
  useEffect(() => {
    if (isRegistered) navigation.refresh();
  }, [isRegistered, navigation]);
  // Asked for once; after that by the button, so that a forgotten screen does not go on asking.
  const hasAsked = useRef(false);
  const isWaiting = data?.code !== undefined && data.code !== null;
  const { mutate } = request;
  useEffect(() => {
    if (data === undefined || isWaiting || isRegistered || hasAsked.current) return;
    hasAsked.current = true;
    mutate({});
  }, [data, isWaiting, isRegistered, mutate]);
  return (
    <EmptyState headingLevel={1} icon={<MonitorSmartphone />} title={t("title")}>
      <span className="block">{t("text")}</span>
      {isWaiting && (
        <span className="mt-4 block" aria-live="polite">
          <span className="block text-sm">{t("code")}</span>
          <bdi dir="ltr" className="block font-semibold text-4xl text-ink tabular-nums tracking-[0.2em]">
            {data.code}
          </bdi>
        </span>
      )}
      {!isWaiting && !request.error && request.isPending && <Skeleton className="mx-auto mt-4 h-12 w-48" />}
      {!isWaiting && !request.isPending && hasAsked.current && (
        <span className="mt-4 block">
          <Button onPress={() => mutate({})}>{t("newCode")}</Button>
        </span>
      )}
      <Refusal className="mt-4" error={request.error && toPortalError(request.error)} />
    </EmptyState>
  );
}
