"use client";

import { useQuery } from "@tanstack/react-query";
import { useMe } from "@/components/kit/use-me";
import type { Waiting } from "@/lib/areas/adjustments/schemas";
import { DESK_ROLES } from "@/lib/portal/acts/roles";
import { waitingQuery } from "./queries";

const NOTHING: Waiting = { adjustments: 0, imports: 0, approvals: 0 };

/** How much waits for the reader's decision; nothing for those who decide nothing. */
export function useWaiting(): Waiting {
  const { role } = useMe().user;
  const isAsked = DESK_ROLES.some((desk) => desk === role);
  return useQuery({ ...waitingQuery, enabled: isAsked }).data ?? NOTHING;
}
