"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import { meQuery } from "@/components/kit/use-me";
import {
  type BranchImportAnswer,
  branchImportAnswerSchema,
  type ManagedBranch,
  managedBranchSchema,
} from "@/lib/areas/branches/desk-schemas";
import type { branchChangesSchema, createBranchSchema } from "@/lib/areas/branches/schemas";

/** A branch as it is now, for whoever was told that it is another than they read. */
export function readBranch(branchId: number): Promise<ManagedBranch> {
  return portalFetch(managedBranchSchema, `manage/branches/${branchId}`);
}

function useBranchChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // The user's own branches stand in the head of the page.
    onSuccess: () => Promise.all([outdate(client, "branches"), client.invalidateQueries(meQuery)]),
  });
}

export function useCreateBranch() {
  return useBranchChange((body: input<typeof createBranchSchema>) =>
    portalFetch(managedBranchSchema, "manage/branches", { method: "POST", body }),
  );
}

export function useChangeBranch(branchId: number) {
  return useBranchChange((body: input<typeof branchChangesSchema>) =>
    portalFetch(managedBranchSchema, `manage/branches/${branchId}`, { method: "PATCH", body }),
  );
}

export function useSwitchBranch() {
  return useBranchChange(({ id, isActive }: Pick<ManagedBranch, "id" | "isActive">) =>
    portalFetch(managedBranchSchema, `manage/branches/${id}/${isActive ? "deactivate" : "reactivate"}`, {
      method: "POST",
    }),
  );
}

export function useImportBranches() {
  return useBranchChange(
    (body: { merchantId: number; csv: string; isDryRun: boolean }): Promise<BranchImportAnswer> =>
      portalFetch(branchImportAnswerSchema, "manage/branches/import", { method: "POST", body }),
  );
}
