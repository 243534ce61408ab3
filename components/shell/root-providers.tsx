"use client";

import { useLocale } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Toasts } from "@/components/ui/toast";
import { ZoneNameContext } from "@/components/ui/use-zone-name";
import type { Preferences } from "@/lib/platform/preferences";
import { endEarlyActs } from "./early-acts";
import { mendClock } from "./mend-clock";
import { PreferencesProvider } from "./preferences";

// Before the first time is written: formatters that were made are kept.
if (typeof document !== "undefined") mendClock(document.documentElement.dataset.zone ?? "");

/** Context of every page, signed in or not. */
export function RootProviders({
  preferences,
  zoneName,
  children,
}: {
  preferences: Preferences;
  zoneName: string;
  children: ReactNode;
}) {
  useEffect(endEarlyActs, []);
  return (
    <I18nProvider locale={useLocale()}>
      <PreferencesProvider initial={preferences}>
        <ZoneNameContext value={zoneName}>{children}</ZoneNameContext>
        <Toasts />
      </PreferencesProvider>
    </I18nProvider>
  );
}
