"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { TILL_ROLES } from "@/lib/auth/roles";
import { loadAnswerReader } from "@/lib/portal/fetch";
import { doWhenCalm, doWhenIdle } from "@/lib/portal/idle";
import { mayBeKept } from "@/lib/portal/operations/marker";
import { useMe } from "@/lib/portal/use-account";
import { loadTillContract } from "@/lib/portal/use-wallet";

const KeptOperations = lazy(async () => ({
  default: (await import("@/components/till/kept-operations")).KeptOperations,
}));

/**
 * The place of what this device keeps of the till's operations. It is fetched after the page, piece by piece, so that keys
 * and presses are answered meanwhile, and shown when there is any: at once where something is known to be kept.
 */
export function KeptOperationsSlot() {
  const { user } = useMe();
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    const mount = mayBeKept() ? doWhenIdle : doWhenCalm;
    void mount([loadAnswerReader, loadTillContract, () => setMounted(true)]);
  }, []);
  const isForRole = TILL_ROLES.some((role) => role === user.role);
  return <Suspense>{isMounted && isForRole && <KeptOperations />}</Suspense>;
}
