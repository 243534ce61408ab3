"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { $ZodType, input, output } from "zod/v4/core";
import type { PortalError } from "@/components/kit/error";
import { type PortalFetchOptions, portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import { doneSchema } from "@/lib/areas/account/schemas";
import {
  type DeskWallet,
  deskWalletSchema,
  enrolledSchema,
  mergePreviewSchema,
} from "@/lib/areas/wallets/desk-schemas";
import type {
  enrolWalletSchema,
  mergePreviewRequestSchema,
  mergeWalletsSchema,
  walletChangesSchema,
  walletSegmentSchema,
  walletStatusSchema,
} from "@/lib/areas/wallets/schemas";
import { deskWalletQuery, walletSettingsQuery } from "./queries";

/** Reads a wallet anew, with what else a form about it goes by: somebody else has changed something. */
export function useReadDeskWallet(walletId: number): () => Promise<DeskWallet> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: walletSettingsQuery.queryKey });
    return client.fetchQuery(deskWalletQuery(walletId));
  };
}

/** An act of the desk. Whatever it changed is read anew afterwards; what was typed is not kept. */
export function useDeskAct<Variables, Schema extends $ZodType>(
  schema: Schema,
  ask: (variables: Variables) => { path: string } & PortalFetchOptions,
) {
  const client = useQueryClient();
  return useMutation<output<Schema>, PortalError, Variables>({
    mutationFn: (variables) => {
      const { path, ...options } = ask(variables);
      return portalFetch(schema, path, options);
    },
    gcTime: 0,
    onSuccess: () => outdate(client, "wallets", "adjustments", "entries", "today"),
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
