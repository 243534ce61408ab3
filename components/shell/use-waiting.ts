"use client";

import { useQuery } from "@tanstack/react-query";
import { useMe } from "@/components/kit/use-me";
import type { Waiting } from "@/lib/areas/adjustments/schemas";
import { isAdminRole } from "@/lib/areas/roles";
import { waitingQuery } from "./queries";

const NOTHING: Waiting = { adjustments: 0, imports: 0 };

/** How much waits for the reader's decision; nothing for those who decide nothing. */
export function useWaiting(): Waiting {
  const isAsked = isAdminRole(useMe().user.role);
  return useQuery({ ...waitingQuery, enabled: isAsked }).data ?? NOTHING;
}
