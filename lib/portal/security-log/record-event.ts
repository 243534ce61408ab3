import { systemClock } from "@/lib/platform/clock";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { type EventRow, INSERT_EVENTS, rowOf, type SecurityEvent } from "./event";
import { kindOfEvent } from "./kinds";

/** Events that are not grave wait so long for others, which are then stored in one transaction. */
const GATHERED_MS = 200;
const ROWS_MAX = 200;
/** More are not held when the database does not answer: the newest are dropped, and the process's log says so. */
const WAITING_MAX = 10_000;
const SAME_AGAIN_MS = 60_000;
/** Of one kind that strangers cause, in {@link SAME_AGAIN_MS}. */
const STRANGERS_MAX = 30;
/** Remembered to tell what is the same again. */
const REMEMBERED_MAX = 10_000;

class Recorder {
  private waiting: EventRow[] = [];
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> = Promise.resolve();
  private readonly notedAt = new Map<string, number>();
  private readonly strangers = new Map<string, { since: number; count: number }>();

  async record(event: SecurityEvent): Promise<void> {
    const { isGrave, isOftenTheSame, isByStrangers } = kindOfEvent(event.kind);
    const row = rowOf(event, systemClock.now());
    if ((isOftenTheSame || isByStrangers) && this.isSameAgain(row)) return;
    if (isByStrangers && this.isBeyondStrangers(row)) return;
    if (this.waiting.length >= WAITING_MAX) {
      log().error({ kind: row.kind }, "A security event is not kept: too many wait for the database");
      return;
    }
    this.waiting.push(row);
    if (isGrave) return this.store();
    if (this.waiting.length >= ROWS_MAX) void this.store();
    else this.timer ??= setTimeout(() => void this.store(), GATHERED_MS);
    this.timer?.unref();
  }

  private isSameAgain({ kind, user_id, username, ip_address, details }: EventRow): boolean {
    const key = JSON.stringify([kind, user_id, username, ip_address, details]);
    const now = performance.now();
    const before = this.notedAt.get(key);
    if (before !== undefined && now - before < SAME_AGAIN_MS) return true;
    if (this.notedAt.size >= REMEMBERED_MAX) this.notedAt.clear();
    this.notedAt.set(key, now);
    return false;
  }

  private isBeyondStrangers({ kind }: EventRow): boolean {
    const now = performance.now();
    const before = this.strangers.get(kind);
    const isOver = before === undefined || now - before.since >= SAME_AGAIN_MS;
    const window = isOver ? { since: now, count: 0 } : before;
    this.strangers.set(kind, { ...window, count: window.count + 1 });
    if (window.count === STRANGERS_MAX)
      log().warn({ kind }, "More security events of strangers than are kept in a minute");
    return window.count >= STRANGERS_MAX;
  }

  /** Stores what waits, after what is being stored. */
  store(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.storing = this.storing.then(() => this.storeWaiting());
    return this.storing;
  }

  private async storeWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const rows = this.waiting.splice(0, ROWS_MAX);
      try {
        await portalPool().query(INSERT_EVENTS, [JSON.stringify(rows)]);
      } catch (error) {
        // The process's log has the events at least. Without the name as it was typed: people type passwords into that field by mistake.
        const events = rows.map(({ username: _, ...told }) => told);
        log().error({ err: error, events }, "Security events could not be stored");
      }
    }
  }
}

const recorder = () => processSingleton("security-events", () => new Recorder());

/**
 * Notes an event in the log of security events. A grave one is stored when this resolves; others are stored within a moment,
 * with those of that moment, and this resolves at once. Never throws: what was done is not undone because it could not be noted.
 */
export function recordSecurityEvent(event: SecurityEvent): Promise<void> {
  return recorder().record(event);
}

/** Stores what still waits, for the end of the process. */
export function storeSecurityEvents(): Promise<void> {
  return recorder().store();
}
