import type { Posted } from "@/lib/areas/till/schemas";
import { isNoted } from "./marker";
import { sendQueue } from "./queue";
import type { OperationRecord } from "./record";
import { takeOver } from "./run";
import { listRecords, subscribeToRecords } from "./store";
import type { Tab } from "./tab";
import { pause } from "./waiting";

/** Within this time another tab has noted that it took the last operation off. */
const NOTE_MS_MAX = 2_000;

/**
 * Looks after the operations kept on this device while the tab works for this user: finds out about those that a tab
 * left behind, sends queued ones, and calls `onChange` with all of them, oldest first, now and after each change. `onGone` is called
 * when the browser has deleted what was kept. Returns the function that ends it.
 */
export function keepOperations(
  tab: Tab,
  {
    onChange,
    onSent,
    onGone,
  }: {
    onChange: (records: readonly OperationRecord[]) => void;
    onSent: (posted: Posted) => void;
    onGone: () => void;
  },
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
  void areGone(tab.signal).then((isSo) => {
    if (isSo && !isStopped && !tab.signal.aborted) onGone();
  });
  const stopWatching = subscribeToRecords(look);
  // A page that the back button brings out of the browser's memory has missed everything since.
  window.addEventListener("pageshow", look);
  return () => {
    isStopped = true;
    stopWatching();
    window.removeEventListener("pageshow", look);
  };
}

/** Whether operations were kept on this device and are no longer, although nothing has taken them off. */
async function areGone(signal: AbortSignal): Promise<boolean> {
  const areMissing = async () => isNoted() === true && (await listRecords().catch(() => null))?.length === 0;
  if (!(await areMissing())) return false;
  await pause(NOTE_MS_MAX, signal);
  return areMissing();
}
