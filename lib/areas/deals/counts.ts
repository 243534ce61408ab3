import type { Pool, PoolClient } from "pg";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { BatchWriter } from "@/lib/platform/batch-writer";
import type { Clock } from "@/lib/platform/clock";
import { formatLocalDate } from "@/lib/platform/time";

interface Count {
  views: number;
  taps: number;
}

interface Batch {
  /** Of the programme's calendar: that of the first count in it. */
  day: string;
  lists: ReadonlyMap<readonly number[], number>;
  looks: ReadonlyMap<number, Count>;
}

/**
 * Counts how often each deal is seen and opened, by day and channel. An answer of GetDeals costs one addition, however
 * many deals are in it: answers with the same list are counted together, and taken apart when they are written, about
 * every five seconds, in one statement. A process that is asked to stop writes what it has; one that is killed outright
 * loses what it counted since it last wrote, at most five seconds' worth, or whatever came while the database was away. Nothing is
 * counted twice when only the answer to a write is lost.
 */
export class DealCounts {
  readonly #writer: BatchWriter<Batch>;
  #lists = new Map<readonly number[], number>();
  #looks = new Map<number, Count>();
  #day: string | null = null;

  constructor(
    pool: Pool,
    private readonly clock: Clock,
    private readonly programme: { timeZone(): string },
  ) {
    this.#writer = new BatchWriter(pool, clock, {
      take: () => this.#take(),
      write: addCounts,
      failure: "How often deals are looked at could not be written down",
      writeAfterMs: 5_000,
      retryAfterMs: 10_000,
    });
  }

  /** GetDeals was answered with these deals. Always the same array for the same answer: it is what they are counted by. */
  answered(dealIds: readonly number[]): void {
    this.#begin();
    this.#lists.set(dealIds, (this.#lists.get(dealIds) ?? 0) + 1);
  }

  /** Counts deals that were seen in a list of the portal, and those that were opened. */
  look({ seen, opened }: { seen: readonly number[]; opened: readonly number[] }): void {
    this.#begin();
    for (const id of seen) this.#lookOf(id).views += 1;
    for (const id of opened) this.#lookOf(id).taps += 1;
  }

  /** Writes everything that was counted until now. Resolves whether or not that succeeded; what failed is tried again. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Writes what is left: the last thing before the connections are closed. */
  stop(): Promise<void> {
    return this.#writer.stop();
  }

  #lookOf(dealId: number): Count {
    let count = this.#looks.get(dealId);
    if (count === undefined) {
      count = { views: 0, taps: 0 };
      this.#looks.set(dealId, count);
    }
    return count;
  }

  /** The first count of a batch gives it its day. */
  #begin(): void {
    if (this.#day !== null) return;
    this.#day = formatLocalDate(this.clock.now(), this.programme.timeZone());
    this.#writer.wake();
  }

  #take(): Batch | null {
    if (this.#day === null) return null;
    const batch = { day: this.#day, lists: this.#lists, looks: this.#looks };
    this.#day = null;
    this.#lists = new Map();
    this.#looks = new Map();
    return batch;
  }
}

const ADD_COUNTS = `
INSERT INTO deal_day (deal_id, day, channel_id, views, taps)
SELECT x.deal_id, $1::date, x.channel_id, x.views, x.taps
  FROM unnest($2::int[], $3::smallint[], $4::bigint[], $5::bigint[]) AS x (deal_id, channel_id, views, taps)
  JOIN deal d ON d.id = x.deal_id
 ORDER BY x.deal_id, x.channel_id
ON CONFLICT (deal_id, day, channel_id) DO UPDATE
   SET views = deal_day.views + excluded.views, taps = deal_day.taps + excluded.taps`;

async function addCounts(client: PoolClient, { day, lists, looks }: Batch): Promise<void> {
  const counts = [
    ...[...viewsOf(lists)].map(([dealId, views]) => ({ dealId, channelId: CHANNEL.posApi, views, taps: 0 })),
    ...[...looks].map(([dealId, count]) => ({ dealId, channelId: CHANNEL.cashierPortal, ...count })),
  ];
  await client.query(ADD_COUNTS, [
    day,
    counts.map(({ dealId }) => dealId),
    counts.map(({ channelId }) => channelId),
    counts.map(({ views }) => views),
    counts.map(({ taps }) => taps),
  ]);
}

function viewsOf(lists: ReadonlyMap<readonly number[], number>): Map<number, number> {
  const views = new Map<number, number>();
  for (const [dealIds, answers] of lists)
    for (const id of dealIds) views.set(id, (views.get(id) ?? 0) + answers);
  return views;
}
