"use client";

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type { input } from "zod/v4/core";
import { required } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import {
  type BranchImportAnswer,
  type BranchSearch,
  branchImpactSchema,
  branchImportAnswerSchema,
  branchPageSchema,
  type ManagedBranch,
  type ManagedMerchant,
  managedBranchSchema,
  managedMerchantSchema,
  merchantListSchema,
} from "@/lib/areas/branches/desk-schemas";
import type { branchChangesSchema, createBranchSchema } from "@/lib/areas/branches/schemas";
import type { createMerchantSchema, merchantChangesSchema } from "@/lib/areas/merchants/schemas";

/** The merchants that the user administers: one for an admin, all for an operator. */
export function useMerchants() {
  return useQuery({
    queryKey: keys.desk.merchants,
    queryFn: ({ signal }) => portalFetch(merchantListSchema, "manage/merchants", { signal }),
    select: ({ merchants }) => merchants,
    staleTime: 60_000,
  });
}

/** The branches that match, page after page; while others are being fetched, those shown last. */
export function useBranches(search: BranchSearch) {
  return useInfiniteQuery({
    queryKey: keys.desk.branches.list(search),
    queryFn: ({ pageParam, signal }) =>
      portalFetch(branchPageSchema, "manage/branches/search", {
        method: "POST",
        body: { ...search, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextAfter }) => nextAfter,
    placeholderData: keepPreviousData,
  });
}

/** All branches of a merchant, open and closed, for choosing some of them: page after page without being asked. */
export function useBranchesOf(merchantId: number | null): readonly ManagedBranch[] {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useBranches(
    merchantId === null ? {} : { merchantId },
  );
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (merchantId === null) return [];
  return (data?.pages.flatMap(({ branches }) => branches) ?? []).filter(
    (branch) => branch.merchantId === merchantId,
  );
}

/** A branch as it is now, for whoever was told that it is another than they read. */
export function readBranch(branchId: number): Promise<ManagedBranch> {
  return portalFetch(managedBranchSchema, `manage/branches/${branchId}`);
}

export async function readMerchant(merchantId: number): Promise<ManagedMerchant> {
  const { merchants } = await portalFetch(merchantListSchema, "manage/merchants");
  return required(merchants.find(({ id }) => id === merchantId));
}

/** What closing the branch stops, as of this moment. */
export function useBranchImpact(branchId: number) {
  return useQuery({
    queryKey: keys.desk.branches.impact(branchId),
    queryFn: ({ signal }) =>
      portalFetch(branchImpactSchema, `manage/branches/${branchId}/impact`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

function useBranchChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.desk.branches.all }),
        // The user's own branches stand in the head of the page.
        client.invalidateQueries({ queryKey: keys.me }),
      ]),
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

function useMerchantChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.desk.merchants }),
        // The programme's page shows the merchants' refund rules.
        client.invalidateQueries({ queryKey: keys.programme.all }),
      ]),
  });
}

export function useCreateMerchant() {
  return useMerchantChange((body: input<typeof createMerchantSchema>) =>
    portalFetch(managedMerchantSchema, "manage/merchants", { method: "POST", body }),
  );
}

export function useChangeMerchant(merchantId: number) {
  return useMerchantChange((body: input<typeof merchantChangesSchema>) =>
    portalFetch(managedMerchantSchema, `manage/merchants/${merchantId}`, { method: "PATCH", body }),
  );
}

export function useSwitchMerchant() {
  return useMerchantChange(({ id, isActive }: Pick<ManagedMerchant, "id" | "isActive">) =>
    portalFetch(managedMerchantSchema, `manage/merchants/${id}/${isActive ? "deactivate" : "reactivate"}`, {
      method: "POST",
    }),
  );
}
