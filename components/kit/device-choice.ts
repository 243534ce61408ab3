import { useSyncExternalStore } from "react";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Remembers a choice with this device, in a cookie that the server reads as well. Nothing secret. */
export function rememberChoice(name: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that tills run.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The device's value as it is now, and `first` while the page is as the server drew it. */
export function useDeviceChoice(name: string, first?: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => rememberedChoice(name),
    () => first,
  );
}

/** The device's value under the name; undefined when there is none. */
export function rememberedChoice(name: string): string | undefined {
  const pair = document.cookie.split("; ").find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
