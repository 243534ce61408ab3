"use client";

import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import type { ProofRequest } from "@/lib/areas/account/schemas";

export function useStartTwoFactor() {
  return useChange(
    (password: string) =>
      portalFetch(
        async () => (await import("@/lib/areas/account/schemas")).enrolmentSchema,
        "account/two-factor",
        { method: "POST", body: { password } },
      ),
    "account",
  );
}

export function useConfirmTwoFactor() {
  return useChange(
    (code: string) =>
      portalFetch(
        async () => (await import("@/lib/areas/account/schemas")).doneSchema,
        "account/two-factor/confirm",
        { method: "POST", body: { code } },
      ),
    "account",
  );
}

export function useDisableTwoFactor() {
  return useChange(
    (proof: ProofRequest) =>
      portalFetch(
        async () => (await import("@/lib/areas/account/schemas")).doneSchema,
        "account/two-factor",
        { method: "DELETE", body: proof },
      ),
    "account",
  );
}

export function useRenewBackupCodes() {
  return useChange(
    (proof: ProofRequest) =>
      portalFetch(
        async () => (await import("@/lib/areas/account/schemas")).backupCodesSchema,
        "account/two-factor/backup-codes",
        { method: "POST", body: proof },
      ),
    "account",
  );
}
