import type { Pool } from "pg";
import type { Command, ExpireCommand } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { DomainError, isPinMissing } from "@/lib/ledger/rules/errors";
import { roundTrips } from "@/lib/ledger/rules/round-trip";
import type { Balances } from "@/lib/ledger/rules/types";
import type { Clock } from "@/lib/platform/clock";
import { checkOut } from "@/lib/platform/transaction";
import { type Outcome, runDry } from "./batch";
import { type Recalled, type RecallQuestion, recall } from "./recall";
import { NOBODY } from "./view";
import { DEADLINE_MS, Writer, type WriterOptions } from "./writer";

/**
 * Raised when a PIN that was checked, or what a merge expects, changed before the wallet was locked: nothing was carried out. Find out
 * again, and post again.
 */
export class StaleError extends Error {
  constructor() {
    super("The wallet changed before it was locked");
    this.name = "StaleError";
  }
}

/**
 * The door of the ledger: the wallets and their points log. Points are whole numbers, money values currency units, factors exact
 * decimals kept as text, mobile numbers E.164, moments `Date`, days ISO dates of the programme's time zone.
 *
 * **Writes of points** are the commands below, and nothing else. `lib/wallet` writes everything else of wallets: `change.ts` one wallet in
 * the transaction of an act, `rows.ts` many, loaded whole.
 *
 * **Reads** take a pool or a transaction and change nothing:
 *
 * | what | where |
 * |---|---|
 * | a wallet, several, those of a mobile number, locked ones; what they hold, settled for what has lapsed | `wallets.ts` |
 * | lists of wallets: search, by a part of a number or a name, export | `wallet-search.ts` |
 * | a code, a number, a PIN's hash: facts without a balance | `wallet-facts.ts` |
 * | entries and what became of them: of a wallet, of a branch, one with its related, look-alikes | `history.ts` |
 * | entries by the number on a receipt | `receipts.ts` |
 * | what an entry's points are made of | `entry-parts.ts` |
 * | promotions, tried on a bill or on the bills of the past; what they gave | `promotion-trials.ts` |
 * | the whole log in order, each entry once | `tail.ts` |
 * | sums of a branch's day | `branch-totals.ts` |
 * | the log and the lots as reports sum them | `report-sql.ts` |
 * | whether everything adds up | `verify.ts` |
 *
 * **Jobs**: `expiry.ts` writes off what has lapsed, once a day; `release.ts` gives free what has ripened and ends holds, every minute.
 *
 * **Refusals** are {@link DomainError} with a code of the error table (docs/rules.md): 1201 to 1206 the wallet, 1301 to 1306 the points,
 * 1310 to 1312 the PIN, 1418 and 1419 holds, 1401 to 1417 refunds, returns and cancellations, 1501 a reference used for something else, 1902 not known to be carried
 * out: ask again with the same reference. A refused command has no effect, and carries the wallet when the caller has named it rightly.
 */
export interface Ledger {
  /**
   * Carries out a command; resolves once it is on disk, with the entry and the wallet after it. The same reference
   * with the same content gives the first answer again. Throws {@link DomainError} with one of the command's `refusalsOf`
   * (rules/decide.ts) or 1902, and {@link StaleError} for redeem, hold and transfer.
   */
  post(command: Exclude<Command, ExpireCommand>): Promise<PostedEntry>;
  /**
   * Writes off what has lapsed in a wallet, gives free what has ripened, ends holds; null when there was nothing to do.
   * Throws {@link DomainError} 1201 to 1206, 1902.
   */
  expire(command: ExpireCommand): Promise<PostedEntry | null>;
  /**
   * Answers as `post` would now, by the same rules, and writes nothing. Throws what `post` would throw.
   */
  quote(command: Exclude<Command, ExpireCommand>): Promise<PostedEntry>;
  /** As `quote`, with the right PIN taken for given where one is required; a locked one is refused all the same. */
  quoteWithPin(command: Exclude<Command, ExpireCommand>): Promise<QuotedWithPin>;
  /** A wallet's own points after what `expire` would write now, without writing it; null when nothing is due. */
  balancesWhenSettled(walletCode: string): Promise<Balances | null>;
  /**
   * An entry as it was first answered, and what has become of it. Throws {@link DomainError} 1002, 1201, 1401, 1416, 1417,
   * 1501, 1505.
   */
  recall(question: RecallQuestion): Promise<Recalled>;
  /** Resolves when everything accepted is answered. */
  drain(): Promise<void>;
}

export interface QuotedWithPin {
  posted: PostedEntry;
  isPinRequired: boolean;
}

export interface LedgerOptions extends WriterOptions {
  /** Connections of quotes and of what is recalled, so that no batch waits for one of those; the writer's when absent. */
  readPool?: Pool;
}

/** A ledger over pools of connections of its own. One per process. */
export function createLedger({ readPool, ...options }: LedgerOptions): Ledger {
  const writer = new Writer(options);
  const reading = { ...options, pool: readPool ?? options.pool };
  return {
    post: (command) => writer.run(command).then(posted),
    expire: async (command) => {
      const outcome = await writer.run(command);
      return outcome.kind === "nothing" ? null : posted(outcome);
    },
    quote: async (command) => posted(await tryOut(reading, command, false)),
    quoteWithPin: async (command) => {
      try {
        return { posted: posted(await tryOut(reading, command, false)), isPinRequired: false };
      } catch (error) {
        if (!isPinMissing(error)) throw error;
        return { posted: posted(await tryOut(reading, command, true)), isPinRequired: true };
      }
    },
    balancesWhenSettled: async (walletCode) => {
      const outcome = await tryOut(reading, { type: "expire", walletCode, actor: NOBODY }, false);
      return outcome?.kind === "posted" ? outcome.posted.wallet : null;
    },
    recall: (question) => recall({ deadlineMs: DEADLINE_MS, ...reading }, question),
    drain: () => writer.drain(),
  };
}

/** Decides a command without writing. */
async function tryOut(
  { pool, clock, deadlineMs = DEADLINE_MS }: { pool: Pool; clock: Clock; deadlineMs?: number },
  command: Command,
  assumesPin: boolean,
): Promise<Outcome | undefined> {
  const { client, release } = await checkOut(pool);
  const outcomes = await runDry(roundTrips(client, deadlineMs), [command], clock.now(), { assumesPin }).catch(
    (error: unknown) => {
      release(true);
      throw error;
    },
  );
  release();
  return outcomes[0];
}

function posted(outcome: Outcome | undefined): PostedEntry {
  switch (outcome?.kind) {
    case "posted":
      return outcome.posted;
    case "refused":
      throw outcome.error;
    case "stale":
      throw new StaleError();
    default:
      throw new Error("The command came to nothing");
  }
}
