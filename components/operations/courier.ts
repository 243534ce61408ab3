import type { $ZodType, output } from "zod/v4/core";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { setSessionState } from "@/components/kit/session-expiry";
import { eitherOf } from "@/components/kit/signals";
import { till as api } from "@/lib/areas/till/contract";
import { postedSchema, settledSchema } from "@/lib/areas/till/schemas";
import type { OperationRecord, Truth } from "./record";
import { pause, untilReachable } from "./waiting";

/** The service answers within 10 s or does not carry out: an answer that takes longer counts as lost. */
const ANSWER_MS = 12_000;
/** Pauses between the attempts that are made before an operation counts as unresolved. */
const PAUSES_MS = [400, 1_200, 3_000] as const;
const PAUSE_MS_MAX = 15_000;

/** Result of one attempt: the truth, or that the answer was lost. */
export type Answer = Exclude<Truth, { kind: "never" }> | { kind: "lost" };

/**
 * Sends an operation until it is answered, always with its own reference: again when answers are lost, and after the
 * user has signed in again. The PIN is never stored. `lost` also when `signal` was aborted.
 */
export async function deliver(
  record: OperationRecord,
  {
    pin,
    soldAgoMs,
    signal,
    onSilence,
  }: {
    pin?: string | undefined;
    soldAgoMs?: number;
    signal: AbortSignal;
    onSilence?: () => void;
  },
): Promise<Answer> {
  let silences = 0;
  for (;;) {
    try {
      const body = {
        ...record.request,
        ...(pin !== undefined && { pin }),
        ...(soldAgoMs !== undefined && { soldAgoMs }),
      };
      return {
        kind: "posted",
        posted: await askFor(postedSchema, api[record.operation].path, { body, record, signal }),
      };
    } catch (thrown) {
      const error = toPortalError(thrown);
      if (signal.aborted) return { kind: "lost" };
      if (error.code === "unauthenticated") {
        await untilReachable(signal);
        continue;
      }
      if (!error.isOutcomeUnknown && error.code !== "not_sent") return { kind: "refused", error };
    }
    const wait = PAUSES_MS[silences];
    if (wait === undefined) return { kind: "lost" };
    silences += 1;
    onSilence?.();
    await pause(wait, signal);
  }
}

/**
 * Finds out the outcome of an operation whose answer was lost, asking as long as it takes. `nudged` gives a signal that
 * ends the present pause; `onTrouble` is called when the service refuses to say. Null when `signal` was aborted first.
 */
export async function learn(
  record: OperationRecord,
  {
    signal,
    nudged,
    onTrouble,
  }: { signal: AbortSignal; nudged: () => AbortSignal; onTrouble: (error: PortalError) => void },
): Promise<Truth | null> {
  for (let attempt = 0; ; attempt += 1) {
    await untilReachable(eitherOf(signal, nudged()));
    if (signal.aborted) return null;
    try {
      const body = { operation: record.operation, request: record.request };
      const settled = await askFor(settledSchema, api.settle.path, { body, record, signal });
      return settled.outcome === "posted" ? { kind: "posted", posted: settled.posted } : { kind: "never" };
    } catch (thrown) {
      const error = toPortalError(thrown);
      if (signal.aborted) return null;
      if (error.code !== "unauthenticated" && !isForLater(error)) onTrouble(error);
      await pause(waitBefore(attempt + 1, error), eitherOf(signal, nudged()));
    }
  }
}

/** True when the same request may be answered otherwise a little later. */
export function isForLater(error: PortalError): boolean {
  return error.isOutcomeUnknown || error.code === "not_sent" || error.status === 429;
}

/** Milliseconds before the next attempt: longer each time, and never sooner than the service wishes. */
export function waitBefore(
  attempt: number,
  { retryAfterSeconds = 0 }: { retryAfterSeconds?: number | undefined },
): number {
  return Math.max(1_000 * retryAfterSeconds, Math.min(500 * 2 ** attempt, PAUSE_MS_MAX));
}

/** One request in the name of the operation's user, which does not wait for ever for its answer. */
export async function askFor<Schema extends $ZodType>(
  schema: Schema,
  path: string,
  { body, record: { userId }, signal }: { body: unknown; record: OperationRecord; signal: AbortSignal },
): Promise<output<Schema>> {
  try {
    return await portalFetch(schema, path, { method: "POST", body, userId, signal, limitMs: ANSWER_MS });
  } catch (thrown) {
    if (toPortalError(thrown).code === "unauthenticated") setSessionState("ended");
    throw thrown;
  }
}
