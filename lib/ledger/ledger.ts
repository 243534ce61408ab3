import type { Pool } from "pg";
import type { Clock } from "@/lib/platform/clock";
import { checkOut } from "@/lib/platform/transaction";
import { runDry } from "./batch";
import type { Command, ExpireCommand, PostedEntry } from "./commands";
import { DomainError } from "./errors";
import { roundTrips } from "./store/round-trip";
import { DEADLINE_MS, Writer, type WriterOptions } from "./writer";

/** Raised when a wallet's PIN was changed between the check of the PIN and the wallet's lock: check again. */
export class StalePinError extends Error {
  constructor() {
    super("The PIN was changed while it was checked");
    this.name = "StalePinError";
  }
}

/** The wallets and their points log. Every movement of points goes through here. */
export interface Ledger {
  /**
   * Carries out a command; resolves once it is durable, with the entry and the wallet after it. The same reference
   * with the same content gives the first answer again.
   * Throws {@link DomainError} with a code of the error table, {@link StalePinError} for a redemption.
   */
  post(command: Exclude<Command, ExpireCommand>): Promise<PostedEntry>;
  /** Writes off what has lapsed in a wallet; null when nothing had. */
  expire(command: ExpireCommand): Promise<PostedEntry | null>;
  /**
   * What `post` would answer now, by the same rules, without doing it. Throws what `post` would throw.
   * With `assumesPin` as if the right PIN had been given; a locked one is refused all the same.
   */
  quote(command: Exclude<Command, ExpireCommand>, options?: { assumesPin?: boolean }): Promise<PostedEntry>;
  /** Resolves when everything accepted is answered. */
  drain(): Promise<void>;
}

/** A ledger over a pool of connections of its own. One per process. */
export function createLedger(options: WriterOptions): Ledger {
  const writer = new Writer(options);
  return {
    post: (command) => writer.run(command).then(posted),
    expire: async (command) => {
      const outcome = await writer.run(command);
      return outcome.kind === "nothing" ? null : posted(outcome);
    },
    quote: (command, { assumesPin = false } = {}) => quote(options, command, assumesPin),
    drain: () => writer.drain(),
  };
}

async function quote(
  { pool, clock, deadlineMs = DEADLINE_MS }: { pool: Pool; clock: Clock; deadlineMs?: number },
  command: Command,
  assumesPin: boolean,
): Promise<PostedEntry> {
  const { client, release } = await checkOut(pool);
  const outcomes = await runDry(roundTrips(client, deadlineMs), [command], clock.now(), { assumesPin }).catch(
    (error: unknown) => {
      release(true);
      throw error;
    },
  );
  release();
  return posted(outcomes[0]);
}

function posted(outcome: Awaited<ReturnType<Writer["run"]>> | undefined): PostedEntry {
  switch (outcome?.kind) {
    case "posted":
      return outcome.posted;
    case "refused":
      throw outcome.error;
    case "stale_pin":
      throw new StalePinError();
    default:
      throw new Error("The command came to nothing");
  }
}
