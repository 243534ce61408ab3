"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { reachOf } from "@/components/kit/reach-of";
import { Refusal } from "@/components/kit/refusal";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import { useFormatter } from "@/components/ui/use-formatter";
import type { TillDisplay } from "@/lib/areas/display/schemas";
import { DISPLAY_PATH } from "@/lib/areas/display/words";
import { useDisplay } from "./display";
import { endDisplay, offerDisplay } from "./display-link";

/** Pairs a second window or a tablet with this till, and ends that. */
export function DisplayDialog({ branchId, onClose }: { branchId: number; onClose: () => void }) {
  const t = useTranslations("display.till");
  const display = useDisplay();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<PortalError | null>(null);
  const act = async (what: "offer" | "end") => {
    setBusy(true);
    setError(null);
    try {
      await (what === "offer" ? offerDisplay(branchId) : endDisplay());
    } catch (thrown) {
      setError(toPortalError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={t("title")}
      actions={
        display.state === "none" ? (
          <Button variant="primary" isPending={isBusy} onPress={() => act("offer")}>
            {t("showCode")}
          </Button>
        ) : (
          <Button isPending={isBusy} onPress={() => act("end")}>
            {t(display.state === "paired" ? "disconnect" : "cancel")}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {display.state === "none" && <p>{t("lead")}</p>}
        {display.state === "waiting" && <Waiting display={display} />}
        {display.state === "paired" && (
          <Notice kind={display.isPresent ? "success" : "warning"}>
            {t(display.isPresent ? "connected" : "away")}
          </Notice>
        )}
        <Refusal error={error} />
      </div>
    </Dialog>
  );
}

function Waiting({
  display: { code, codeExpiresAt },
}: {
  display: Extract<TillDisplay, { state: "waiting" }>;
}) {
  const t = useTranslations("display.till");
  const format = useFormatter();
  const address = `${window.location.origin}${DISPLAY_PATH}`;
  const withCode = `${address}#${code}`;
  const { host, hostname } = window.location;
  const reach = reachOf(hostname);
  const until = format.dateTime(new Date(codeExpiresAt), { hour: "numeric", minute: "2-digit" });
  return (
    <>
      <p>{t("onTablet")}</p>
      <p className="text-center">
        <bdi dir="ltr" className="block break-all text-ink-soft">
          {address}
        </bdi>
        <bdi dir="ltr" className="block font-semibold text-4xl tabular-nums tracking-[0.2em]">
          {code}
        </bdi>
        <span className="block text-ink-soft text-sm">{t("until", { time: until })}</span>
      </p>
      {reach !== "anywhere" && (
        <Notice kind="warning">{t(reach === "machine" ? "unreachable" : "sameNetwork", { host })}</Notice>
      )}
      <QrCode text={withCode} label={t("qr")} className="mx-auto size-40 rounded-lg" />
      <Button
        className="justify-self-center"
        onPress={() => window.open(withCode, "points-display", "popup,width=900,height=700")}
      >
        {t("openWindow")}
      </Button>
    </>
  );
}
