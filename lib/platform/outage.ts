import type { Logger } from "pino";
import { type DatabaseErrorKind, describeDatabaseError } from "@/lib/platform/database/errors";
import { processSingleton } from "@/lib/platform/process-singleton";

/** Kinds of errors that say that the database is away or takes nothing, whoever meets them. */
const AWAY: ReadonlySet<DatabaseErrorKind | undefined> = new Set([
  "connection",
  "read_only",
  "resources",
  "disk_full",
]);

const LOOK_MS = 1_000;

/** The reason why the database cannot be used, or null. */
type Look = () => Promise<string | null>;

/**
 * Says once that the database is away and once that it is back, instead of a line for each request and each round of a job. Lines of the log
 * whose error is that the database is away wait until a look has shown whether it is: a single broken connection stays told as it is.
 */
export class Outage {
  #look: Look | undefined;
  #waiting: (() => void)[] = [];
  #state: "present" | "looking" | "away" = "present";
  #dropped = 0;
  /** Whether the disk refused a sale since it last took something new. */
  hasRefusedSale = false;

  static ofProcess(): Outage {
    return processSingleton("outage", () => new Outage());
  }

  constructor(private readonly lookEveryMs = LOOK_MS) {}

  /** From now on lines about a database that is away are held back; `look` finds out whether it is. */
  watch(look: Look): void {
    this.#look = look;
  }

  /** Notes the error for which a request was answered 1902. */
  refused(error: unknown): void {
    if (describeDatabaseError(error)?.kind === "disk_full") this.hasRefusedSale = true;
  }

  /** Takes a line of the log with an error; false: the line is to be written now. */
  takes(error: unknown, { write, logger }: { write: () => void; logger: Logger }): boolean {
    if (this.#look === undefined) return false;
    const kind = describeDatabaseError(error)?.kind;
    if (!AWAY.has(kind)) return false;
    if (this.#state === "away") this.#dropped += 1;
    else this.#waiting.push(write);
    if (this.#state === "present") void this.#begin(this.#look, logger);
    return true;
  }

  async #begin(look: Look, logger: Logger): Promise<void> {
    this.#state = "looking";
    const [startedAt, since] = [performance.now(), new Date()];
    let reason = await look();
    const lines = this.#waiting.splice(0);
    if (reason === null) {
      this.#state = "present";
      for (const write of lines) write();
      return;
    }
    this.#state = "away";
    this.#dropped = lines.length;
    logger.error(
      { since },
      `The database is away since ${since.toISOString()}: ${reason} Jobs wait, tills are answered 1902`,
    );
    while (reason !== null) {
      await new Promise((resolve) => setTimeout(resolve, this.lookEveryMs).unref());
      reason = await look();
    }
    this.#state = "present";
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    logger.info({ since, seconds, failures: this.#dropped }, "The database is back");
  }

  /** Writes the lines that still wait. */
  flush(): void {
    for (const write of this.#waiting.splice(0)) write();
  }
}
