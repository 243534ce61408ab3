import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followTill } from "@/components/display/link";
import { noteAnswer } from "@/components/kit/connection";
import { keepDisplay } from "@/components/till/display-link";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
});
afterEach(() => {
  noteAnswer();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  {
    side: "the customer's display",
    follow: (signal: AbortSignal) => {
      const nothing = () => undefined;
      return followTill({ signal, onView: nothing, onSilence: nothing, onEnd: nothing });
    },
  },
  {
    side: "the till",
    follow: (signal: AbortSignal) => keepDisplay(1, { signal, onPin: () => undefined }),
  },
])(
  "$side leaves nothing behind each time that it asks in vain, and ends when it is left",
  async ({ follow }) => {
    const left = new AbortController();
    const followed = follow(left.signal);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(getEventListeners(left.signal, "abort").length).toBeLessThanOrEqual(1);
    left.abort();
    await vi.advanceTimersByTimeAsync(10_000);
    await followed;
  },
);
