"use client";

import { useEffect, useState } from "react";

/** The value once it has not changed for a while; null at once, since then there is nothing to wait for. */
export function useSettled<Value extends string | number>(
  value: Value | null,
  milliseconds: number,
): Value | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
