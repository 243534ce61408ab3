"use client";

import { Flashlight, FlashlightOff, SwitchCamera } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { useCamera } from "./use-camera";

interface CameraProps {
  onScan: (text: string) => void;
  onClose: () => void;
}

/** The camera's picture, until there is a code in it. */
export function CameraDialog({ onScan, onClose }: CameraProps) {
  const t = useTranslations("till.camera");
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // Nobody is watched by a camera that nobody sees.
    const onHidden = () => {
      if (document.hidden) close();
    };
    document.addEventListener("visibilitychange", onHidden);
    return () => document.removeEventListener("visibilitychange", onHidden);
  }, []);
  return (
    <Dialog onClose={onClose} title={t("title")}>
      <Picture onScan={onScan} />
    </Dialog>
  );
}

/** Inside the dialog, so that the camera is not started before there is something to show it in. */
function Picture({ onScan }: Pick<CameraProps, "onScan">) {
  const t = useTranslations("till.camera");
  const { video, state, isLightOn, switchLight, switchCamera } = useCamera(onScan);
  const isWorking = state === "starting" || state === "reading";
  return (
    <>
      <p role="status" className="mb-3 text-ink-soft">
        {isWorking && t(state === "starting" ? "starting" : "lead")}
      </p>
      {!isWorking && (
        <Notice kind="danger" isAnnounced>
          {t(state)}
        </Notice>
      )}
      <div className={cx("relative overflow-hidden rounded-xl bg-sunken", !isWorking && "hidden")}>
        <video
          ref={video}
          aria-label={t("picture")}
          className="aspect-4/3 w-full object-cover"
          playsInline
          muted
        />
        <div
          aria-hidden
          className="absolute inset-x-[15%] inset-y-[20%] rounded-2xl border-4 border-white/80"
        />
      </div>
      <div className="mt-3 flex justify-end gap-2">
        {isLightOn !== null && (
          <IconButton
            variant="secondary"
            icon={isLightOn ? FlashlightOff : Flashlight}
            label={t(isLightOn ? "torchOff" : "torchOn")}
            onPress={switchLight}
          />
        )}
        {switchCamera && (
          <IconButton variant="secondary" icon={SwitchCamera} label={t("switch")} onPress={switchCamera} />
        )}
      </div>
    </>
  );
}
