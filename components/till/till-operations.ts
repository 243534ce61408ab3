import type { QueryClient } from "@tanstack/react-query";
import { NOT_KEPT_TEXTS, PortalError } from "@/components/kit/error";
import { notePosted } from "@/components/operations/note-posted";
import { queueReward } from "@/components/operations/queue";
import {
  type OperationOrder,
  type OperationRun,
  type OperationState,
  startRun,
} from "@/components/operations/run";
import type { Tab } from "@/components/operations/tab";

/** Carries an operation out, at most once: see {@link startRun}. The query cache follows. */
export function startOperation(
  tab: Tab,
  order: OperationOrder,
  { client, report }: { client: QueryClient; report: (state: OperationState) => void },
): OperationRun {
  return startRun(tab, order, (state) => {
    if (state.status === "done") notePosted(client, state.posted);
    report(state);
  });
}

/**
 * Queues a reward: it is on the disk when this is done. Resolves to the number under which it is kept. Throws PortalError
 * `not_sent` when it could not be written.
 */
export async function keepReward(tab: Tab, order: OperationOrder<"reward">): Promise<number> {
  try {
    return await queueReward(tab, order);
  } catch {
    throw new PortalError({ code: "not_sent", texts: NOT_KEPT_TEXTS });
  }
}
