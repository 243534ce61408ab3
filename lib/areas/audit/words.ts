const STEPS = {
  requested: "asked",
  approved: "approved",
  refused: "refused",
  withdrawn: "withdrawn",
  failed: "failed",
} as const;

/** Where an act stands between two people: asked for, decided, or done. */
export type Step = (typeof STEPS)[keyof typeof STEPS] | "done";

/** The rows of requests say by their state how far they are; every other row was done. */
export function stepOf({ subject, after }: { subject: { type: string }; after: unknown }): Step {
  const isRequest = subject.type === "adjustment" || subject.type === "approval";
  const state = (after as { state?: unknown } | null)?.state;
  return (isRequest && STEPS[state as keyof typeof STEPS]) || "done";
}
