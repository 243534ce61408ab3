import type { Pool } from "pg";
import type { Command } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { createLedger, type Ledger } from "@/lib/ledger/run/ledger";
import { ManualClock } from "@/lib/platform/clock";
import { sender } from "@/lib/platform/database/sender";
import { daysBefore } from "../days";
import { scheduleOddDays } from "./odd-days";
import { scheduleStories } from "./stories";
import { scheduleVisits } from "./visits";
import type { Happening, World } from "./world";

/** Events this close together are written as of one moment, if they happened in different wallets: a batch shares one commit. */
const SAME_MOMENT_MS = 5 * 60 * 60_000;
const TOGETHER_MAX = 32;
/** Of late, when a branch's day is looked at line by line, nothing shares its moment with another line of the branch. */
const LATELY_MS = 4 * 24 * 60 * 60_000;

/**
 * Writes the whole history through the ledger, in the order of time, each entry dated by the ledger's clock. The same
 * world gives the same entries with the same ids; what an interrupted run has written already is found by its references.
 * Throws what the ledger throws: a history that breaks a rule is a mistake in the demo data.
 *
 * @returns the number of movements asked for
 */
export async function unfold(world: World, { pool, now }: { pool: Pool; now: Date }): Promise<number> {
  scheduleStories(world, now);
  scheduleVisits(world, now);
  scheduleOddDays(world, now);
  const clock = new ManualClock(now);
  // One lane: then a batch is carried out in the order in which it was asked for, and ids are the same each time.
  const ledger = createLedger({ pool, clock, lanes: 1, batchMax: TOGETHER_MAX });
  let movements = 0;
  let isRipening = false;
  for (let group = nextGroup(world); group.length > 0; group = nextGroup(world)) {
    world.moment = group[0]?.at ?? now;
    clock.set(world.moment);
    if (!isRipening && world.moment >= daysBefore(now, RIPENING_DAYS_AGO, 0)) {
      isRipening = true;
      await beginRipening(pool);
    }
    const asked = group.flatMap((happening) => {
      const command = happening.ask(world);
      return command === null ? [] : [{ happening, command }];
    });
    const answers = await Promise.all(asked.map(({ command }) => carryOut(ledger, command)));
    for (const [index, { happening }] of asked.entries()) settle(world, happening, answers[index] ?? null);
    movements += asked.length;
  }
  await ledger.drain();
  return movements;
}

/** Of late one merchant's rewards ripen for a week, as long as its goods are exchanged. */
const RIPENING_DAYS_AGO = 10;

async function beginRipening(pool: Pool): Promise<void> {
  await sender(pool)({ text: "UPDATE merchant SET ripening_days = 7 WHERE id = 3" });
}

/** The next happenings, as many as may share a moment. */
function nextGroup(world: World): Happening[] {
  const group: Happening[] = [];
  const busy = new Set<string>();
  for (let next = world.upcoming.at(-1); next !== undefined; next = world.upcoming.at(-1)) {
    const [first] = group;
    if (first !== undefined && !mayShareMoment(first, next, busy, group.length)) break;
    group.push(next);
    busy.add(next.walletCode);
    const isLate = world.end.getTime() - next.at.getTime() < LATELY_MS;
    if (next.branch !== null && isLate) busy.add(next.branch);
    world.upcoming.pop();
  }
  return group;
}

function mayShareMoment(first: Happening, next: Happening, busy: ReadonlySet<string>, size: number): boolean {
  if (size >= TOGETHER_MAX || next.at.getTime() - first.at.getTime() > SAME_MOMENT_MS) return false;
  // An event at a desk touches two wallets or waits for midnight; it keeps its own time.
  if ((first.branch === null || next.branch === null) && first.at.getTime() !== next.at.getTime())
    return false;
  return !busy.has(next.walletCode) && (next.branch === null || !busy.has(next.branch));
}

function carryOut(ledger: Ledger, command: Command): Promise<PostedEntry | null> {
  return command.type === "expire" ? ledger.expire(command) : ledger.post(command);
}

function settle(world: World, happening: Happening, posted: PostedEntry | null): void {
  if (posted === null) return;
  world.views.set(posted.wallet.walletCode, posted.wallet);
  happening.follow?.(posted, world);
}
