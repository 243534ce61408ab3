import { recurringJob } from "@/lib/platform/recurring-job";
import { attemptDelivery, claimDue, type DeliveryOptions, PER_ENDPOINT_MAX } from "./deliver";
import { pumpEvents } from "./pump";

export interface EventScheduleOptions extends DeliveryOptions {
  /** Told of every failure of the database; the next round tries again. */
  onError?: (error: unknown) => void;
  lookEveryMs?: number;
}

export interface EventSchedule {
  /** Takes nothing more on; resolves when what is being sent has been answered, or its time is up, and recorded. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** Sent at once by one process. */
const IN_FLIGHT_MAX = 16;

/**
 * Turns the log into deliveries and sends them, about a second behind. Every process may keep a schedule: they share the
 * work.
 */
export function startEventSchedule(options: EventScheduleOptions): EventSchedule {
  const { onError, lookEveryMs = LOOK_EVERY_MS, ...delivery } = options;
  const inFlight = new Map<Promise<unknown>, number>();

  const sendDue = async () => {
    const limit = IN_FLIGHT_MAX - inFlight.size;
    if (limit <= 0) return;
    const due = await claimDue(delivery, { limit, busyEndpointIds: busyEndpoints([...inFlight.values()]) });
    for (const claimed of due) {
      const sending = attemptDelivery(delivery, claimed)
        .catch((error: unknown) => onError?.(error))
        .finally(() => {
          inFlight.delete(sending);
          // The next event of the same wallet may be waiting for this one.
          job.wake();
        });
      inFlight.set(sending, claimed.endpointId);
    }
  };
  const job = recurringJob({
    name: "webhooks",
    everyMs: lookEveryMs,
    onError,
    round: async (signal) => {
      while (!signal.aborted && (await pumpEvents(delivery))) await sendDue();
      if (!signal.aborted) await sendDue();
    },
  });
  job.start();
  return {
    stop: async () => {
      await job.stop();
      await Promise.all(inFlight.keys());
    },
  };
}

function busyEndpoints(endpointIds: readonly number[]): number[] {
  return [...new Set(endpointIds)].filter(
    (id) => endpointIds.filter((other) => other === id).length >= PER_ENDPOINT_MAX,
  );
}
