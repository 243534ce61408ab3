"use client";

import { useLocale } from "next-intl";
import { useEffect } from "react";
import { doWhenIdle } from "@/components/kit/idle";
import { useMe } from "@/components/kit/use-me";
import { TILL_ROLES } from "@/lib/portal/acts/roles";

/**
 * Registers the service worker (public/sw.js), which keeps the portal's shell for opening without a connection. Without
 * service workers the portal works all the same.
 */
export function ServiceWorker() {
  const locale = useLocale();
  const { role } = useMe().user;
  const isForTill = TILL_ROLES.some((tillRole) => tillRole === role);
  // The till is kept again when it is shown in another language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language is a reason to run, not a value that is used.
  useEffect(() => {
    void doWhenIdle([() => register(isForTill)]);
  }, [isForTill, locale]);
  return null;
}

async function register(isForTill: boolean): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    const { active } = await navigator.serviceWorker.ready;
    if (!isForTill) return;
    active?.postMessage("keep-till");
    // Rewards are kept here without a connection (components/operations/store.ts): the browser is asked not to delete them.
    await navigator.storage?.persist?.();
  } catch {
    // A private window or a full disk: the portal works without it.
  }
}
