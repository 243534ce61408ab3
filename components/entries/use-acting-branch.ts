"use client";

import { useMe } from "@/components/kit/use-me";
import type { PortalBranch } from "@/lib/areas/account/schemas";

/** The branch for which this user refunds, takes goods back and cancels on this device; null for those who only read. */
export function useActingBranch(): PortalBranch | null {
  const { user, branches, activeBranchId } = useMe();
  if (user.role === "programme_operator") return null;
  return branches.find(({ id, isActive }) => id === activeBranchId && isActive) ?? null;
}
