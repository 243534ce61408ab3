import os from "node:os";
import { performance } from "node:perf_hooks";
import { processSingleton } from "./process-singleton";

/** Clocks that differ by more are wrong, not late. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** Whether a round is due that is held every `everyMs`. A last round of the future was noted by a clock that was wrong, and holds up nothing. */
export function isDue({ last, now, everyMs }: { last: Date; now: Date; everyMs: number }): boolean {
  const ageMs = now.getTime() - last.getTime();
  return ageMs >= everyMs || ageMs < -CLOCK_TOLERANCE_MS;
}

const machineTime = Date.now;

/** The clocks of this machine, in milliseconds. */
interface MachineClocks {
  /** The time of day, which a person or NTP can set. */
  machine(): number;
  /** Since some moment, never set; stands still while the machine sleeps. */
  monotonic(): number;
  /** Since the machine was started, its sleep included. */
  uptime(): number;
}

const THIS_MACHINE: MachineClocks = {
  machine: () => machineTime(),
  monotonic: () => performance.now(),
  uptime: () => os.uptime() * 1_000,
};

/**
 * The time by which this process works: the database's, carried on by a clock that nobody can set. A comparison that finds the database's
 * time elsewhere than this clock has carried it changes nothing but `trouble`, until both agree again or the process is started anew.
 */
export class TimeBase {
  #base: { time: number; monotonic: number; uptime: number } | undefined;
  /** The reason why the time cannot be trusted, for an operator; null while the clocks agree. */
  trouble: string | null = null;
  /** Milliseconds by which this machine's clock is ahead of the time by which the process works. */
  offsetMs = 0;

  constructor(private readonly clocks: MachineClocks = THIS_MACHINE) {}

  /** That of all bundles of this process. */
  static ofProcess(): TimeBase {
    return processSingleton("time-base", () => new TimeBase());
  }

  /** Milliseconds since 1970. */
  now(): number {
    if (this.#base === undefined) return this.clocks.machine();
    return this.#base.time + (this.clocks.monotonic() - this.#base.monotonic);
  }

  /** Takes over the database's time, in milliseconds since 1970, unless it jumped. Returns `trouble`. */
  compare(databaseTime: number): string | null {
    const [machine, monotonic, uptime] = [
      this.clocks.machine(),
      this.clocks.monotonic(),
      this.clocks.uptime(),
    ];
    const expected = this.#base === undefined ? databaseTime : this.#base.time + (uptime - this.#base.uptime);
    const jump = databaseTime - expected;
    const time = Math.abs(jump) > CLOCK_TOLERANCE_MS ? expected : databaseTime;
    this.#base = { time, monotonic, uptime };
    this.offsetMs = machine - time;
    this.trouble = troubleOf({ jump, offset: this.offsetMs });
    return this.trouble;
  }
}

function troubleOf({ jump, offset }: { jump: number; offset: number }): string | null {
  if (Math.abs(jump) > CLOCK_TOLERANCE_MS)
    return `The database's clock jumped by ${inWords(jump)}. Set it right, or start the service anew to work by the new time.`;
  if (Math.abs(offset) > CLOCK_TOLERANCE_MS)
    return `This machine's clock is ${inWords(offset)} of the database's. Set the one that is wrong, and let NTP keep both.`;
  return null;
}

/** `3 h 0 min 5 s ahead`. */
function inWords(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1_000);
  const parts = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3_600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return `${words.slice(0, 2).join(" ")} ${milliseconds > 0 ? "ahead" : "behind"}`;
}
