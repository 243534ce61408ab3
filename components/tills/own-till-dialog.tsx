"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { OwnTillCode, OwnTillSaid, useOwnTill } from "./own-till";

/** Registers this device as a till while nothing asks for that yet. */
export function OwnTillDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("till.gate");
  const device = useOwnTill();
  return (
    <Dialog size="small" title={t("entry")} onClose={onClose}>
      {device?.till ? (
        <OwnTillSaid till={device.till} />
      ) : (
        <>
          <p className="mb-4">{t("entryText")}</p>
          <OwnTillCode device={device} />
        </>
      )}
    </Dialog>
  );
}
