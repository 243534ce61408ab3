import type { Pool } from "pg";

const DEFAULT_TIME_ZONE = "Africa/Cairo";
const FRESH_FOR_MS = 5_000;

/** What answers need to know of the programme before any wallet is read. The rules read theirs under the lock. */
export class ProgrammeSettings {
  #timeZone = DEFAULT_TIME_ZONE;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly pool: Pool) {}

  /** The programme's time zone. Answers at once with the last that was read, and reads again when that is old. */
  timeZone(): string {
    if (Math.abs(performance.now() - this.#readAt) > FRESH_FOR_MS) void this.refresh();
    return this.#timeZone;
  }

  /** Reads again: called at start and when the programme has changed. A failed read keeps what was known. */
  async refresh(): Promise<void> {
    this.#readAt = performance.now();
    try {
      const { rows } = await this.pool.query<{ time_zone: string }>(
        "SELECT time_zone FROM programme WHERE id = 1",
      );
      this.#timeZone = rows[0]?.time_zone ?? DEFAULT_TIME_ZONE;
    } catch {
      this.#readAt = Number.NEGATIVE_INFINITY;
    }
  }
}
