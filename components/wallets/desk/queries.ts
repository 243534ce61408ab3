import { keepPreviousData } from "@tanstack/react-query";
import { portalPages, portalQuery } from "@/components/kit/query";
import type { WalletSearchRequest } from "@/lib/areas/wallets/desk-schemas";

/** What the forms about wallets need to know: segments, the limit, the words customers agree to. */
export const walletSettingsQuery = portalQuery({
  key: ["wallets", "desk", "settings"],
  answer: async () => (await import("@/lib/areas/wallets/desk-schemas")).walletSettingsSchema,
  path: "manage/wallets/settings",
  staleTime: 60_000,
});

/** Wallets that match. The text of a search may be personal: it is in the memory of this page only. */
export const walletSearchQuery = (request: WalletSearchRequest) =>
  portalPages({
    key: ["wallets", "desk", "search", request],
    answer: async () => (await import("@/lib/areas/wallets/desk-schemas")).walletSearchPageSchema,
    path: "manage/wallets/search",
    body: request,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** A wallet as the desk edits it, always as it is now: a form that opens reads it anew. */
export const deskWalletQuery = (walletId: number) =>
  portalQuery({
    key: ["wallets", "desk", "one", walletId],
    answer: async () => (await import("@/lib/areas/wallets/desk-schemas")).deskWalletSchema,
    path: `manage/wallets/${walletId}`,
    staleTime: 0,
    gcTime: 0,
  });

/** Who looked at a wallet, the last first. */
export const walletLooksQuery = (walletId: number) =>
  portalPages({
    key: ["wallets", "desk", "looks", walletId],
    answer: async () => (await import("@/lib/areas/wallets/desk-schemas")).walletLooksSchema,
    path: `manage/wallets/${walletId}/looks`,
    staleTime: 0,
  });
