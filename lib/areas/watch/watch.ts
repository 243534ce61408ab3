import type { Pool } from "pg";
import { contactsOf } from "@/lib/ledger/rules/setting";
import type { Clock } from "@/lib/platform/clock";
import { readRows } from "@/lib/platform/rows";
import { findInDatabase } from "./find-troubles";
import type { Notice } from "./tell";
import type { Trouble } from "./trouble";

/** Looks in which a cause has to be found one after the other: one that passes by itself wakes nobody. */
const LOOKS = 2;
/** Looks after which a notice that does not arrive is given up. */
const TRIES_MAX = 30;

export interface WatchOptions {
  pool: Pool;
  clock: Clock;
  /** Milliseconds from one anchor to the next. */
  anchorEveryMs: number;
  /** The name of this machine, whose own causes are over when it says so. */
  machine: string;
  /** Causes that this machine knows of without the database. */
  onMachine(): Promise<Trouble[]>;
  /** Writes the notice into the log. */
  note(notice: Notice): void;
  /** Sends the notice to one address. */
  send(to: string, notice: Notice): Promise<void>;
  onSendError(error: unknown, to: string): void;
}

const INSERT = `
INSERT INTO trouble (key, machine, text_en, text_ar, since)
SELECT t.key, t.machine, t.en, t.ar, $5 FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS t (key, machine, en, ar)
ON CONFLICT DO NOTHING RETURNING key`;
const DELETE = `
DELETE FROM trouble WHERE machine IN ('', $1) AND key <> ALL ($2::text[]) RETURNING key, text_en AS en, text_ar AS ar`;

/**
 * Tells once when a cause begins and once when it is over, among all instances and across restarts: the table `trouble` has the causes that
 * were told and last. While the database is away each machine goes by its own memory and by the addresses that it knew.
 */
export class Watch {
  readonly #options: WatchOptions;
  /** Looks in a row in which a cause was found. */
  #seen = new Map<string, number>();
  /** Causes of this machine that were told while the database was away. */
  readonly #told = new Map<string, Trouble>();
  #addresses: readonly string[] = [];
  #unsent: { to: string; notice: Notice; tries: number }[] = [];

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Reads the addresses of today; without an answer those of before stay. To be called at start: the database may be away at the first look. */
  async readAddresses(): Promise<void> {
    const read = 'SELECT troubles_told_to AS "to" FROM programme WHERE id = 1';
    const rows = await readRows<{ to: string }>(this.#options.pool, read).catch(() => null);
    if (rows !== null) this.#addresses = contactsOf(rows[0]?.to ?? "");
  }

  /** One look. */
  async look(): Promise<void> {
    const { pool, clock, anchorEveryMs: everyMs, onMachine, note } = this.#options;
    const now = clock.now();
    await this.readAddresses();
    const own = await onMachine();
    const shared = await findInDatabase(pool, { now, everyMs }).catch(() => null);
    const steady = this.#steady([...own, ...(shared ?? [])]);
    const isOwn = (key: string) => own.some((one) => one.key === key);
    const kept = shared === null ? null : await this.#keep({ own, shared, steady, now }).catch(() => null);
    for (const notice of kept ??
      this.#remember({ own, steady: steady.filter(({ key }) => isOwn(key)), now })) {
      note(notice);
      this.#unsent.push(...this.#addresses.map((to) => ({ to, notice, tries: 0 })));
    }
    await this.#send();
  }

  #steady(found: readonly Trouble[]): Trouble[] {
    this.#seen = new Map(found.map(({ key }) => [key, (this.#seen.get(key) ?? 0) + 1]));
    return found.filter(({ key }) => (this.#seen.get(key) ?? 0) >= LOOKS);
  }

  /** Compares with the causes that were told before. @throws while the database is away */
  async #keep({
    own,
    shared,
    steady,
    now,
  }: {
    own: readonly Trouble[];
    shared: readonly Trouble[];
    steady: readonly Trouble[];
    now: Date;
  }): Promise<Notice[]> {
    const { pool, machine } = this.#options;
    const begun = await readRows<{ key: string }>(pool, INSERT, [
      steady.map(({ key }) => key),
      steady.map((one) => (own.includes(one) ? machine : "")),
      steady.map(({ text }) => text.en.slice(0, 1_000)),
      steady.map(({ text }) => text.ar.slice(0, 1_000)),
      now,
    ]);
    // A cause that was found once is not steady yet, and is not over either.
    const lasting = [...own, ...shared].map(({ key }) => key);
    const over = await readRows<{ key: string; en: string; ar: string }>(pool, DELETE, [machine, lasting]);
    const forgotten = [...this.#told.values()].filter(({ key }) => !lasting.includes(key));
    const fresh = steady.filter(({ key }) => begun.some((one) => one.key === key) && !this.#told.has(key));
    this.#told.clear();
    return [
      ...fresh.map((trouble) => notice("began", trouble, now)),
      ...over.map(({ key, ...text }) => notice("over", { key, text }, now)),
      ...forgotten
        .filter(({ key }) => !over.some((one) => one.key === key))
        .map((trouble) => notice("over", trouble, now)),
    ];
  }

  #remember({
    own,
    steady,
    now,
  }: {
    own: readonly Trouble[];
    steady: readonly Trouble[];
    now: Date;
  }): Notice[] {
    const begun = steady.filter(({ key }) => !this.#told.has(key));
    const over = [...this.#told.values()].filter(({ key }) => !own.some((one) => one.key === key));
    for (const trouble of begun) this.#told.set(trouble.key, trouble);
    for (const { key } of over) this.#told.delete(key);
    return [
      ...begun.map((trouble) => notice("began", trouble, now)),
      ...over.map((trouble) => notice("over", trouble, now)),
    ];
  }

  async #send(): Promise<void> {
    const { send, onSendError } = this.#options;
    const sending = this.#unsent.map(async (one) => {
      try {
        await send(one.to, one.notice);
        return [];
      } catch (error) {
        if (one.tries === 0) onSendError(error, one.to);
        return one.tries + 1 < TRIES_MAX ? [{ ...one, tries: one.tries + 1 }] : [];
      }
    });
    this.#unsent = (await Promise.all(sending)).flat();
  }
}

const notice = (state: Notice["state"], trouble: Notice["trouble"], at: Date): Notice => ({
  state,
  trouble,
  at,
});
