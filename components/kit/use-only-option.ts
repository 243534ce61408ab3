"use client";

import { useEffect, useEffectEvent } from "react";

/** Chooses the only option of a needed field while nothing is chosen. `only`: undefined where there are several, or none. */
export function useOnlyOption<Id>(
  only: Id | undefined,
  { value, onChange }: { value: Id | null | undefined; onChange: (id: Id) => void },
): void {
  const choose = useEffectEvent(onChange);
  const isMissing = value === null || value === undefined;
  useEffect(() => {
    if (only !== undefined && isMissing) choose(only);
  }, [only, isMissing]);
}
