import { DISK_FAULTS, FAULTS, type Fault } from "./nemesis";

/** A number of histories of one kind. */
export interface Campaign {
  name: string;
  /** What may happen in the course of a history; nothing when empty. */
  faults: readonly Fault[];
  /** How much of it is needed, and what is counted: histories, or faults of these kinds. */
  goal: number;
  counted: "histories" | readonly Fault[];
  /** Requests under way at once, and how many of them are abandoned early; by default as asked for, and none. */
  tills?: { concurrency: number; hurried: number };
  /** Settings of the service that are not its defaults. */
  environment?: Readonly<Record<string, string>>;
  /** Whether holds, families, points that ripen, coupons, promotions and settled bills are tried as well. */
  hasFields?: boolean;
}

const DATABASE_KILLS = ["kill backend", "kill postmaster", "stop postmaster at once"] as const;

/** All campaigns that must pass before "no point is lost, doubled or invented" may be said. */
export const PLAN: readonly Campaign[] = [
  { name: "races and retries", faults: [], goal: 500, counted: "histories" },
  {
    name: "service killed",
    faults: ["kill service", "kill service at a point", "kill worker"],
    goal: 300,
    counted: ["kill service", "kill service at a point"],
  },
  { name: "database killed", faults: DATABASE_KILLS, goal: 300, counted: DATABASE_KILLS },
  { name: "power cut", faults: ["power cut"], goal: 100, counted: ["power cut"] },
  {
    name: "network",
    faults: [
      "reset connections",
      "network storm",
      "half-open connections",
      "end sessions",
      "break after lock",
      "break before commit",
      "break after commit",
      "database silent",
      "half-open database connections",
    ],
    goal: 100,
    counted: "histories",
    // On a connection that fell silent every till would wait for 15 s, and the service for 9 s for its database: a history would
    // be hardly anything else.
    tills: { concurrency: 192, hurried: 176 },
    environment: { DATABASE_TIMEOUT_MS: "2000" },
  },
  { name: "disk full", faults: ["disk full"], goal: 20, counted: ["disk full"] },
  {
    name: "pools and clocks",
    faults: ["wallets locked", "connections exhausted", "clock jumps"],
    goal: 50,
    counted: "histories",
  },
  { name: "fields raced", faults: [], goal: 100, counted: "histories", hasFields: true },
  {
    name: "fields, service killed",
    faults: ["kill service", "kill service at a point", "kill worker", "clock jumps"],
    goal: 50,
    counted: ["kill service", "kill service at a point"],
    hasFields: true,
  },
  {
    name: "fields, database killed",
    faults: [...DATABASE_KILLS, "clock jumps"],
    goal: 50,
    counted: DATABASE_KILLS,
    hasFields: true,
  },
  { name: "fields, power cut", faults: ["power cut"], goal: 20, counted: ["power cut"], hasFields: true },
];

/** Whether a campaign needs a database on a disk of its own. */
export function needsDisk({ faults }: Campaign): boolean {
  return faults.some((fault) => DISK_FAULTS.some((one) => one === fault));
}

/** @param text names with commas between; "none", or "all" for everything that needs no disk */
export function chooseFaults(text: string): readonly Fault[] {
  if (text === "all") return FAULTS.filter((fault) => !DISK_FAULTS.some((one) => one === fault));
  if (text === "none") return [];
  return text.split(",").map((name) => {
    const fault = FAULTS.find((known) => known === name.trim());
    if (fault === undefined) throw new Error(`There is no fault "${name}". There are: ${FAULTS.join(", ")}.`);
    return fault;
  });
}
