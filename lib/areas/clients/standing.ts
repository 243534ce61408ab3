import { limitsOfRow, NUMBER_LIMITS, type NumberLimit, tighter } from "@/lib/ledger/with/limits/words";
import type { Bilingual } from "@/lib/platform/language";
import { inUnits } from "@/lib/platform/money";
import { type Database, readRows } from "@/lib/platform/rows";
import { formatLocalDate } from "@/lib/platform/time";
import type { ApiClient } from "./api-client";

/** Facts of a client that its own maker asks for. */
export interface ClientStanding {
  merchant: Bilingual;
  branches: readonly { id: number; name: Bilingual; msisdn: string }[];
  limits: { limit: NumberLimit; max: number; left: number | null }[];
}

/** Reads a client's merchant and branches, its limits and the rest of the day's limits (rules.md §13, §15). */
export async function readClientStanding(
  database: Database,
  client: ApiClient,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<ClientStanding> {
  const branchIds = [...client.branches.values()].flatMap(({ id, isActive }) => (isActive ? id : []));
  const today = formatLocalDate(now, timeZone);
  const [row] = await readRows<Row>(database, READ, [client.id, branchIds, today]);
  if (row === undefined) throw new Error(`Client ${client.id} is gone`);
  const msisdns = new Map([...client.branches.values()].map(({ id, msisdn }) => [id, msisdn]));
  return {
    merchant: row.merchant_name,
    branches: row.branches.map(({ id, ...name }) => ({ id, name, msisdn: msisdns.get(id) ?? "" })),
    limits: client.limits === null ? [] : limitsOf(row),
  };
}

/** As the ledger applies them: a client's own instead of all others, or else the tightest. */
function limitsOf({ own, merchant, programme, points, reversed }: Row): ClientStanding["limits"] {
  const limits = own.hasOwnLimits
    ? limitsOfRow(own as never)
    : tighter(
        {
          ...tighter(limitsOfRow(programme as never), limitsOfRow(merchant as never)),
          personRewardPointsMax: programme.clientRewardPointsMax as number | null,
          personReversedValueMax: programme.clientReversedValueMax as number | null,
        },
        limitsOfRow(own as never),
      );
  const used: Partial<Record<NumberLimit, number>> = {
    personRewardPointsMax: Number(points),
    personReversedValueMax: inUnits(BigInt(reversed)),
  };
  return NUMBER_LIMITS.flatMap((limit) => {
    const max = limits[limit];
    if (max === null) return [];
    const spent = used[limit];
    return { limit, max, left: spent === undefined ? null : Math.max(0, max - spent) };
  });
}

type LimitRow = Readonly<Record<string, unknown>>;
interface Row {
  merchant_name: Bilingual;
  branches: readonly ({ id: number } & Bilingual)[];
  own: LimitRow;
  merchant: LimitRow;
  programme: LimitRow;
  points: string;
  reversed: string;
}

const columns = (table: string, names: readonly string[]) =>
  names
    .map((name) => `'${name}', ${table}.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)
    .join(", ");
const LIMIT_COLUMNS = [...NUMBER_LIMITS, "repeatedInvoices"];

const READ = `
SELECT json_build_object('en', m.name_en, 'ar', m.name_ar) AS merchant_name,
       (SELECT coalesce(json_agg(json_build_object('id', b.id, 'en', b.name_en, 'ar', b.name_ar) ORDER BY b.id), '[]')
          FROM branch b WHERE b.id = ANY ($2::int[])) AS branches,
       json_build_object(${columns("c", [...LIMIT_COLUMNS, "hasOwnLimits"])}) AS own,
       json_build_object(${columns("m", LIMIT_COLUMNS)}) AS merchant,
       json_build_object(${columns("p", [...LIMIT_COLUMNS, "clientRewardPointsMax", "clientReversedValueMax"])}) AS programme,
       coalesce(d.rewarded_points, 0)::text AS points, coalesce(d.reversed_hundredths, 0)::text AS reversed
  FROM api_client c JOIN merchant m ON m.id = c.merchant_id JOIN programme p ON p.id = 1
  LEFT JOIN person_day d ON d.user_id = c.user_id AND d.business_date = $3::date
 WHERE c.id = $1::int`;
