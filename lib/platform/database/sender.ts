import pg, { type ClientBase, type CustomTypesConfig, type QueryConfig, type QueryResult } from "pg";

/** Sends a statement. */
export type Send = (query: QueryConfig) => Promise<QueryResult>;

/** For {@link sender}, where a connection's own limit is too short: weeks, the most that a timer takes. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Sends over `client`, reading bigint as whole numbers. A statement without an answer fails after `timeoutMs`, by
 * default the connection's own limit: without it a vanished server would be noticed after a quarter of an hour.
 */
export function sender(client: Pick<ClientBase, "query">, timeoutMs?: number): Send {
  const settings = {
    types: { getTypeParser },
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
  };
  return (query) => client.query({ ...query, ...settings });
}

const getTypeParser: CustomTypesConfig["getTypeParser"] = (oid, format) =>
  format === "binary" ? pg.types.getTypeParser(oid, format) : parserOf(oid);

const INT8 = 20;

/** bigint is read as whole numbers (points, ids: all below 2^53) rather than as text. */
export function parserOf(dataTypeId: number): (text: string) => unknown {
  return dataTypeId === INT8 ? wholeNumber : pg.types.getTypeParser(dataTypeId, "text");
}

/** Throws RangeError for what a number cannot hold exactly. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a whole number`);
  return value;
}
