"use client";

import { useEffect, useState } from "react";
import { doWhenCalm } from "@/components/kit/idle";

/** For a link's `prefetch`: pages that it may lead to are fetched once this one is calm, not while it is taken over. */
export function useReadAhead(): null | false {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    void doWhenCalm([() => setCalm(true)]);
  }, []);
  return isCalm ? null : false;
}
