"use client";

import { useEffect, useState } from "react";
import { loadAnswerReader } from "@/components/kit/fetch";
import { doWhenCalm, doWhenIdle } from "@/components/kit/idle";
import { useMe } from "@/components/kit/use-me";
import { mayBeKept } from "@/components/operations/marker";
import { lazyPart } from "@/components/ui/lazy-part";
import { loadTillContract } from "@/components/wallet/queries";
import { TILL_ROLES } from "@/lib/portal/acts/roles";

const KeptOperations = lazyPart(async () => (await import("./kept-operations")).KeptOperations);

/**
 * The place of the till's operations that this device keeps. Loaded after the page, piece by piece, so that keys and
 * presses are answered meanwhile; at once where something is known to be kept.
 */
export function KeptOperationsSlot() {
  const { user } = useMe();
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    const mount = mayBeKept() ? doWhenIdle : doWhenCalm;
    void mount([loadAnswerReader, loadTillContract, () => setMounted(true)]);
  }, []);
  const isForRole = TILL_ROLES.some((role) => role === user.role);
  return isMounted && isForRole && <KeptOperations />;
}
