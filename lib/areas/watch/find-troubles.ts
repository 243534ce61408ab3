import path from "node:path";
import { readUnsigned } from "@/lib/log/waiting";
import type { ZoneDifference } from "@/lib/platform/database/zone-tables";
import type { Bilingual } from "@/lib/platform/language";
import type { Database } from "@/lib/platform/rows";
import { readDayUse } from "./day-limits";
import { readEndpoints } from "./endpoints";
import {
  diskTroubles,
  endpointTroubles,
  limitTroubles,
  readRoom,
  signingTroubles,
  type Trouble,
  zoneTroubles,
} from "./trouble";

/** Causes that the database knows of. */
export async function findInDatabase(
  database: Database,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<Trouble[]> {
  const [uses, endpoints, unsigned] = [
    await readDayUse(database, now),
    await readEndpoints(database),
    await readUnsigned(database),
  ];
  return [
    ...signingTroubles(unsigned, { now, everyMs }),
    ...uses.flatMap(limitTroubles),
    ...endpoints.flatMap((endpoint) => endpointTroubles(endpoint, now)),
  ];
}

const NOT_READY: Readonly<Record<string, Bilingual>> = {
  database: { en: "No points can be moved.", ar: "لا يمكن تحريك النقاط." },
  clock: {
    en: "Nothing is written off, released or signed until the clocks agree.",
    ar: "لن تُشطب نقاط ولن تُحرَّر ولن يُوقَّع السجل حتى تتفق الساعات.",
  },
};

/** Causes that this machine knows of: conditions of being ready that are not met, its disk, and its time-zone tables beside the database's. */
export async function findOnMachine({
  readiness,
  dataDir,
  zoneDifference = null,
}: {
  readiness: ReadonlyMap<string, string | null>;
  dataDir: string;
  zoneDifference?: ZoneDifference | null;
}): Promise<Trouble[]> {
  const folder = path.resolve(dataDir);
  const notReady = [...readiness].flatMap(([name, reason]): Trouble[] => {
    const effect = NOT_READY[name];
    if (reason === null || effect === undefined) return [];
    return [
      {
        key: `not ready: ${name}`,
        text: { en: `${reason} ${effect.en}`, ar: `${effect.ar} السبب: ${reason}` },
      },
    ];
  });
  return [...notReady, ...diskTroubles(folder, await readRoom(folder)), ...zoneTroubles(zoneDifference)];
}

/**
 * Gives the answer before while a new one fails, null before the first: a database without an answer hides none of the causes that the
 * machine knows without it.
 */
export function orLast<Answer>(find: () => Promise<Answer>): () => Promise<Answer | null> {
  let last: Answer | null = null;
  return async () => {
    last = await find().catch(() => last);
    return last;
  };
}
