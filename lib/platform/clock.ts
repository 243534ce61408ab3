/** The only reader of the system's time. Tests and the demo data use a clock of their own. */
export interface Clock {
  now(): Date;
}

/** The original `Date`: Next.js replaces it by a slower one that records who reads the time. */
const SystemDate = Date;

export const systemClock: Clock = { now: () => new SystemDate() };

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
