"use client";

import { lazyPart } from "@/components/ui/lazy-part";
import { useWaiting } from "./waiting-badge";

const OpenBanner = lazyPart(async () => (await import("./open-setting-up-banner")).OpenSettingUpBanner);

/** Tells operators on every page that one person decides alone while the programme is set up, and afterwards once that it is over. */
export function SettingUpBanner() {
  const { settingUp } = useWaiting();
  return settingUp && <OpenBanner settingUp={settingUp} />;
}
