import { TimeBase } from "./time-base";

/** The only reader of the system's time. Tests and the demo data use a clock of their own. */
export interface Clock {
  now(): Date;
}

/** The original `Date`: Next.js replaces it by a slower one that records who reads the time. */
const SystemDate = Date;

/**
 * The database's time, once the process has compared it (`keepTime`); the machine's before that, and where there is no database. A machine's clock
 * that jumps moves nothing.
 */
export const systemClock: Clock = { now: () => new SystemDate(TimeBase.ofProcess().now()) };

/** A clock that stands still until it is set: for tests and for history that is written back-dated. */
export class ManualClock implements Clock {
  constructor(private current: Date) {}

  now(): Date {
    return new Date(this.current);
  }

  set(to: Date): void {
    this.current = to;
  }

  advance(milliseconds: number): void {
    this.current = new Date(this.current.getTime() + milliseconds);
  }
}
