"use client";

import type { input } from "zod/v4/core";
import { portalFetch } from "@/components/kit/fetch";
import { useWalletChange } from "@/components/wallets/desk/mutations";
import type {
  allowanceSchema,
  erasureSchema,
  joinFamilySchema,
  walletTypeFormSchema,
} from "@/lib/areas/families/form-schemas";

const put = (walletId: number, what: string, body: object) =>
  portalFetch(
    async () => (await import("@/lib/areas/wallets/desk-schemas")).deskWalletSchema,
    `manage/wallets/${walletId}/${what}`,
    { method: "PUT", body },
  );

export function useJoinFamily(walletId: number) {
  return useWalletChange((body: input<typeof joinFamilySchema>) => put(walletId, "family", body));
}

export function useSetAllowance(walletId: number) {
  return useWalletChange((body: input<typeof allowanceSchema>) =>
    portalFetch(
      async () => (await import("@/lib/areas/wallets/desk-schemas")).deskWalletSchema,
      `manage/wallets/${walletId}/family`,
      { method: "PATCH", body },
    ),
  );
}

export function useLeaveFamily(walletId: number) {
  return useWalletChange(() =>
    portalFetch(
      async () => (await import("@/lib/areas/wallets/desk-schemas")).deskWalletSchema,
      `manage/wallets/${walletId}/family`,
      { method: "DELETE" },
    ),
  );
}

export function useSetWalletType(walletId: number) {
  return useWalletChange((body: input<typeof walletTypeFormSchema>) => put(walletId, "type", body));
}

export function useEraseWallet(walletId: number) {
  return useWalletChange((body: input<typeof erasureSchema>) => put(walletId, "erasure", body));
}
