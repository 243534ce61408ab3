"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useMe } from "@/components/kit/use-me";
import type { Posted } from "@/lib/areas/till/schemas";
import { isNoted, noteKept } from "./marker";
import { notePosted } from "./note-posted";
import { sendQueue } from "./queue";
import type { OperationRecord } from "./record";
import { takeOver } from "./run";
import { deleteRecord, listRecords, readRecord, subscribeToRecords } from "./store";
import { type Tab, tabOf } from "./tab";
import { pause } from "./waiting";

/** Operations that this device keeps, as a page shows them. */
export interface KeptOperations {
  /** Of the user: the answer was lost and is being asked for. */
  unresolved: readonly OperationRecord[];
  /** Of the user: rewards that wait for the connection, in the order in which they will be sent. */
  queued: readonly OperationRecord[];
  /** Of the user: the outcome came to be known while nobody watched; shown until it is acknowledged. */
  settled: readonly OperationRecord[];
  /** Operations of other users, who have to sign in on this device. */
  others: readonly { userId: number; userName: string; count: number }[];
  /** Whether the browser has deleted what was kept here, of whichever users. */
  areGone: boolean;
  /** Does not speak of what is gone any more. */
  acknowledgeGone(): void;
  /** Takes a settled operation off the list. */
  acknowledge(record: OperationRecord): void;
  /** Asks at once about an unresolved one. */
  askNow(record: OperationRecord): void;
}

/**
 * Looks after what this device keeps while the calling component is shown (once per page), and tells of it. `onSent` is
 * called for every queued reward that has been carried out.
 */
export function useKeptOperations(onSent: (posted: Posted) => void): KeptOperations {
  const { user } = useMe();
  const client = useQueryClient();
  const [records, setRecords] = useState<readonly OperationRecord[]>([]);
  const [areGone, setGone] = useState(false);
  const { id, name } = user;
  const tellSent = useEffectEvent((posted: Posted) => {
    notePosted(client, posted);
    onSent(posted);
  });
  useEffect(
    () =>
      keepOperations(tabOf({ id, name }), {
        onChange: setRecords,
        onSent: (posted) => tellSent(posted),
        onGone: () => setGone(true),
      }),
    [id, name],
  );
  const ofUser = (status: OperationRecord["status"]) =>
    records.filter((record) => record.userId === id && record.status === status);
  return {
    unresolved: ofUser("unresolved"),
    queued: ofUser("queued"),
    settled: ofUser("settled"),
    others: othersThan(id, records),
    areGone,
    acknowledgeGone: () => {
      if (records.length === 0) noteKept(false);
      setGone(false);
    },
    acknowledge: ({ sequence }) => void deleteRecord(sequence).catch(() => undefined),
    askNow: ({ reference }) => tabOf(user).held.get(reference)?.nudge(),
  };
}

function othersThan(userId: number, records: readonly OperationRecord[]): KeptOperations["others"] {
  const counts = new Map<number, { userId: number; userName: string; count: number }>();
  for (const record of records) {
    if (record.userId === userId) continue;
    const { count } = counts.get(record.userId) ?? { count: 0 };
    counts.set(record.userId, { userId: record.userId, userName: record.userName, count: count + 1 });
  }
  return [...counts.values()];
}

/** How a queued reward stands: it waits until another is known, then it was sent, or its outcome waits to be settled. */
export function useKeptOutcome(sequence: number): "waiting" | "sent" | "refused" {
  const [outcome, setOutcome] = useState<"waiting" | "sent" | "refused">("waiting");
  useEffect(() => {
    const look = async () => {
      const record = await readRecord(sequence).catch(() => null);
      if (record === null || record?.status === "queued") setOutcome("waiting");
      else setOutcome(record?.outcome?.kind === "refused" ? "refused" : "sent");
    };
    void look();
    return subscribeToRecords(() => void look());
  }, [sequence]);
  return outcome;
}

/** Within this time another tab has noted that it took the last operation off. */
const NOTE_MS_MAX = 2_000;

/**
 * Looks after the operations kept on this device while the tab works for this user: finds out about those that a tab
 * left behind, sends queued ones, and calls `onChange` with all of them, oldest first, now and after each change. `onGone` is called
 * when the browser has deleted what was kept. Returns the function that ends it.
 */
function keepOperations(
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
