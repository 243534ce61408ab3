import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { languageOf } from "@/lib/platform/http/language";
import type { Language } from "@/lib/platform/language";
import { type Preferences, readPreferences } from "@/lib/platform/preferences";
import { zoneName, zoneOffsets } from "@/lib/platform/time";
import { PAGE_PATH_HEADER } from "@/lib/portal/session/session-cookie";
import { type PortalSession, readPortalSession } from "@/lib/portal/session/sessions";
import { services } from "@/lib/services";
import { chosenBranchId } from "./cookies";

export { releaseOf as pageRelease } from "@/lib/platform/release";
export type { PortalSession };

/** The session of the page that is being rendered, read once per page; null when nobody is signed in. */
export const pageSession = cache(async (): Promise<PortalSession | null> => {
  const list = await headers();
  return readPortalSession(list, { chosenBranchId: chosenBranchId(list) });
});

/** The same for pages that need one: whoever is not signed in is sent to do so, and comes back afterwards. */
export async function requirePageSession(): Promise<PortalSession> {
  const session = await pageSession();
  if (session !== null) return session;
  const path = (await headers()).get(PAGE_PATH_HEADER);
  redirect(path && path !== "/" ? `/sign-in?next=${encodeURIComponent(path)}` : "/sign-in");
}

/**
 * The same for pages that show no reason why they may not be opened: whoever still has to set up a second factor, or to
 * have the device registered, is sent to where that is done.
 */
export async function requireAllowedSession(): Promise<PortalSession> {
  const session = await requirePageSession();
  if (session.needsTwoFactor) redirect("/account");
  if (session.needsTill) redirect("/till");
  return session;
}

/** How the page is to look: the user's choice on this device, or else what the browser prefers. */
export const pagePreferences = cache(async (): Promise<Preferences> => {
  const [store, list] = await Promise.all([cookies(), headers(), services().programme.known()]);
  return readPreferences(
    (name) => store.get(name)?.value,
    languageOf(list.get("accept-language") ?? undefined),
  );
});

/** The nonce that the page's inline scripts must carry. */
export async function pageNonce(): Promise<string | undefined> {
  return (await headers()).get("x-nonce") ?? undefined;
}

/** Years before and after today in which the portal shows times, for the offsets that a device may not know. */
const ZONE_YEARS = 8;
const zones = new Map<string, string>();

/** The programme's zone and its offsets, for {@link mendClock}. */
export function pageZone(): string {
  const zone = services().programme.timeZone();
  const year = new Date().getUTCFullYear();
  const key = `${zone} ${year}`;
  const from = new Date(Date.UTC(year - ZONE_YEARS, 0));
  const known =
    zones.get(key) ?? `${zone} ${zoneOffsets(zone, from, new Date(Date.UTC(year + ZONE_YEARS, 0)))}`;
  zones.set(key, known);
  return known;
}

/** The programme's zone by a name for people. */
export function pageZoneName(language: Language): string {
  return zoneName(services().programme.timeZone(), language);
}
