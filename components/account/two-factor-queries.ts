"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import {
  backupCodesSchema,
  doneSchema,
  enrolmentSchema,
  twoFactorStateSchema,
} from "@/lib/areas/account/schemas";

/** How the user's own second factor stands. */
export function useTwoFactor() {
  return useQuery({
    queryKey: keys.twoFactor,
    queryFn: ({ signal }) => portalFetch(twoFactorStateSchema, "account/two-factor", { signal }),
  });
}

function useTwoFactorChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // Passwords, codes and secrets are not kept.
    gcTime: 0,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.twoFactor }),
        client.invalidateQueries({ queryKey: keys.me }),
        client.invalidateQueries({ queryKey: keys.sessions.all }),
      ]),
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
