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

/** One row of the log. */
export type LogRow<Act, Event> = { act: Act; event: null } | { act: null; event: Event };

/** Acts and events as one list, the newest first; either kind keeps its own order. Pure. */
export function inOrder<Act extends { at: string }, Event extends { at: string }>(
  acts: readonly Act[],
  events: readonly Event[],
): LogRow<Act, Event>[] {
  const rows: LogRow<Act, Event>[] = [];
  let [act, event] = [0, 0];
  while (act < acts.length || event < events.length) {
    const [nextAct, nextEvent] = [acts[act], events[event]];
    const isAct =
      nextEvent === undefined ||
      (nextAct !== undefined && Date.parse(nextAct.at) >= Date.parse(nextEvent.at));
    if (isAct && nextAct !== undefined) rows.push({ act: nextAct, event: null });
    else if (nextEvent !== undefined) rows.push({ act: null, event: nextEvent });
    if (isAct) act += 1;
    else event += 1;
  }
  return rows;
}
