"use client";

import { useEffect, useEffectEvent } from "react";

let isChoosing = false;

/** Whether a field is just being given its only option: nobody's change. */
export const isChoosingByItself = (): boolean => isChoosing;

/** Chooses the only option of a needed field while nothing is chosen. `only`: undefined where there are several, or none. */
export function useOnlyOption<Id>(
  only: Id | undefined,
  { value, onChange }: { value: Id | null | undefined; onChange: (id: Id) => void },
): void {
  const choose = useEffectEvent(onChange);
  const isMissing = value === null || value === undefined;
  useEffect(() => {
    if (only === undefined || !isMissing) return;
    isChoosing = true;
    choose(only);
    isChoosing = false;
  }, [only, isMissing]);
}
