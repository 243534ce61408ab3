import { noteServiceTime } from "./service-clock";

/**
 * Whether the service can be reached: the browser's state of the network, and whether the last request got an answer of the service's own.
 * While it cannot, it is asked every few seconds.
 */
const PROBE_MS = 3_000;
/** A network that accepts and does not answer is asked again. */
const PROBE_ANSWER_MS = 3_000;

const listeners = new Set<() => void>();
let isReachable = true;
let probe: ReturnType<typeof setTimeout> | undefined;

function set(reachable: boolean): void {
  if (isReachable === reachable) return;
  isReachable = reachable;
  for (const listener of listeners) listener();
}

/** A request has got an answer of the service. */
export function noteAnswer(): void {
  clearTimeout(probe);
  probe = undefined;
  set(true);
}

/** A request has got no answer, or one by which the service cannot work. */
export function noteSilence(): void {
  set(false);
  probe ??= setTimeout(() => {
    probe = undefined;
    void ask();
  }, PROBE_MS);
}

/** The service answered that something of it failed: whether it can work at all is asked at once, and nothing changes until that is known. */
export function noteFailure(): void {
  clearTimeout(probe);
  probe = undefined;
  void ask();
}

/** Asks whether the service can be reached, and can work. A proxy's answer in its place says neither. */
async function ask(): Promise<void> {
  const isReady = await fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(PROBE_ANSWER_MS) })
    .then(async (answer) => {
      const isReady = answer.ok && (await answer.json()).status === "ready";
      if (isReady) noteServiceTime(answer);
      return isReady;
    })
    .catch(() => false);
  if (isReady) noteAnswer();
  else noteSilence();
}

export function isConnected(): boolean {
  return isReachable && navigator.onLine;
}

/** Calls `listener` whenever {@link isConnected} may have changed. Returns the function that stops it. */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  askOnce();
  return () => {
    listeners.delete(listener);
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

let isAsked = false;

/** A page that the service worker had kept may be open although nothing can be reached, whatever the browser says of its network. */
function askOnce(): void {
  if (isAsked || !navigator.serviceWorker?.controller) return;
  isAsked = true;
  void ask();
}
