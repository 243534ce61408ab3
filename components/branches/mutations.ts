"use client";

import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import type { BranchImportAnswer, ManagedBranch } from "@/lib/areas/branches/desk-schemas";
import type { branchChangesSchema, createBranchSchema } from "@/lib/areas/branches/schemas";

/** A branch as it is now, for whoever was told that it is another than they read. */
export function readBranch(branchId: number): Promise<ManagedBranch> {
  return portalFetch(
    async () => (await import("@/lib/areas/branches/desk-schemas")).managedBranchSchema,
    `manage/branches/${branchId}`,
  );
}

export function useCreateBranch() {
  return useChange(
    (body: input<typeof createBranchSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/branches/desk-schemas")).managedBranchSchema,
        "manage/branches",
        { method: "POST", body },
      ),
    "branches",
    "account",
  );
}

export function useChangeBranch(branchId: number) {
  return useChange(
    (body: input<typeof branchChangesSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/branches/desk-schemas")).managedBranchSchema,
        `manage/branches/${branchId}`,
        { method: "PATCH", body },
      ),
    "branches",
    "account",
  );
}

export function useSwitchBranch() {
  return useChange(
    ({ id, isActive }: Pick<ManagedBranch, "id" | "isActive">) =>
      portalFetch(
        async () => (await import("@/lib/areas/branches/desk-schemas")).managedBranchSchema,
        `manage/branches/${id}/${isActive ? "deactivate" : "reactivate"}`,
        {
          method: "POST",
        },
      ),
    "branches",
    "account",
  );
}

export function useImportBranches() {
  return useChange(
    (body: { merchantId: number; csv: string; isDryRun: boolean }): Promise<BranchImportAnswer> =>
      portalFetch(
        async () => (await import("@/lib/areas/branches/desk-schemas")).branchImportAnswerSchema,
        "manage/branches/import",
        { method: "POST", body },
      ),
    "branches",
    "account",
  );
}
