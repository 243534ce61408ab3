"use client";

import { portalFetch } from "@/components/kit/fetch";
import { useChange } from "@/components/kit/use-change";
import type { ProofRequest } from "@/lib/areas/account/schemas";

export function useStartPasskey() {
  return useChange((proof: ProofRequest) =>
    portalFetch(
      async () => (await import("@/lib/areas/account/schemas")).passkeyChallengeSchema,
      "account/passkeys/challenge",
      { method: "POST", body: proof },
    ),
  );
}

/** Adds the passkey that `make` has the browser make. */
export function useAddPasskey(make: (name: string) => Promise<unknown>) {
  return useChange(make, "account");
}

export function useRenamePasskey() {
  return useChange(
    ({ passkeyId, name }: { passkeyId: number; name: string }) =>
      portalFetch(
        async () => (await import("@/lib/areas/account/schemas")).doneSchema,
        `account/passkeys/${passkeyId}`,
        { method: "PATCH", body: { name } },
      ),
    "account",
  );
}

export function useRemovePasskey() {
  return useChange(
    ({ passkeyId, proof }: { passkeyId: number; proof: ProofRequest }) =>
      portalFetch(
        async () => (await import("@/lib/areas/account/schemas")).doneSchema,
        `account/passkeys/${passkeyId}`,
        { method: "DELETE", body: proof },
      ),
    "account",
  );
}
