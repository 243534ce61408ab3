import { isConnected, subscribeToConnection } from "@/components/kit/connection";
import { sessionState, subscribeToSession } from "@/components/kit/session-expiry";

/** Waits, but not longer than until `signal` is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return waitFor(signal, (end) => {
    const timer = setTimeout(end, milliseconds);
    return () => clearTimeout(timer);
  });
}

/** Waits until the service can be reached and the session has not ended, or `signal` is aborted. */
export function untilReachable(signal: AbortSignal): Promise<void> {
  return waitFor(signal, (end) => {
    const look = () => {
      if (isReachable()) end();
    };
    const stops = [subscribeToConnection(look), subscribeToSession(look)];
    look();
    return () => {
      for (const stop of stops) stop();
    };
  });
}

export function isReachable(): boolean {
  return isConnected() && sessionState() === "open";
}

/** Calls `begin` with what ends the waiting; what it returns is called at the end. */
function waitFor(signal: AbortSignal, begin: (end: () => void) => () => void): Promise<void> {
  return new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const ending = new AbortController();
    const stop = begin(() => ending.abort());
    const end = () => {
      stop();
      signal.removeEventListener("abort", end);
      resolve();
    };
    if (ending.signal.aborted) return end();
    ending.signal.addEventListener("abort", end, { once: true });
    signal.addEventListener("abort", end, { once: true });
  });
}
