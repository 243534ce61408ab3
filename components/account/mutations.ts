"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { meQuery } from "@/components/kit/use-me";
import type { Language } from "@/lib/platform/language";
import { answer } from "./answers";

/** Signs in. It is not kept in the cache: the password would stay there as the mutation's variables. */
export function signIn(credentials: { username: string; password: string; language?: Language }) {
  return portalFetch(answer("signedInSchema"), "session", { method: "POST", body: credentials });
}

/** Finishes a sign-in that asked for a code. */
export function giveSecondFactor(body: { code: string; language?: Language }) {
  return portalFetch(answer("signedInSchema"), "session/second-factor", { method: "POST", body });
}

export function useSignOut() {
  return useMutation({
    mutationFn: () => portalFetch(answer("doneSchema"), "session", { method: "DELETE" }),
  });
}

export function useChooseBranch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (branchId: number) =>
      portalFetch(answer("meSchema"), "session/branch", { method: "PUT", body: { branchId } }),
    onSuccess: (me) => client.setQueryData(meQuery.queryKey, me),
  });
}
