import { PortalError, toPortalError, UNANSWERED_TEXTS } from "@/components/kit/error";
import { newReference } from "@/components/kit/reference";
import type { Posted } from "@/lib/areas/till/schemas";
import { lookupAnswerSchema } from "@/lib/areas/wallets/shown-schemas";
import { tillWallets } from "@/lib/areas/wallets/till-contract";
import type { Bilingual } from "@/lib/platform/language";
import { type Answer, askFor, deliver, isForLater, waitBefore } from "./courier";
import { withLock } from "./locks";
import { type OperationRecord, outcomeOf } from "./record";
import { newRecord, type OperationOrder } from "./run";
import { ageOfSale } from "./sale-age";
import { addRecord, deleteRecord, listRecords, updateRecord } from "./store";
import type { Tab } from "./tab";
import { isReachable, pause, untilReachable } from "./waiting";

/**
 * Stores a reward until there is a connection, with the time of its sale. Once stored it survives the tab and a power
 * cut. Throws the browser's error when it cannot be stored: then it is not queued.
 * @returns the number under which it is stored
 */
export async function queueReward(tab: Tab, order: OperationOrder<"reward">): Promise<number> {
  const request = { ...order.request, soldAt: new Date().toISOString() };
  const reference = newReference();
  const record = await addRecord(newRecord(tab, { ...order, request }, { reference, status: "queued" }));
  return record.sequence;
}

const senders = new WeakSet<Tab>();

/**
 * Sends queued rewards in the order of the sales as soon as the service can be reached, from one tab at a time. A refusal is kept to be
 * acknowledged, and the next one is sent. One that the service cannot answer says so, and holds back no other customer's. Never throws; call
 * it again after each change.
 */
export async function sendQueue(tab: Tab, onSent: (posted: Posted) => void): Promise<void> {
  if (senders.has(tab)) return;
  senders.add(tab);
  try {
    await withLock(`queue.${tab.userId}`, () => sendAll(tab, onSent));
  } catch {
    // The store failed. Queued operations stay queued, under their references.
    return;
  } finally {
    senders.delete(tab);
  }
  // One may have been queued after the last look and before the lock was given back.
  if ((await nextInQueue(tab).catch(() => undefined)) !== undefined) await sendQueue(tab, onSent);
}

async function sendAll(tab: Tab, onSent: (posted: Posted) => void): Promise<void> {
  let attempt = 0;
  /** Rewards that the service, though it can be reached, did not answer in this round. */
  const failing = new Map<number, string>();
  for (let record = await nextInQueue(tab); record !== undefined; record = await nextInQueue(tab, failing)) {
    if (failing.has(record.sequence)) {
      failing.clear();
      await pause(waitBefore(attempt, {}), tab.signal);
    }
    await untilReachable(tab.signal);
    if (tab.signal.aborted) return;
    const age = ageOfSale(record, Date.now());
    if ("fault" in age) {
      const outcome = { kind: "refused", code: "clock", texts: age.fault } as const;
      await updateRecord(record.sequence, { status: "settled", outcome });
      continue;
    }
    const answer = record.isByMobile
      ? await findOwner(record, tab)
      : await deliver(record, { signal: tab.signal, soldAgoMs: age.ageMs });
    if (answer === null) continue;
    if (tab.signal.aborted) return;
    attempt += 1;
    if (answer.kind === "posted") {
      await deleteRecord(record.sequence);
      onSent(answer.posted);
    } else if (answer.kind === "refused" && !isForLater(answer.error))
      await updateRecord(record.sequence, { status: "settled", outcome: outcomeOf(answer) });
    else if (answer.kind === "lost" && isReachable()) {
      failing.set(record.sequence, walletOf(record.request));
      await updateRecord(record.sequence, { trouble: { code: "unanswered", texts: UNANSWERED_TEXTS } });
      continue;
    } else {
      await pause(waitBefore(attempt, answer.kind === "refused" ? answer.error : {}), tab.signal);
      continue;
    }
    attempt = 0;
  }
}

const NO_OWNER_TEXTS = {
  nothing: { en: "No customer has this mobile number", ar: "لا يوجد عميل برقم الموبايل هذا" },
  candidates: {
    en: "Several customers have this mobile number. Choose one",
    ar: "أكثر من عميل لهم رقم الموبايل هذا. اختر أحدهم",
  },
} as const satisfies Record<string, Bilingual>;

/** Finds the wallet of a sale that was kept for a mobile number, and writes it down before anything is sent; null once it is there. */
async function findOwner(record: OperationRecord, { signal }: Tab): Promise<Answer | null> {
  const { request, sequence } = record;
  try {
    const body = { text: request.walletCode };
    const found = await askFor(lookupAnswerSchema, tillWallets.lookUp.path, { body, record, signal });
    if (found.kind === "wallet") {
      const { walletCode } = found.wallet;
      await updateRecord(sequence, { request: { ...request, walletCode } as never, isByMobile: false });
      return null;
    }
    const texts = NO_OWNER_TEXTS[found.kind === "candidates" ? "candidates" : "nothing"];
    return { kind: "refused", error: new PortalError({ code: "1201", texts, status: 404 }) };
  } catch (thrown) {
    const error = toPortalError(thrown);
    if (signal.aborted || error.code === "unauthenticated") return { kind: "lost" };
    return { kind: "refused", error };
  }
}

/** The oldest one; those of `failing`, and later ones of their customers, when nothing else is left. */
async function nextInQueue(
  { userId, signal }: Tab,
  failing: ReadonlyMap<number, string> = new Map(),
): Promise<OperationRecord | undefined> {
  if (signal.aborted) return undefined;
  const queued = (await listRecords()).filter(
    (record) => record.userId === userId && record.status === "queued",
  );
  const heldBack = new Set(failing.values());
  return queued.find(({ request }) => !heldBack.has(walletOf(request))) ?? queued[0];
}

/** Rewards alone are queued. */
const walletOf = (request: OperationRecord["request"]) => ("walletCode" in request ? request.walletCode : "");
