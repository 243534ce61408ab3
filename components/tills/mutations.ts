"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import type { RegisterTill, TillList } from "@/lib/areas/tills/schemas";
import { ownTillQuery, tillsQuery } from "./queries";

/** Every act answers with the tills as they are then. */
function useTillAct<Variables>(send: (variables: Variables) => Promise<TillList>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (list) => client.setQueryData(tillsQuery.queryKey, list),
  });
}

export function useRegisterTill() {
  return useTillAct((body: RegisterTill) =>
    portalFetch(async () => (await import("@/lib/areas/tills/schemas")).tillListSchema, "manage/tills", {
      method: "POST",
      body,
    }),
  );
}

export function useRevokeTill() {
  return useTillAct((tillId: number) =>
    portalFetch(
      async () => (await import("@/lib/areas/tills/schemas")).tillListSchema,
      `manage/tills/${tillId}/revoke`,
      { method: "POST" },
    ),
  );
}

export function useChangeTillPolicy() {
  return useTillAct((body: { isNeeded: boolean; version: number }) =>
    portalFetch(
      async () => (await import("@/lib/areas/tills/schemas")).tillListSchema,
      "manage/tills/policy",
      { method: "PUT", body },
    ),
  );
}

/** Has this device wait to be registered, with a new code. */
export function useRequestTill() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      portalFetch(async () => (await import("@/lib/areas/tills/schemas")).ownTillSchema, "session/till", {
        method: "POST",
      }),
    onSuccess: (till) => client.setQueryData(ownTillQuery.queryKey, till),
  });
}
