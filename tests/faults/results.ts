import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Campaign } from "./campaigns";
import { type Blow, FAULTS } from "./nemesis";

/** What one history came to: one line of the file of results. */
export interface HistoryRecord {
  campaign: string;
  at: string;
  /** Which version of the service was tried. */
  version: string;
  seed: number;
  operations: number;
  calls: number;
  entries: number;
  /** Requests whose outcome nobody knew, and that were asked for again until it was known. */
  unknown: number;
  codes: number[];
  blows: Blow[];
  problems: string[];
  seconds: number;
}

/** Codes that a campaign must have seen to count. */
export const EXPECTED_CODES = [
  0, 1110, 1111, 1201, 1202, 1203, 1204, 1205, 1206, 1301, 1302, 1304, 1306, 1307, 1310, 1311, 1312, 1401,
  1402, 1403, 1404, 1405, 1406, 1407, 1411, 1412, 1413, 1415, 1416, 1501, 1504, 1702, 1704,
];

/** Those that a campaign must have seen besides where holds, families, coupons and promotions are tried. */
const CODES_OF_FIELDS = [1414, 1418, 1419, 1420, 1421, 1422];

/** The histories of this run and, with a file, of all runs before it. */
export class Results {
  readonly records: HistoryRecord[];

  constructor(private readonly file: string | undefined) {
    const isThere = file !== undefined && existsSync(file);
    const lines = isThere ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
    this.records = lines.map((line) => JSON.parse(line) as HistoryRecord);
  }

  add(record: HistoryRecord): void {
    this.records.push(record);
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(record)}\n`);
  }

  of({ name }: Campaign): HistoryRecord[] {
    return this.records.filter(({ campaign }) => campaign === name);
  }

  reached(campaign: Campaign): number {
    const { counted } = campaign;
    const records = this.of(campaign);
    if (counted === "histories") return records.length;
    return records.flatMap(({ blows }) => blows).filter(({ fault }) => counted.includes(fault)).length;
  }

  /** How much of a campaign is done, 1 for all of it. One that has reached its goal without having seen every code goes on. */
  progress(campaign: Campaign): number {
    const share = this.reached(campaign) / campaign.goal;
    return share >= 1 && this.unseen(campaign).length > 0 ? 0.99 : share;
  }

  /** Codes that were never answered: without them a campaign is void. */
  unseen(campaign: Campaign): number[] {
    const seen = new Set(this.of(campaign).flatMap(({ codes }) => codes));
    const expected = campaign.hasFields ? [...EXPECTED_CODES, ...CODES_OF_FIELDS] : EXPECTED_CODES;
    return expected.filter((code) => !seen.has(code));
  }

  /** Whether nothing was found. A campaign that ended without seeing every code is void. */
  isGood(campaigns: readonly Campaign[]): boolean {
    return campaigns.every((campaign) => {
      const isDone = this.reached(campaign) >= campaign.goal;
      return this.problems(campaign).length === 0 && !(isDone && this.unseen(campaign).length > 0);
    });
  }

  problems(campaign: Campaign): string[] {
    return this.of(campaign).flatMap(({ seed, problems }) =>
      problems.map((problem) => `seed ${seed}: ${problem}`),
    );
  }

  /** As a table of Markdown, and how long the service took to be back. */
  summary(campaigns: readonly Campaign[]): string {
    const rows = campaigns.flatMap((campaign) => {
      const records = this.of(campaign);
      if (records.length === 0) return [];
      const sum = (of: (record: HistoryRecord) => number) =>
        records.reduce((total, one) => total + of(one), 0);
      const unseen = this.unseen(campaign);
      const cells = [
        campaign.name,
        `${this.reached(campaign)} of ${campaign.goal}`,
        records.length,
        sum(({ calls }) => calls),
        sum(({ entries }) => entries),
        sum(({ unknown }) => unknown),
        this.problems(campaign).length,
        unseen.length === 0 ? "all seen" : `void: never answered ${unseen.join(", ")}`,
      ];
      return `| ${cells.join(" | ")} |`;
    });
    const head = [
      "| campaign | reached | histories | calls | entries | unknown, resolved | problems | codes |",
      "|---|---|---|---|---|---|---|---|",
    ];
    return [...head, ...rows, "", ...this.recoveries(campaigns)].join("\n");
  }

  private recoveries(campaigns: readonly Campaign[]): string[] {
    const blows = campaigns.flatMap((campaign) => this.of(campaign)).flatMap((record) => record.blows);
    const rows = FAULTS.flatMap((fault) => {
      const times = blows.filter((blow) => blow.fault === fault).map(({ backAfterMs }) => backAfterMs);
      if (times.length === 0) return [];
      times.sort((one, other) => one - other);
      const [median = 0, longest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
      return `| ${fault} | ${times.length} | ${seconds(median)} | ${seconds(longest)} |`;
    });
    return rows.length === 0
      ? []
      : ["| fault | times | back after (median) | longest |", "|---|---|---|---|", ...rows];
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
