import { type PortalError, toPortalError } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { pause } from "@/components/operations/waiting";
import { display as api } from "@/lib/areas/display/contract";
import type { Display, DisplayDeals } from "@/lib/areas/display/schemas";
import type { Language } from "@/lib/platform/language";

// The page of a display keeps no answers, so it brings nothing that keeps them; answers are read by schemas that come with the first one.
const doneSchema = async () => (await import("@/lib/portal/wire/done")).doneSchema;
const displaySchema = async () => (await import("@/lib/areas/display/schemas")).displaySchema;
const displayDealsSchema = async () => (await import("@/lib/areas/display/schemas")).displayDealsSchema;

const PAUSE_MS = 2_000;

/** Pairs this device with the till that shows the code. Throws PortalError. */
export async function pairDisplay(code: string): Promise<void> {
  await portalFetch(doneSchema, api.pair.path, { method: "POST", body: { code } });
}

/** Ends the pairing. Throws PortalError. */
export async function leaveTill(): Promise<void> {
  await portalFetch(doneSchema, api.leave.path, { method: "DELETE" });
}

/** Hands the PIN to the redemption of this version. Throws PortalError. */
export function givePin(version: number, pin: string): Promise<Display> {
  return portalFetch(displaySchema, api.givePin.path, { method: "POST", body: { version, pin } });
}

/** Tells the till what the customer answers to the screen of this version. Throws PortalError. */
export function answerTill(body: { version: number; agrees: boolean; language: Language }): Promise<Display> {
  return portalFetch(displaySchema, api.answer.path, { method: "POST", body });
}

/** Has the service keep the PIN that the customer chose. Throws PortalError; `validation` where everybody tries it first. */
export function choosePin(body: {
  version: number;
  pin: string;
  language: Language;
  isFirst: boolean;
}): Promise<Display> {
  return portalFetch(displaySchema, api.choosePin.path, { method: "POST", body });
}

/** The deals to show while nobody is served. Throws PortalError. */
export function readDeals(): Promise<DisplayDeals> {
  return portalFetch(displayDealsSchema, api.deals.path);
}

/**
 * Tells what the display shows whenever that changes, until `signal` is aborted or the display is none of a till's: `onEnd`. While there is
 * no answer it goes on asking.
 */
export async function followTill({
  signal,
  onView,
  onSilence,
  onEnd,
}: {
  signal: AbortSignal;
  onView: (view: Display) => void;
  onSilence: () => void;
  onEnd: (error: PortalError) => void;
}): Promise<void> {
  let after: number | undefined;
  while (!signal.aborted) {
    try {
      const view = await portalFetch(displaySchema, api.read.path, { query: { after }, signal });
      if (signal.aborted) return;
      after = view.version;
      onView(view);
    } catch (thrown) {
      const error = toPortalError(thrown);
      if (signal.aborted) return;
      if (error.code === "display_ended") return onEnd(error);
      onSilence();
      // The returning display is told anew.
      after = undefined;
      await pause(PAUSE_MS, signal);
    }
  }
}
