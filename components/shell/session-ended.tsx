"use client";

import { lazy, Suspense } from "react";
import { useSessionEnded } from "@/components/kit/use-connection";

const SessionEndedDialog = lazy(async () => ({
  default: (await import("./session-ended-dialog")).SessionEndedDialog,
}));

/** Asks for the password again, over the page, when the session has ended under it. */
export function SessionEnded() {
  const hasEnded = useSessionEnded();
  return <Suspense>{hasEnded && <SessionEndedDialog />}</Suspense>;
}
