"use client";

import type { input } from "zod/v4/core";
import { required } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import type { ManagedMerchant } from "@/lib/areas/merchants/desk-schemas";
import type { createMerchantSchema, merchantChangesSchema } from "@/lib/areas/merchants/schemas";

export async function readMerchant(merchantId: number): Promise<ManagedMerchant> {
  const { merchants } = await portalFetch(
    async () => (await import("@/lib/areas/merchants/desk-schemas")).merchantListSchema,
    "manage/merchants",
  );
  return required(merchants.find(({ id }) => id === merchantId));
}

export function useCreateMerchant() {
  return useChange(
    (body: input<typeof createMerchantSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/merchants/desk-schemas")).managedMerchantSchema,
        "manage/merchants",
        { method: "POST", body },
      ),
    "merchants",
    "programme",
  );
}

export function useChangeMerchant(merchantId: number) {
  return useChange(
    (body: input<typeof merchantChangesSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/merchants/desk-schemas")).managedMerchantSchema,
        `manage/merchants/${merchantId}`,
        { method: "PATCH", body },
      ),
    "merchants",
    "programme",
  );
}

export function useSwitchMerchant() {
  return useChange(
    ({ id, isActive }: Pick<ManagedMerchant, "id" | "isActive">) =>
      portalFetch(
        async () => (await import("@/lib/areas/merchants/desk-schemas")).managedMerchantSchema,
        `manage/merchants/${id}/${isActive ? "deactivate" : "reactivate"}`,
        {
          method: "POST",
        },
      ),
    "merchants",
    "programme",
  );
}
