"use client";

import { useSearchParams } from "next/navigation";
import { use, useEffect } from "react";
import { doWhenCalm } from "./idle";

type Read<Value> = (address: URLSearchParams) => Value;

const readers = new WeakMap<object, Promise<unknown>>();

/** Fetches by `load`: once, and again only after a failure. */
function loadOnce<Value>(load: () => Promise<Value>): Promise<Value> {
  const known = readers.get(load) as Promise<Value> | undefined;
  if (known !== undefined) return known;
  const reader = load();
  readers.set(load, reader);
  reader.catch(() => readers.delete(load));
  return reader;
}

/**
 * The page's address, read by a schema that `load` fetches, which most pages are opened without needing. `bare` is what an address says
 * that names nothing; the page waits for any other. `load` is the same function with each call.
 */
export function useReadAddress<Value>(load: () => Promise<Read<Value>>, bare: Value): Value {
  const address = useSearchParams();
  useEffect(() => {
    void doWhenCalm([() => loadOnce(load)]);
  }, [load]);
  return address.size === 0 ? bare : use(loadOnce(load))(new URLSearchParams(address));
}
