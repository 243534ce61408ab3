import type { Pool } from "pg";
import type { ReferenceSpace } from "@/lib/ledger/rules/command-facts";
import { type Actor, keyName } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { DomainError } from "@/lib/ledger/rules/errors";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { isInReach } from "@/lib/ledger/rules/reach";
import { roundTrips } from "@/lib/ledger/rules/round-trip";
import type { Entry } from "@/lib/ledger/rules/types";
import { recordOf } from "@/lib/ledger/with/families/words";
import type { Clock } from "@/lib/platform/clock";
import { type Money, NOTHING } from "@/lib/platform/money";
import { checkOut } from "@/lib/platform/transaction";
import { BEGIN_DRY, COMMIT, postedEntry } from "./batch";
import { readRecorded } from "./read-recorded";
import { settledWalletView } from "./view";

/** Which entry of a wallet is meant: by its number, by the actor's own reference to it, or by both. */
export interface RecallQuestion {
  walletCode: string;
  /** E.164. */
  contactMsisdn: string;
  actor: Pick<Actor, "userId" | "merchantId" | "sandbox">;
  entryId: number | null;
  reference: {
    key: string;
    /** The operations that it may have been sent with. */
    operations: readonly ReferenceSpace[];
  } | null;
}

/** An entry as it was first answered, and what has become of it since. */
export interface Recalled {
  posted: PostedEntry;
  /** Points of it that were given back so far, and their money value. */
  givenBack: number;
  givenBackValue: Money;
  /** The cancellation that undid it. */
  cancelledByEntryId: number | null;
}

/**
 * Finds an entry again (rules.md §13). Reads only, and of one moment.
 * @throws DomainError 1201; 1401 for an unknown or foreign number; 1505 when nothing with the reference has arrived, 1416 when
 * it was closed before, 1501 when it was used for another wallet, 1417 when it names several entries; 1002 when number and
 * reference name different ones
 */
export async function recall(
  { pool, clock, deadlineMs }: { pool: Pool; clock: Clock; deadlineMs: number },
  question: RecallQuestion,
): Promise<Recalled> {
  const now = clock.now();
  const state = await readState(pool, deadlineMs, question, now);
  const wallet = state.wallets.get(question.walletCode);
  const isKnown =
    wallet?.contactMsisdn === question.contactMsisdn && isInReach(question.actor.sandbox, wallet.sandboxId);
  if (!isKnown) throw new DomainError(1201);
  const view = settledWalletView(state, wallet, now);
  const refuse = (code: 1401 | 1416 | 1417 | 1501 | 1505): never => {
    throw new DomainError(code, {}, { wallet: view });
  };
  const byReference = question.reference === null ? null : entriesOf(state, wallet, question, refuse);
  const entry = entryMeant(state, wallet, question, { byReference, refuse });
  const reversal = recordOf(state, wallet, entry.id)?.reversals.get(entry.id);
  return {
    posted: postedEntry({ state, now }, question, entry, true),
    givenBack: reversal?.givenBack ?? 0,
    givenBackValue: reversal?.givenBackValue ?? NOTHING,
    cancelledByEntryId: reversal?.cancelledByEntryId ?? null,
  };
}

async function readState(
  pool: Pool,
  deadlineMs: number,
  question: RecallQuestion,
  now: Date,
): Promise<LedgerState> {
  const { walletCode, actor, entryId, reference } = question;
  const { client, release } = await checkOut(pool);
  try {
    const roundTrip = roundTrips(client, deadlineMs);
    const state = await readRecorded(
      roundTrip,
      {
        walletCode,
        keys: (reference?.operations ?? []).map((operation) => ({
          userId: actor.userId,
          operation,
          key: reference?.key ?? "",
        })),
        entryIds: entryId === null ? [] : [entryId],
        now,
      },
      [BEGIN_DRY],
    );
    await roundTrip([COMMIT]);
    release();
    return state;
  } catch (error) {
    release(true);
    throw error;
  }
}

type Refuse = (code: 1401 | 1416 | 1417 | 1501 | 1505) => never;

/** The wallet's entries behind the actor's reference; at least one. */
function entriesOf(
  state: LedgerState,
  wallet: WalletState,
  question: RecallQuestion,
  refuse: Refuse,
): Entry[] {
  const { actor, reference } = question;
  const seen = (reference?.operations ?? []).flatMap(
    (operation) => state.keys.get(keyName(actor.userId, operation, reference?.key ?? "")) ?? [],
  );
  const entries = seen.flatMap(({ entryId }) =>
    entryId === null ? [] : (recordOf(state, wallet, entryId)?.entries.get(entryId) ?? []),
  );
  if (entries.length > 0) return entries;
  if (seen.some(({ walletId }) => walletId === wallet.id)) return refuse(1416);
  return refuse(seen.length > 0 ? 1501 : 1505);
}

function entryMeant(
  state: LedgerState,
  wallet: WalletState,
  { entryId, actor }: RecallQuestion,
  { byReference, refuse }: { byReference: readonly Entry[] | null; refuse: Refuse },
): Entry {
  if (entryId === null) {
    const [only, ...others] = byReference ?? [];
    if (only === undefined) return refuse(1505);
    return others.length === 0 ? only : refuse(1417);
  }
  const entry = recordOf(state, wallet, entryId)?.entries.get(entryId);
  const isForeign =
    actor.merchantId !== null && entry?.merchantId != null && entry.merchantId !== actor.merchantId;
  if (entry === undefined || isForeign) return refuse(1401);
  if (byReference !== null && !byReference.some(({ id }) => id === entryId))
    throw new DomainError(1002, { field: "ExternalLogId" });
  return entry;
}
