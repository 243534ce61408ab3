import { type QueryClient, QueryClientContext } from "@tanstack/react-query";
import { useCallback, useContext, useState, useSyncExternalStore } from "react";

type Versioned = { id?: unknown; version: number };

/** Where an answer that is kept holds a record: names of properties, and null for "one of the list". */
interface Place {
  queryHash: string;
  path: readonly (string | null)[];
  id: unknown;
}

/**
 * The record as the kept answer has it now from which it was taken, such as the list whose row was pressed: a form over a list follows the
 * list, although it was given the row of then. The given record where no answer holds it, or holds an older one.
 */
export function useLatest<Read extends { version: number } | null>(given: Read): Read {
  const client = useContext(QueryClientContext);
  const [read] = useState(() => (client && given ? followedIn(client, given) : () => undefined));
  const subscribe = useCallback(
    (onChange: () => void) => client?.getQueryCache().subscribe(onChange) ?? (() => undefined),
    [client],
  );
  const there = useSyncExternalStore(subscribe, read, () => undefined) as NonNullable<Read> | undefined;
  return there !== undefined && given !== null && there.version > given.version ? there : given;
}

/** Reads the record as the answers have it from which it was taken. */
export function followedIn(client: QueryClient, record: Versioned): () => unknown {
  const place = placeOf(client, record);
  return () => place && recordAt(client, place);
}

function placeOf(client: QueryClient, record: Versioned): Place | undefined {
  for (const { queryHash, state } of client.getQueryCache().getAll()) {
    const path = pathTo(record, state.data);
    if (path !== undefined) return { queryHash, path, id: record.id };
  }
  return undefined;
}

function pathTo(record: unknown, data: unknown): Place["path"] | undefined {
  if (data === record) return [];
  if (typeof data !== "object" || data === null) return undefined;
  for (const [name, part] of Object.entries(data)) {
    const rest = pathTo(record, part);
    if (rest !== undefined) return [Array.isArray(data) ? null : name, ...rest];
  }
  return undefined;
}

function recordAt(client: QueryClient, { queryHash, path, id }: Place): unknown {
  let found: unknown[] = [client.getQueryCache().get(queryHash)?.state.data];
  for (const name of path)
    found = found.flatMap((part) =>
      name === null ? (part as unknown[]) : [(part as Record<string, unknown> | undefined)?.[name]],
    );
  return found.find((one) => (one as Versioned | undefined)?.id === id);
}
