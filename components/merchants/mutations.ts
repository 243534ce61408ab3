"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { required } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import {
  type ManagedMerchant,
  managedMerchantSchema,
  merchantListSchema,
} from "@/lib/areas/branches/desk-schemas";
import type { createMerchantSchema, merchantChangesSchema } from "@/lib/areas/merchants/schemas";

export async function readMerchant(merchantId: number): Promise<ManagedMerchant> {
  const { merchants } = await portalFetch(merchantListSchema, "manage/merchants");
  return required(merchants.find(({ id }) => id === merchantId));
}

function useMerchantChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // The programme's page shows the merchants' refund rules.
    onSuccess: () => outdate(client, "merchants", "programme"),
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
