import { isConnected } from "@/components/kit/connection";
import { NEEDS_CONNECTION_TEXTS, NEVER_TEXTS, NOT_KEPT_TEXTS, PortalError } from "@/components/kit/error";
import { newReference } from "@/components/kit/reference";
import { serviceOffsetMs } from "@/components/kit/service-clock";
import type { Posted, TillOperation } from "@/lib/areas/till/schemas";
import { deliver, learn } from "./courier";
import { withLock } from "./locks";
import {
  type NewOperationRecord,
  type OperationFacts,
  type OperationRecord,
  type OperationRequest,
  outcomeOf,
  type Truth,
} from "./record";
import { addRecord, deleteRecord, readRecord, updateRecord } from "./store";
import type { Tab } from "./tab";

/** How an operation stands for the page that has started it. */
export type OperationState =
  | { status: "idle" }
  /** On its way; `isChecking` once an answer was lost and the same is asked again. */
  | { status: "running"; isChecking: boolean }
  /** Nobody knows yet whether it was carried out. The outcome follows as soon as the service can be reached. */
  | { status: "unknown" }
  /** Nothing has changed. Code `never`: it was lost on its way and will not happen any more. */
  | { status: "refused"; error: PortalError }
  | { status: "done"; posted: Posted };

export interface OperationOrder<Name extends TillOperation = TillOperation> {
  operation: Name;
  request: OperationRequest<Name>;
  facts: OperationFacts;
  /** Under which a person let it pass its limits; otherwise it gets a new one. */
  reference?: string;
}

/** An operation that is being carried out, whoever watches it. */
export interface OperationRun {
  /** Does not wait any longer with finding out. */
  askNow(): void;
  /** Nobody watches any more: what becomes of it is kept until a person has seen it. */
  leave(): void;
}

/**
 * Carries out one operation, at most once: it is stored with a new reference before anything is sent, every attempt has
 * that reference, and the record is removed only when its outcome was reported. `report` is first called after this has
 * returned.
 */
export function startRun(
  tab: Tab,
  order: OperationOrder,
  report: (state: OperationState) => void,
): OperationRun {
  const watch = new Watch(report);
  queueMicrotask(() => void carryOut(tab, order, watch));
  return { askNow: () => watch.nudge(), leave: () => watch.leave() };
}

/** The connection between an operation on its way and the page that wants to know of it. */
class Watch {
  #report: ((state: OperationState) => void) | null;
  #nudge = new AbortController();

  constructor(report: ((state: OperationState) => void) | null) {
    this.#report = report;
  }

  get isWatched(): boolean {
    return this.#report !== null;
  }

  readonly nudged = (): AbortSignal => {
    if (this.#nudge.signal.aborted) this.#nudge = new AbortController();
    return this.#nudge.signal;
  };

  nudge(): void {
    this.#nudge.abort();
  }

  tell(state: OperationState): void {
    this.#report?.(state);
  }

  leave(): void {
    this.#report = null;
  }
}

/** An answer that takes longer is said to be late: the next customer can be served meanwhile. */
const SLOW_MS = 3_000;

async function carryOut(tab: Tab, order: OperationOrder, watch: Watch): Promise<void> {
  if (!isConnected()) return watch.tell(notSent(NEEDS_CONNECTION_TEXTS));
  const { pin, ...request } = { pin: undefined, ...order.request };
  const reference = order.reference ?? newReference();
  await holding(tab, reference, watch, async () => {
    const kept = newRecord(tab, { ...order, request }, { reference, status: "sent" });
    const record = await addRecord(kept).catch(() => null);
    if (record === null) return watch.tell(notSent(NOT_KEPT_TEXTS));
    const onSilence = () => watch.tell({ status: "running", isChecking: true });
    const slow = setTimeout(onSilence, SLOW_MS);
    const answer = await deliver(record, { pin, signal: tab.signal, onSilence });
    clearTimeout(slow);
    await conclude(record, answer.kind === "lost" ? await findOut(record, tab, watch) : answer, watch);
  });
}

/** Writes an operation down as this user's. */
export function newRecord(
  { userId, userName }: Tab,
  { operation, request, facts }: OperationOrder,
  { reference, status }: Pick<OperationRecord, "reference" | "status">,
): NewOperationRecord {
  const createdAt = new Date().toISOString();
  const walletName = facts.walletName?.trim().split(/\s/)[0] ?? null;
  const kept = { walletId: facts.walletId, walletName };
  const fields = {
    reference,
    userId,
    userName,
    facts: kept,
    status,
    createdAt,
    clockOffsetMs: serviceOffsetMs(),
    ...(facts.isByMobile && { isByMobile: true }),
    outcome: null,
    trouble: null,
  };
  // That operation and request belong together is known of each order, and lost in the type of all of them.
  return { ...fields, operation, request: { ...request, reference } } as NewOperationRecord;
}

function notSent(texts: typeof NOT_KEPT_TEXTS | typeof NEEDS_CONNECTION_TEXTS): OperationState {
  return { status: "refused", error: new PortalError({ code: "not_sent", texts }) };
}

/** Holds the operation's lock, by which other tabs see that a person takes care of it. */
async function holding(tab: Tab, reference: string, watch: Watch, act: () => Promise<void>): Promise<void> {
  tab.held.set(reference, watch);
  await withLock(`operation.${reference}`, act).finally(() => tab.held.delete(reference));
}

/** The answer was lost: shows it as unresolved, and finds out. */
async function findOut(
  { sequence, ...record }: OperationRecord,
  { signal }: Tab,
  watch: Watch,
): Promise<Truth | null> {
  if (signal.aborted) return null;
  await updateRecord(sequence, { status: "unresolved" }).catch(() => undefined);
  watch.tell({ status: "unknown" });
  const onTrouble = ({ code, texts }: PortalError) =>
    void updateRecord(sequence, { trouble: { code, texts } }).catch(() => undefined);
  return learn({ sequence, ...record }, { signal, nudged: watch.nudged, onTrouble });
}

/**
 * Reports the outcome to the page that watches, otherwise to the list of operations to acknowledge. Without an outcome
 * the record stays, for its user to come back to.
 */
async function conclude({ sequence }: OperationRecord, truth: Truth | null, watch: Watch): Promise<void> {
  if (truth === null) return;
  const { isWatched } = watch;
  watch.tell(stateOf(truth));
  const keep = () => updateRecord(sequence, { status: "settled", outcome: outcomeOf(truth) });
  // Should this fail, the operation is asked about once more, and the answer is the same.
  await (isWatched ? deleteRecord(sequence) : keep()).catch(() => undefined);
}

function stateOf(truth: Truth): OperationState {
  if (truth.kind === "posted") return { status: "done", posted: truth.posted };
  if (truth.kind === "refused") return { status: "refused", error: truth.error };
  return { status: "refused", error: new PortalError({ code: "never", texts: NEVER_TEXTS }) };
}

/** Looks after operations that no living tab takes care of: finds out what became of each, and keeps it to be seen. */
export function takeOver(tab: Tab, records: readonly OperationRecord[]): void {
  for (const { sequence, reference, userId, status } of records) {
    const isOpen = status === "sent" || status === "unresolved";
    if (!isOpen || userId !== tab.userId || tab.held.has(reference)) continue;
    const watch = new Watch(null);
    // Waits for the lock: for as long as another tab lives and holds it, it is that tab's.
    void holding(tab, reference, watch, async () => {
      const record = await readRecord(sequence);
      if (record === undefined || record.status === "settled") return;
      await conclude(record, await findOut(record, tab, watch), watch);
    });
  }
}
