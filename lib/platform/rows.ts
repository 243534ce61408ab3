import { hash } from "node:crypto";
import type { ClientBase } from "pg";
import { sender, wholeNumber } from "@/lib/platform/database/sender";

/** Sends statements: the driver's pools and connections, or a transaction of Prisma. */
export type Database = Pick<ClientBase, "query"> | PrismaConnection;

interface PrismaConnection {
  $queryRawUnsafe(text: string, ...values: unknown[]): PromiseLike<unknown>;
}

const NAMES = new Map<string, string>();

/**
 * The name under which a connection keeps a statement, so that it is read and planned once: for those that are sent again and
 * again with the same text and are best planned in one way.
 */
export function statementName(text: string): string {
  let name = NAMES.get(text);
  if (name === undefined) {
    name = hash("sha256", text, "base64url");
    NAMES.set(text, name);
  }
  return name;
}

/**
 * The rows of a statement, the same whichever way it is sent: bigint as whole numbers, `timestamptz` as Date.
 * Select `date` and `numeric` as text: the two drivers read them in different ways. `isKept`: {@link statementName}.
 * @throws RangeError for a bigint of 2^53 or more
 */
export async function readRows<Row>(
  database: Database,
  text: string,
  values: readonly unknown[] = [],
  { isKept = false } = {},
): Promise<Row[]> {
  if ("query" in database) {
    const name = isKept ? { name: statementName(text) } : {};
    return (await sender(database)({ text, values: [...values], ...name })).rows;
  }
  const rows = (await database.$queryRawUnsafe(text, ...values)) as Record<string, unknown>[];
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(withWholeNumber)) as Row);
}

function withWholeNumber([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === "bigint" ? wholeNumber(String(value)) : value];
}
