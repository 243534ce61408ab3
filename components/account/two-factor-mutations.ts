"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import { backupCodesSchema, doneSchema, enrolmentSchema } from "@/lib/areas/account/schemas";

function useTwoFactorChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // Passwords, codes and secrets are not kept.
    gcTime: 0,
    onSuccess: () => outdate(client, "account"),
  });
}

export function useStartTwoFactor() {
  return useTwoFactorChange((password: string) =>
    portalFetch(enrolmentSchema, "account/two-factor", { method: "POST", body: { password } }),
  );
}

export function useConfirmTwoFactor() {
  return useTwoFactorChange((code: string) =>
    portalFetch(doneSchema, "account/two-factor/confirm", { method: "POST", body: { code } }),
  );
}

export function useDisableTwoFactor() {
  return useTwoFactorChange((password: string) =>
    portalFetch(doneSchema, "account/two-factor", { method: "DELETE", body: { password } }),
  );
}

export function useRenewBackupCodes() {
  return useTwoFactorChange((password: string) =>
    portalFetch(backupCodesSchema, "account/two-factor/backup-codes", { method: "POST", body: { password } }),
  );
}
