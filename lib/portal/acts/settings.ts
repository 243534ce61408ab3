import type { Pool } from "pg";
import { type Brand, setProgrammeBrand } from "@/lib/platform/brand";
import { setProgrammeCountry } from "@/lib/platform/country";
import { setProgrammeCurrency } from "@/lib/platform/currency";

const DEFAULT_TIME_ZONE = "Africa/Cairo";
const DEFAULT_CURRENCY = "EGP";
const FRESH_FOR_MS = 5_000;

interface SettingsRow {
  time_zone: string;
  currency: string;
  country: string;
  name_en: string;
  name_ar: string;
  logo: Brand["logo"];
}

const READ = `
SELECT p.time_zone, p.currency, p.country, p.name_en, p.name_ar,
       CASE WHEN i.hash IS NOT NULL THEN json_build_object('hash', i.hash, 'width', i.width, 'height', i.height) END AS logo
  FROM programme p LEFT JOIN image i ON i.hash = p.logo_hash WHERE p.id = 1`;

/** Settings of the programme that answers need before any wallet is read. The rules read theirs under the lock. */
export class ProgrammeSettings {
  #timeZone = DEFAULT_TIME_ZONE;
  #currency = DEFAULT_CURRENCY;
  #readAt = Number.NEGATIVE_INFINITY;
  #first: Promise<void> | undefined;
  #begun = 0;
  #ended = 0;

  constructor(private readonly pool: Pool) {}

  /** The programme's time zone. Answers at once with the last that was read, and reads again when that is old. */
  timeZone(): string {
    this.#refreshWhenOld();
    return this.#timeZone;
  }

  /** The programme's currency, an ISO code; as fresh as {@link timeZone}. */
  currency(): string {
    this.#refreshWhenOld();
    return this.#currency;
  }

  /** Resolves when a first read has ended, well or not: what a process waits for before it serves. */
  known(): Promise<void> {
    this.#first ??= this.refresh();
    return this.#first;
  }

  /** Reads again: called at start and when the programme has changed. A failed read keeps what was known. */
  async refresh(): Promise<void> {
    this.#readAt = performance.now();
    this.#begun += 1;
    const turn = this.#begun;
    try {
      const { rows } = await this.pool.query<SettingsRow>(READ);
      // A read that began earlier and ends later knows less.
      if (turn < this.#ended) return;
      this.#ended = turn;
      this.#timeZone = rows[0]?.time_zone ?? DEFAULT_TIME_ZONE;
      this.#currency = rows[0]?.currency ?? DEFAULT_CURRENCY;
      // Numbers and money are read and written in many places, none of which can wait for a setting.
      if (rows[0] !== undefined) {
        setProgrammeCountry(rows[0].country);
        setProgrammeCurrency(rows[0].currency);
        const { name_en: nameEn, name_ar: nameAr, logo } = rows[0];
        setProgrammeBrand({ nameEn, nameAr, logo });
      }
    } catch {
      this.#readAt = Number.NEGATIVE_INFINITY;
    }
  }

  #refreshWhenOld(): void {
    if (Math.abs(performance.now() - this.#readAt) > FRESH_FOR_MS) void this.refresh();
  }
}
