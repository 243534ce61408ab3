"use client";

import { useSessionEnded } from "@/components/kit/use-connection";
import { lazyPart } from "@/components/ui/lazy-part";

const SessionEndedDialog = lazyPart(async () => (await import("./session-ended-dialog")).SessionEndedDialog, {
  isOverlay: true,
});

/** Asks for the password again, over the page, when the session has ended under it. */
export function SessionEnded() {
  const hasEnded = useSessionEnded();
  return hasEnded && <SessionEndedDialog />;
}
