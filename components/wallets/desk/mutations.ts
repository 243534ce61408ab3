"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import type { DeskWallet } from "@/lib/areas/wallets/desk-schemas";
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

/** An act on wallets. */
export function useWalletChange<Variables, Answer>(send: (variables: Variables) => Promise<Answer>) {
  return useChange(send, "wallets", "adjustments", "entries", "today");
}

export function useEnrolWallet() {
  return useWalletChange((body: input<typeof enrolWalletSchema>) =>
    portalFetch(
      async () => (await import("@/lib/areas/wallets/desk-schemas")).enrolledSchema,
      "manage/wallets",
      { method: "POST", body },
    ),
  );
}

export function useUpdateWallet(walletId: number) {
  return useWalletChange((body: input<typeof walletChangesSchema>) =>
    portalFetch(
      async () => (await import("@/lib/areas/wallets/desk-schemas")).deskWalletSchema,
      `manage/wallets/${walletId}`,
      { method: "PATCH", body },
    ),
  );
}

export function useSetWalletStatus(walletId: number) {
  return useWalletChange((body: input<typeof walletStatusSchema>) =>
    portalFetch(
      async () => (await import("@/lib/areas/wallets/desk-schemas")).deskWalletSchema,
      `manage/wallets/${walletId}/status`,
      { method: "PUT", body },
    ),
  );
}

export function useSetWalletSegment(walletId: number) {
  return useWalletChange((body: input<typeof walletSegmentSchema>) =>
    portalFetch(
      async () => (await import("@/lib/areas/wallets/desk-schemas")).deskWalletSchema,
      `manage/wallets/${walletId}/segment`,
      { method: "PUT", body },
    ),
  );
}

/** Gives the wallet a PIN, or with null takes it away. */
export function useWalletPin(walletId: number) {
  return useWalletChange((pin: string | null) =>
    portalFetch(
      async () => (await import("@/lib/areas/wallets/desk-schemas")).deskWalletSchema,
      `manage/wallets/${walletId}/pin`,
      pin === null ? { method: "DELETE" } : { method: "PUT", body: { pin } },
    ),
  );
}

export function usePreviewMerge() {
  return useChange((body: input<typeof mergePreviewRequestSchema>) =>
    portalFetch(
      async () => (await import("@/lib/areas/wallets/desk-schemas")).mergePreviewSchema,
      "manage/wallets/merge/preview",
      { method: "POST", body },
    ),
  );
}

export function useMergeWallets() {
  return useWalletChange((body: input<typeof mergeWalletsSchema>) =>
    portalFetch(
      async () => (await import("@/lib/areas/account/schemas")).doneSchema,
      "manage/wallets/merge",
      { method: "POST", body },
    ),
  );
}
