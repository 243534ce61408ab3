"use client";

import { WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useConnection } from "@/components/kit/use-connection";

/** Says, for as long as it is so, that the service cannot be reached. */
export function OfflineBanner() {
  const t = useTranslations("shell");
  const isConnected = useConnection();
  return (
    <div role="status">
      {!isConnected && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center text-sm text-warning-soft-ink">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          <span>
            <strong className="font-semibold">{t("offlineTitle")}</strong> {t("offline")}
          </span>
        </p>
      )}
    </div>
  );
}
