"use client";

import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

const never = () => () => undefined;

/** Gives the receipt to the device's sheet of apps, as a picture with its address; only where there is such a sheet. */
export function ShareReceipt({ entryId }: { entryId: number }) {
  const t = useTranslations("receipt");
  const canShare = useSyncExternalStore(
    never,
    () => "share" in navigator,
    () => false,
  );
  const [isFailed, setFailed] = useState(false);
  if (!canShare) return null;
  const share = async () => {
    setFailed(false);
    const title = t("title", { number: String(entryId) });
    try {
      const { pictureOf } = await import("./receipt-picture");
      const file = await pictureOf(document.querySelector("[data-receipt]"), `receipt-${entryId}.png`);
      const files = file !== null && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {};
      await navigator.share({ title, url: window.location.href, ...files });
    } catch (error) {
      // The person closed the sheet.
      if (!(error instanceof DOMException && error.name === "AbortError")) setFailed(true);
    }
  };
  return (
    <>
      <Button icon={Share2} className="mb-6 w-full" onPress={() => void share()}>
        {t("share")}
      </Button>
      {isFailed && (
        <Notice kind="danger" isAnnounced className="mb-6">
          {t("shareFailed")}
        </Notice>
      )}
    </>
  );
}
