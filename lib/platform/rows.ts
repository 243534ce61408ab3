import type { ClientBase } from "pg";
import { sender, wholeNumber } from "@/lib/platform/database/sender";

/** What a statement can be sent over: the driver's pools and connections, or a transaction of Prisma. */
export type Database = Pick<ClientBase, "query"> | PrismaConnection;

interface PrismaConnection {
  $queryRawUnsafe(text: string, ...values: unknown[]): PromiseLike<unknown>;
}

/**
 * The rows of a statement, the same whichever way it is sent: bigint as whole numbers, `timestamptz` as Date.
 * Select `date` and `numeric` as text: the two drivers read them in different ways.
 * @throws RangeError for a bigint of 2^53 or more
 */
export async function readRows<Row>(
  database: Database,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  if ("query" in database) return (await sender(database)({ text, values: [...values] })).rows;
  const rows = (await database.$queryRawUnsafe(text, ...values)) as Record<string, unknown>[];
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(withWholeNumber)) as Row);
}

function withWholeNumber([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === "bigint" ? wholeNumber(String(value)) : value];
}
