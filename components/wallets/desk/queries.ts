"use client";

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { $ZodType, input, output } from "zod/v4/core";
import { type PortalFetchOptions, portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import { doneSchema } from "@/lib/areas/account/schemas";
import {
  type AdjustmentDecision,
  adjustedSchema,
  adjustmentPageSchema,
  type DeskWallet,
  deskWalletSchema,
  enrolledSchema,
  mergePreviewSchema,
  type WalletSearchRequest,
  walletSearchPageSchema,
  walletSettingsSchema,
} from "@/lib/areas/wallets/desk-schemas";
import type {
  adjustPointsSchema,
  enrolWalletSchema,
  mergePreviewRequestSchema,
  mergeWalletsSchema,
  walletChangesSchema,
  walletSegmentSchema,
  walletStatusSchema,
} from "@/lib/areas/wallets/schemas";

/** What the forms about wallets need to know: segments, the limit, the words customers agree to. */
export function useWalletSettings() {
  return useQuery({
    queryKey: keys.walletDesk.settings,
    queryFn: ({ signal }) => portalFetch(walletSettingsSchema, "manage/wallets/settings", { signal }),
    staleTime: 60_000,
  });
}

/** Wallets that match, page after page. Nothing while `request` is null. */
export function useWalletSearch(request: WalletSearchRequest | null) {
  return useInfiniteQuery({
    queryKey: keys.walletDesk.search(request ?? {}),
    queryFn: ({ pageParam, signal }) =>
      portalFetch(walletSearchPageSchema, "manage/wallets/search", {
        method: "POST",
        body: { ...request, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: request !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** A wallet as the desk edits it, always as it is now: a form that opens reads it anew. */
export function useDeskWallet(walletId: number) {
  return useQuery({
    queryKey: keys.walletDesk.one(walletId),
    queryFn: ({ signal }) => portalFetch(deskWalletSchema, `manage/wallets/${walletId}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The same, read anew with what else a form about it goes by: somebody else has changed something. */
export function useReadDeskWallet(walletId: number): () => Promise<DeskWallet> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: keys.walletDesk.settings });
    return client.fetchQuery({
      queryKey: keys.walletDesk.one(walletId),
      queryFn: () => portalFetch(deskWalletSchema, `manage/wallets/${walletId}`),
      staleTime: 0,
    });
  };
}

/** An act of the desk. Whatever it changed is read anew afterwards; what was typed is not kept. */
function useDeskAct<Variables, Schema extends $ZodType>(
  schema: Schema,
  ask: (variables: Variables) => { path: string } & PortalFetchOptions,
) {
  const client = useQueryClient();
  return useMutation<output<Schema>, Error, Variables>({
    mutationFn: (variables) => {
      const { path, ...options } = ask(variables);
      return portalFetch(schema, path, options);
    },
    gcTime: 0,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.walletDesk.all }),
        client.invalidateQueries({ queryKey: keys.wallets.all }),
        client.invalidateQueries({ queryKey: keys.entries.all }),
      ]),
  });
}

export function useEnrolWallet() {
  return useDeskAct(enrolledSchema, (body: input<typeof enrolWalletSchema>) => ({
    path: "manage/wallets",
    method: "POST",
    body,
  }));
}

export function useUpdateWallet(walletId: number) {
  return useDeskAct(deskWalletSchema, (body: input<typeof walletChangesSchema>) => ({
    path: `manage/wallets/${walletId}`,
    method: "PATCH",
    body,
  }));
}

export function useSetWalletStatus(walletId: number) {
  return useDeskAct(deskWalletSchema, (body: input<typeof walletStatusSchema>) => ({
    path: `manage/wallets/${walletId}/status`,
    method: "PUT",
    body,
  }));
}

export function useSetWalletSegment(walletId: number) {
  return useDeskAct(deskWalletSchema, (body: input<typeof walletSegmentSchema>) => ({
    path: `manage/wallets/${walletId}/segment`,
    method: "PUT",
    body,
  }));
}

/** Gives the wallet a PIN, or with null takes it away. */
export function useWalletPin(walletId: number) {
  return useDeskAct(deskWalletSchema, (pin: string | null) => ({
    path: `manage/wallets/${walletId}/pin`,
    ...(pin === null ? { method: "DELETE" } : { method: "PUT", body: { pin } }),
  }));
}

export function useAdjustPoints() {
  return useDeskAct(adjustedSchema, (body: input<typeof adjustPointsSchema>) => ({
    path: "manage/adjustments",
    method: "POST",
    body,
  }));
}

export function usePreviewMerge() {
  return useMutation({
    mutationFn: (body: input<typeof mergePreviewRequestSchema>) =>
      portalFetch(mergePreviewSchema, "manage/wallets/merge/preview", { method: "POST", body }),
    gcTime: 0,
  });
}

export function useMergeWallets() {
  return useDeskAct(doneSchema, (body: input<typeof mergeWalletsSchema>) => ({
    path: "manage/wallets/merge",
    method: "POST",
    body,
  }));
}

/** Adjustments in one state, or all, the newest first. Others decide meanwhile, so the page looks again by itself. */
export function useAdjustments(state: string | null) {
  return useInfiniteQuery({
    queryKey: keys.walletDesk.adjustments.list(state),
    queryFn: ({ pageParam: cursor, signal }) =>
      portalFetch(adjustmentPageSchema, "manage/adjustments", { query: { state, cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
}

export function useDecideAdjustment(adjustmentId: number) {
  return useDeskAct(doneSchema, (body: AdjustmentDecision) => ({
    path: `manage/adjustments/${adjustmentId}/decision`,
    method: "POST",
    body,
  }));
}
