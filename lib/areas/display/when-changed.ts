import { onDisplayChange } from "@/lib/platform/database/notify";

/** A request is held at most so long; then it is asked again. Shorter than a worker waits for its requests when it stops. */
const HOLD_MS = 8_000;
/** Announcements can be missed, and the end of a session is not announced. */
const LOOK_MS = 2_000;

/** Result of `read` as soon as it is new, or after some seconds whatever it is. Ends early when the request was given up. */
export async function whenChanged<View>(
  displayId: number | null,
  read: () => Promise<View>,
  { isNew, signal }: { isNew: (view: View) => boolean; signal: AbortSignal },
): Promise<View> {
  const until = performance.now() + HOLD_MS;
  for (;;) {
    // Listening begins before the reading: nothing that happens in between is missed.
    const change = nextChange(displayId, signal);
    try {
      const view = await read();
      if (isNew(view) || signal.aborted || performance.now() >= until) return view;
      await change.happened;
    } finally {
      change.stop();
    }
  }
}

function nextChange(
  displayId: number | null,
  signal: AbortSignal,
): { happened: Promise<void>; stop(): void } {
  let stop = () => {};
  const happened = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LOOK_MS);
    const end = onDisplayChange((changed) => changed === displayId && resolve());
    const onAbort = () => resolve();
    signal.addEventListener("abort", onAbort);
    stop = () => {
      clearTimeout(timer);
      end();
      signal.removeEventListener("abort", onAbort);
    };
  });
  return { happened, stop: () => stop() };
}
