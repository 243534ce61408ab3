import type { QueryConfig } from "pg";
import type { CouponTemplate } from "@/lib/ledger/with/coupons/words";
import { type Command, inParts, type SettleCommand } from "./commands";
import type { EntryBundleRow, KeyRow } from "./entry-rows";
import type { LedgerState, ProgrammeRules, WalletState } from "./ledger-state";
import type { RoundTrip } from "./round-trip";
import type { SegmentVersion } from "./types";
import type { WalletRow } from "./wallet-rows";

/**
 * The questions of one reader, in rounds: each `yield` names the queries of a round, worked out once all readers have taken the rows of the
 * round before, and returns the rows of each query. A reader that has nothing to ask in a round yields {@link nothing}.
 */
// biome-ignore lint/suspicious/noExplicitAny: what a row holds is known to the query, and its reader says so.
export type Questions = Generator<() => readonly (QueryConfig | null)[], void, any>;

/** Reads what one capability of the ledger looks at. */
export type Reader = (reading: Reading) => Questions;

/** The queries of a round in which a reader asks nothing. */
export const nothing = (): readonly QueryConfig[] => [];

/** The rules that all commands are decided by. */
export interface Rules {
  mark: string | null;
  programme: ProgrammeRules;
  segments: SegmentVersion[];
  bySegment: ReadonlyMap<number, SegmentVersion>;
  promotions: Pick<LedgerState["promotions"], "all" | "stack">;
  /** Templates by which rewards issue coupons. */
  rewarding: readonly CouponTemplate[];
}

/** A wallet's companions, the rule of a promotion that is counted, or what earns points, changed while they were waited for: nothing was done, and the next attempt locks the right ones. */
export class CompanionsChangedError extends Error {
  constructor() {
    super("The companions of a wallet, a promotion, or what earns points, changed before they were locked");
    this.name = "CompanionsChangedError";
  }
}

/** The batch that readers read for, and the rows that they hand on to each other. */
export class Reading {
  /** Ids of the wallets that are locked. */
  readonly locked = new Set<number>();
  /** New entry ids. */
  ids: number[] = [];
  /** The addressed wallets. */
  wallets: readonly WalletRow[] = [];
  keys: readonly KeyRow[] = [];
  entries: readonly EntryBundleRow[] = [];
  /** Wallets that undone entries concern besides the addressed ones, by their ids. */
  readonly alsoConcerned: number[] = [];
  /** Entries that undone ones concern besides the named ones. */
  readonly alsoEntries: number[] = [];
  /** Companions of the addressed wallets, and wallets in whose logs named entries are. From the second round on. */
  others: readonly number[] = [];
  /** Entries that are answered again. From the second round on. */
  replayed: readonly number[] = [];
  #rules: Rules | undefined;
  #state: LedgerState | undefined;
  /** Settlements as their parts. */
  readonly commands: readonly Command[];
  readonly settlements: readonly SettleCommand[];

  constructor(
    asked: readonly Command[],
    readonly now: Date,
    /** Whether all that the commands touch is locked first, so that they are decided in turn. */
    readonly locks: boolean,
    /** The rules as this connection last read them. */
    readonly known: Rules | undefined,
  ) {
    this.commands = inParts(asked);
    this.settlements = asked.filter((command) => command.type === "settle");
  }

  /** From the end of the second round on. */
  get rules(): Rules {
    if (this.#rules === undefined) throw new Error("The rules were not read yet");
    return this.#rules;
  }

  /** The state that readers add to, from the end of the second round on. */
  get state(): LedgerState {
    if (this.#state === undefined) throw new Error("The wallets were not read yet");
    return this.#state;
  }

  begin(rules: Rules, state: LedgerState): void {
    this.#rules = rules;
    this.#state = state;
  }

  /** @throws CompanionsChangedError when a wallet that may be moved is not locked */
  requireLocked(walletIds: readonly number[]): void {
    if (this.locks && !walletIds.every((id) => this.locked.has(id))) throw new CompanionsChangedError();
  }
}

/**
 * Asks the readers' questions, those of a round in one round trip and in the order of the readers; the first begins with `begin`. A round
 * without questions makes no round trip.
 */
export async function readInRounds(
  roundTrip: RoundTrip,
  reading: Reading,
  { readers, begin }: { readers: readonly Reader[]; begin: readonly QueryConfig[] },
): Promise<void> {
  let first = begin;
  let asking = readers.flatMap((reader) => next(reader(reading)));
  while (asking.length > 0) {
    const asked = asking.map(({ queries }) => queries());
    const rows = await rowsOf(roundTrip, first, asked.flat());
    first = [];
    let from = 0;
    asking = asking.flatMap(({ questions }, index) => {
      const to = from + (asked[index]?.length ?? 0);
      const own = rows.slice(from, to);
      from = to;
      return next(questions, own);
    });
  }
}

function next(questions: Questions, rows: readonly unknown[][] = []) {
  const { done, value } = questions.next(rows);
  return done ? [] : [{ questions, queries: value }];
}

/** Sends `first` and then the queries, and returns the rows of each query: none for one that is not asked. */
export async function rowsOf(
  roundTrip: RoundTrip,
  first: readonly QueryConfig[],
  queries: readonly (QueryConfig | null)[],
): Promise<unknown[][]> {
  const asked = queries.filter((query) => query !== null);
  if (asked.length === 0) return queries.map(() => []);
  const results = (await roundTrip([...first, ...asked])).slice(first.length);
  let next = 0;
  return queries.map((query) => (query === null ? [] : (results[next++]?.rows ?? [])));
}

/** Those of the commands and those in whose logs something is answered again, by their ids. */
export function walletsById({
  wallets,
  elsewhere,
}: Pick<LedgerState, "wallets" | "elsewhere">): Map<number, WalletState> {
  return new Map([...wallets.values(), ...elsewhere].map((wallet) => [wallet.id, wallet]));
}
