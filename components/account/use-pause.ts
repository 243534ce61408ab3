"use client";

import { useEffect, useState } from "react";
import type { PortalError } from "@/components/kit/error";

/** The seconds that are left before the next attempt at a way in, after a refusal that named them; 0 when there is no need to wait. */
export function usePause(error: PortalError | null): number {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    const seconds = error?.retryAfterSeconds ?? 0;
    setSecondsLeft(seconds);
    if (seconds === 0) return;
    const until = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [error]);
  return secondsLeft;
}
