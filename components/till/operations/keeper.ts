import type { Posted } from "@/lib/areas/till/schemas";
import { sendQueue } from "./queue";
import type { OperationRecord } from "./record";
import { takeOver } from "./run";
import { listRecords, subscribeToRecords } from "./store";
import type { Tab } from "./tab";

/**
 * Looks after the operations kept on this device while the tab works for this user: finds out about those that a tab
 * left behind, sends queued ones, and calls `onChange` with all of them, oldest first, now and after each change.
 * Returns the function that ends it.
 */
export function keepOperations(
  tab: Tab,
  {
    onChange,
    onSent,
  }: { onChange: (records: readonly OperationRecord[]) => void; onSent: (posted: Posted) => void },
): () => void {
  let isStopped = false;
  const look = async () => {
    // Without a store nothing is kept, and nothing is sent either: see startRun.
    const records = await listRecords().catch(() => []);
    if (isStopped || tab.signal.aborted) return;
    onChange(records);
    takeOver(tab, records);
    void sendQueue(tab, onSent);
  };
  void look();
  const stopWatching = subscribeToRecords(look);
  // A page that the back button brings out of the browser's memory has missed everything since.
  window.addEventListener("pageshow", look);
  return () => {
    isStopped = true;
    stopWatching();
    window.removeEventListener("pageshow", look);
  };
}
